import { batchTitle, contentOf } from '../../data/batch-facts.ts';
import type { GenerationLog } from '../../data/rows.ts';
import { formatCount } from '../../lib/format.ts';

/** Result of one generation: usually one batch, several for a full batch or linked tables. */
export type BatchGroup = { key: string; title: string; records: string; batches: GenerationLog[] };

const titleOf = (batches: readonly GenerationLog[]): string =>
  batches.every(({ entity_type }) => entity_type === 'table') ? 'Linked tables' : 'Full batch';

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
        (batch) =>
          `${formatCount(batch.record_count)} ${batch.entity_type === 'blend' ? 'blended rows' : contentOf(batch)}`,
      )
      .join(', ');
    return {
      key,
      title: own.length === 1 && only ? batchTitle(only) : titleOf(own),
      records,
      batches: own,
    };
  });
}
