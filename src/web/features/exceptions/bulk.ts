import type { ExceptionCase } from '../../data/rows.ts';

export const MAX_AT_ONCE = 500;

export type BulkFilter = { band: string; tag: string };

/** Returns undecided cases that match a filter, and how many of them are Critical. */
export function bulkItems(
  cases: readonly ExceptionCase[],
  decided: Pick<ReadonlySet<number>, 'has'>,
  filter: BulkFilter,
): { items: number[]; more: number; highest: number | null; critical: number } {
  const matching = cases.flatMap(({ band, tags }, item) =>
    !decided.has(item) &&
    (filter.band === '' || band === filter.band) &&
    (filter.tag === '' || tags?.includes(filter.tag))
      ? [item]
      : [],
  );
  const items = matching.slice(0, MAX_AT_ONCE);
  const critical = items.filter((item) => cases[item]!.band === 'Critical').length;
  const scores = items.map((item) => cases[item]!.score);
  return {
    items,
    more: matching.length - items.length,
    critical,
    highest: scores.length === 0 ? null : Math.max(...scores),
  };
}

export const valuesOf = (
  cases: readonly ExceptionCase[],
  read: (exception: ExceptionCase) => readonly string[],
): string[] => [...new Set(cases.flatMap(read))].sort();
