import { batchTitle } from '../../data/batch-facts.ts';
import type { GenerationLog } from '../../data/rows.ts';
import { formatCount } from '../../lib/format.ts';

/** Result of one generation: usually one batch, three for a full batch. */
export type BatchGroup = { key: string; title: string; records: string; batches: GenerationLog[] };

export function batchGroups(batches: readonly GenerationLog[]): BatchGroup[] {
  const byRun = new Map<string, GenerationLog[]>();
  for (const batch of batches) {
    const key = batch.run_id ?? batch.batch_id;
    byRun.set(key, [...(byRun.get(key) ?? []), batch]);
  }
  return [...byRun].map(([key, own]) => {
    const [only] = own;
    const records = own
      .toReversed()
      .map(
        ({ entity_type: entity, record_count: count }) =>
          `${formatCount(count)} ${entity === 'blend' ? 'blended rows' : entity}`,
      )
      .join(', ');
    return {
      key,
      title: own.length === 1 && only ? batchTitle(only) : 'Full batch',
      records,
      batches: own,
    };
  });
}
