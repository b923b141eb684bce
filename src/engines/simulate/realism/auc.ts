import { naturalLog } from '../../random/exponential.ts';

/** Rows and laundering rows by value of one column. */
export type Tally = Map<string | number, [rows: number, laundering: number]>;

export function count(tally: Tally, value: string | number, laundering: number): void {
  const known = tally.get(value);
  if (known === undefined) tally.set(value, [1, laundering]);
  else {
    known[0]++;
    known[1] += laundering;
  }
}

function areaOf(groups: (readonly [number, number])[]): number {
  let positives = 0;
  let negatives = 0;
  for (const [rows, hits] of groups) {
    positives += hits;
    negatives += rows - hits;
  }
  if (positives === 0 || negatives === 0) return Number.NaN;
  let below = 0;
  let area = 0;
  for (const [rows, hits] of groups) {
    area += hits * (below + (rows - hits) / 2);
    below += rows - hits;
  }
  return area / (positives * negatives);
}

/** Area under the ROC curve (ties count a half) of the best ranking that a column's values allow. */
export function categoryAuc(tally: Tally): number {
  return areaOf([...tally.values()].sort(([a, x], [b, y]) => x / a - y / b));
}

/** The same for a number, ranked up or down, whichever separates better. */
export function numberAuc(tally: Tally): number {
  const sorted = [...tally].sort(([a], [b]) => Number(a) - Number(b)).map(([, groups]) => groups);
  const area = areaOf(sorted);
  return Math.max(area, 1 - area);
}

/** Bins a number so that its order survives: 64 to each factor of e, sign kept. */
export function binOf(value: number): number {
  const size = Math.abs(value);
  return size < 1 ? 0 : Math.sign(value) * Math.floor(naturalLog(size) * 64 + 1);
}
