/** What a report does not say, and why: how many rows there were, and how many it takes. */
export type NotMeasured = { metric: string; reason: string; n: number; needed: number | null };

/** An entry where rows are too few, nothing where they suffice. */
export function tooFew({
  metric,
  what,
  n,
  needed,
}: {
  metric: string;
  what: string;
  n: number;
  needed: number;
}): NotMeasured[] {
  if (n >= needed) return [];
  return [{ metric, reason: `needs at least ${needed} ${what}`, n, needed }];
}
