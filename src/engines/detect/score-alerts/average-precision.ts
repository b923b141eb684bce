import type { Alerts } from './alerts.ts';

/**
 * Returns the average precision of a list of alerts: precision times recall step over distinct
 * scores, highest first; alerts without scores form one step. Rows without an alert add nothing.
 */
export function averagePrecisionOf(
  { rows, scores }: Pick<Alerts, 'rows' | 'scores'>,
  {
    positive,
    total,
    weight,
  }: { positive: Uint8Array; total: number; weight: (row: number) => number },
): number {
  let [hits, above, sum] = [0, 0, 0];
  for (let from = 0; from < rows.length; ) {
    let group = 0;
    let to = from;
    do {
      const row = rows[to];
      const w = weight(row);
      above += w;
      if (row >= 0 && positive[row] === 1) group += w;
      to++;
    } while (to < rows.length && (scores === null || scores[to] === scores[from]));
    hits += group;
    if (group > 0) sum += group * (hits / above);
    from = to;
  }
  return total === 0 ? 0 : sum / total;
}
