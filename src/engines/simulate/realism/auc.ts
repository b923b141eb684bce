export type Tally = Map<string | number, [rows: number, laundering: number]>;

export function count(
  tally: Tally,
  {
    value,
    laundering,
    rows = 1,
  }: { value: string | number; laundering: number; rows?: number | undefined },
): void {
  const counts = tally.get(value);
  if (counts === undefined) tally.set(value, [rows, laundering]);
  else {
    counts[0] += rows;
    counts[1] += laundering;
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

/** Returns the AUC (ties count half) of the best ranking that a column's values allow. */
export function categoryAuc(tally: Tally): number {
  return areaOf([...tally.values()].sort(([a, x], [b, y]) => x / a - y / b));
}

/** Returns the AUC of a number, ranked up or down, whichever separates better. */
export function numberAuc(tally: Tally): number {
  const sorted = [...tally].sort(([a], [b]) => Number(a) - Number(b)).map(([, groups]) => groups);
  const area = areaOf(sorted);
  return Math.max(area, 1 - area);
}

const single = new Float32Array(1);
const bits = new Int32Array(single.buffer);

/** Number of bins for numbers of either sign. */
export const BINS = 1 << 17;

/** Returns the bin of a number in order: 128 bins per doubling, by single-precision bits. */
export function binOf(value: number): number {
  single[0] = value;
  const magnitude = (bits[0] & 0x7fffffff) >>> 16;
  return value < 0 ? BINS / 2 - magnitude : BINS / 2 + magnitude;
}

/** Returns the lower edge of a bin of non-negative numbers. */
export function edgeOf(bin: number): number {
  bits[0] = (bin - BINS / 2) << 16;
  return single[0];
}

export type Bins = { rows: Float64Array; hits: Float64Array };

export const binsOf = (size: number): Bins => ({
  rows: new Float64Array(size),
  hits: new Float64Array(size),
});

export function tallyOf(bins: Bins): Tally {
  const tally: Tally = new Map();
  bins.rows.forEach((rows, bin) => {
    if (rows > 0) tally.set(bin, [rows, bins.hits[bin]]);
  });
  return tally;
}
