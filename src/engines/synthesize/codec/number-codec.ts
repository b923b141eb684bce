import { firstNotBelow } from '../../table/search-sorted.ts';
import { valuesOfMany } from './entities-of-values.ts';

/**
 * A column of numbers as at most 255 codes, in order. Inside a bin, values that five rows or more share
 * ("atoms") are drawn as they are; all others are drawn between the means of groups of five rows or more,
 * so that nobody's own value is kept or given out.
 */
export type NumberCodec = {
  kind: 'number';
  /** Number of codes, the code for a missing value included. */
  size: number;
  /** Code of a missing value, always the last; -1 where none was seen. */
  nullCode: number;
  /** Greatest value of each bin. */
  upper: Float64Array;
  atomStart: Int32Array;
  atomValue: Float64Array;
  /** Rows of each atom, cumulated inside its bin. */
  atomRows: Float64Array;
  /** Rows of each bin that are not atoms. */
  looseRows: Float64Array;
  edgeStart: Int32Array;
  /** Edges of equally likely intervals for the rows that are not atoms. */
  edges: Float64Array;
  /** All values are multiples of it. */
  step: number;
  decimals: number;
  /** Every value given out lies between these two. */
  low: number;
  high: number;
  /** Whether the first block shows the extremes once each. */
  pinned: boolean;
};

export type NumberCodecOptions = {
  /** Bins aimed at. */
  bins: number;
  /** Rows from which a value may be shown as it is. */
  threshold: number;
  /** Show the training file's own minimum and maximum. */
  extremes: boolean;
};

const MAX_CODES = 250;
const MAX_INTERVALS = 16;
const MIN_BIN_ROWS = 10;

/** Greatest common divisor of the values in units of the last decimal. */
function latticeStep(distinct: Float64Array, decimals: number): number {
  const unit = 10 ** decimals;
  let divisor = 0;
  for (const value of distinct) {
    let a = Math.round(Math.abs(value) * unit);
    if (a > Number.MAX_SAFE_INTEGER) return 1 / unit;
    while (a > 0) {
      const rest = divisor % a;
      divisor = a;
      a = rest;
    }
    if (divisor === 1) break;
  }
  return divisor === 0 ? 1 / unit : divisor / unit;
}

/** Powers of ten, which cost more to make than all else in rounding. */
const UNITS = Array.from({ length: 10 }, (_, decimals) => 10 ** decimals);

/** The nearest multiple of a step, to so many decimals. */
export function roundTo(value: number, step: number, decimals: number): number {
  const onLattice = Math.round(value / step) * step;
  const unit = UNITS[decimals] ?? 10 ** decimals;
  return unit <= 1e9 ? Math.round(onLattice * unit) / unit : onLattice;
}

/** Mean of `count` sorted values from `from`, on the lattice; too few to hide one another lose digits. */
function groupMean(sorted: Float64Array, from: number, count: number, threshold: number): number {
  let sum = 0;
  for (let i = from; i < from + count; i++) sum += sorted[i];
  const mean = sum / count;
  return count < threshold ? Number(mean.toPrecision(1)) : mean;
}

type Bin = { first: number; last: number; rows: number };

/** Cuts the distinct values into bins of about equal mass; frequent values stand alone. */
function cutBins(counts: Float64Array, rows: number, options: NumberCodecOptions): Bin[] {
  const target = Math.max(rows / options.bins, MIN_BIN_ROWS);
  const few = counts.length <= options.bins;
  const bins: Bin[] = [];
  let open: Bin | null = null;
  for (let j = 0; j < counts.length; j++) {
    const count = counts[j];
    if (count >= target || (few && count >= options.threshold)) {
      if (open !== null) bins.push(open);
      open = null;
      bins.push({ first: j, last: j, rows: count });
      continue;
    }
    if (open === null) open = { first: j, last: j, rows: 0 };
    open.last = j;
    open.rows += count;
    if (open.rows >= target) {
      bins.push(open);
      open = null;
    }
  }
  if (open !== null) bins.push(open);
  return bins.length <= MAX_CODES
    ? bins
    : cutBins(counts, rows, { ...options, bins: options.bins / 2 });
}

/**
 * Learns the codes of a column. `values` may hold NaN for missing.
 *
 * @param entity whose each row is; the threshold then counts entities
 */
