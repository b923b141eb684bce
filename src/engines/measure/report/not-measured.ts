/** Metric missing from a report: reason, available rows and required rows. */
export type NotMeasured = { metric: string; reason: string; n: number; needed: number | null };

/** Returns an entry if there are too few rows, otherwise an empty list. */
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
