import type { ExceptionCase } from '../../data/rows.ts';

export const MAX_AT_ONCE = 200;

export type BulkFilter = { band: string; tag: string };

/** Returns undecided cases that match a filter, without those that need individual review. */
export function bulkItems(
  cases: readonly ExceptionCase[],
  decided: Pick<ReadonlySet<number>, 'has'>,
  filter: BulkFilter,
): { items: number[]; more: number; highest: number | null } {
  const matching = cases.flatMap(({ band, tags }, item) =>
    band !== 'Critical' &&
    !decided.has(item) &&
    (filter.band === '' || band === filter.band) &&
    (filter.tag === '' || tags?.includes(filter.tag))
      ? [item]
      : [],
  );
  const items = matching.slice(0, MAX_AT_ONCE);
  const scores = items.map((item) => cases[item]!.score);
  return {
    items,
    more: matching.length - items.length,
    highest: scores.length === 0 ? null : Math.max(...scores),
  };
}

export const valuesOf = (
  cases: readonly ExceptionCase[],
  read: (exception: ExceptionCase) => readonly string[],
): string[] => [...new Set(cases.flatMap(read))].sort();