export function fitNumberCodec(
  values: Float64Array,
  decimals: number,
  options: NumberCodecOptions,
  entity: Int32Array | null = null,
): NumberCodec {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort();
  const rows = sorted.length;
  const distinct: number[] = [];
  const counted: number[] = [];
  for (let i = 0; i < rows; i++) {
    if (i === 0 || sorted[i] !== sorted[i - 1]) {
      distinct.push(sorted[i]);
      counted.push(0);
    }
    counted[counted.length - 1]++;
  }
  const points = Float64Array.from(distinct);
  const counts = Float64Array.from(counted);
  const step = latticeStep(points, decimals);
  const { threshold } = options;
  const outer = Math.min(threshold, rows);
  const bottom = rows === 0 ? 0 : groupMean(sorted, 0, outer, threshold);
  const top = rows === 0 ? 0 : groupMean(sorted, rows - outer, outer, threshold);
  const low = options.extremes && rows > 0 ? sorted[0] : roundTo(bottom, step, decimals);
  const high = options.extremes && rows > 0 ? sorted[rows - 1] : roundTo(top, step, decimals);

  const many = entity === null ? null : valuesOfMany(values, entity, threshold);
  const bins = cutBins(counts, rows, options);
  const atomStart = [0];
  const atomValue: number[] = [];
  const atomRows: number[] = [];
  const looseRows: number[] = [];
  const edgeStart = [0];
  const edges: number[] = [];
  const loose = new Float64Array(rows);
  bins.forEach((bin, index) => {
    let taken = 0;
    let atoms = 0;
    for (let j = bin.first; j <= bin.last; j++) {
      if (counts[j] >= threshold && (many?.has(points[j]) ?? true)) {
        atoms += counts[j];
        atomValue.push(points[j]);
        atomRows.push(atoms);
      } else {
        for (let c = 0; c < counts[j]; c++) loose[taken++] = points[j];
      }
    }
    atomStart.push(atomValue.length);
    looseRows.push(taken);
    if (taken > 0) {
      const floor = index === 0 ? low : Math.max(low, points[bin.first - 1] + step);
      edges.push(...intervals(loose, taken, floor, Math.min(high, points[bin.last]), threshold));
    }
    edgeStart.push(edges.length);
  });
  const missing = rows < values.length;
  return {
    kind: 'number',
    size: Math.max(1, bins.length + (missing ? 1 : 0)),
    nullCode: missing ? bins.length : -1,
    upper: Float64Array.from(bins, (bin) => points[bin.last]),
    atomStart: Int32Array.from(atomStart),
    atomValue: Float64Array.from(atomValue),
    atomRows: Float64Array.from(atomRows),
    looseRows: Float64Array.from(looseRows),
    edgeStart: Int32Array.from(edgeStart),
    edges: Float64Array.from(edges),
    step,
    decimals,
    low,
    high,
    pinned: options.extremes,
  };
}

/** Edges of equally likely intervals around the means of equal groups of a bin's loose values. */
function intervals(
  loose: Float64Array,
  count: number,
  floor: number,
  ceiling: number,
  threshold: number,
): number[] {
  const groups = Math.min(MAX_INTERVALS, Math.floor(count / threshold));
  if (groups < 2) return [Math.min(floor, ceiling), Math.max(floor, ceiling)];
  const means: number[] = [];
  for (let g = 0; g < groups; g++) {
    const from = Math.floor((g * count) / groups);
    const to = Math.floor(((g + 1) * count) / groups);
    means.push(groupMean(loose, from, to - from, threshold));
  }
  const edges = means.slice(1).map((mean, i) => (mean + means[i]) / 2);
  const first = Math.max(floor, 2 * means[0] - edges[0]);
  const last = Math.min(ceiling, 2 * means[groups - 1] - edges[groups - 2]);
  return [Math.min(first, edges[0]), ...edges, Math.max(last, edges[groups - 2])];
}

/** The code of one value. */
export function encodeNumber(codec: NumberCodec, value: number): number {
  if (Number.isNaN(value)) return Math.max(0, codec.nullCode);
  return firstNotBelow(codec.upper, value, 0, codec.upper.length - 1);
}

/** True where each code stands for one value, so that the code tells the value. */
export function isExact(codec: NumberCodec): boolean {
  for (let bin = 0; bin < codec.upper.length; bin++) {
    if (codec.looseRows[bin] > 0 || codec.atomStart[bin + 1] - codec.atomStart[bin] !== 1)
      return false;
  }
  return true;
}
