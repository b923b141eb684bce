import { batchTitle, contentOf, isOfBook, simulatedInstitution } from '../../data/batch-facts.ts';
import type { GenerationLog } from '../../data/rows.ts';
import { formatCount } from '../../lib/format.ts';

/** Result of one generation: usually one batch, several for a full batch or linked tables. */
export type BatchGroup = { key: string; title: string; records: string; batches: GenerationLog[] };

const MAX_LISTED = 4;

function titleOf(batches: readonly GenerationLog[]): string {
  if (!batches.every(({ entity_type }) => entity_type === 'table')) return 'Full batch';
  const [first] = batches;
  if (!first || !isOfBook(first)) return 'Linked tables';
  const institution = simulatedInstitution(first);
  return institution === 'bank' ? 'Full batch' : `Full batch, ${institution}`;
}

function recordsOf(batches: readonly GenerationLog[]): string {
  if (batches.length > MAX_LISTED) {
    const rows = batches.reduce((sum, batch) => sum + Number(batch.record_count), 0);
    return `${formatCount(rows)} rows in ${batches.length} tables`;
  }
  return batches
    .toReversed()
    .map(
      (batch) =>
        `${formatCount(batch.record_count)} ${batch.entity_type === 'blend' ? 'blended rows' : contentOf(batch)}`,
    )
    .join(', ');
}

export function batchGroups(batches: readonly GenerationLog[]): BatchGroup[] {
  const byRun = new Map<string, GenerationLog[]>();
  for (const batch of batches) {
    const key = batch.run_id ?? batch.batch_id;
    byRun.set(key, [...(byRun.get(key) ?? []), batch]);
  }
  return [...byRun].map(([key, own]) => {
    const [only] = own;
    return {
      key,
      title: own.length === 1 && only ? batchTitle(only) : titleOf(own),
      records: recordsOf(own),
      batches: own,
    };
  });
}
