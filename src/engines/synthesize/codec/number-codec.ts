import { firstNotBelow } from '../../table/search-sorted.ts';

/**
 * A column of numbers as at most 255 codes, in order. Inside a bin, values that enough entities share ("atoms") are
 * drawn as they are; all others are drawn between the means of groups of as many entities, so that nobody's own value
 * is kept or given out.
 */
export type NumberCodec = {
  kind: 'number';
  /** Number of codes, the code for a missing value included. */
  size: number;
  /** Code of a missing value, always the last; -1 where too few were seen to show. */
  nullCode: number;
  /** Upper bound of each bin: an atom, or a mean of several entities' values. */
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
  /** What is drawn is a multiple of it. */
  step: number;
  decimals: number;
  /** Every value given out lies between these two. */
  low: number;
  high: number;
};

export type NumberCodecOptions = {
  /** Bins aimed at. */
  bins: number;
  /** Entities from which a value may be shown as it is. */
  threshold: number;
};

/** Powers of ten, which cost more to make than all else in rounding. */
const UNITS = Array.from({ length: 10 }, (_, decimals) => 10 ** decimals);

export const powerOfTen = (decimals: number): number => UNITS[decimals] ?? 10 ** decimals;

/** The nearest multiple of a step, to so many decimals. */
export function roundTo(value: number, step: number, decimals: number): number {
  const onLattice = Math.round(value / step) * step;
  const unit = powerOfTen(decimals);
  return unit <= 1e9 ? Math.round(onLattice * unit) / unit : onLattice;
}

/** The bin with the most rows. */
function usualCode({ upper, looseRows, atomStart, atomRows }: NumberCodec): number {
  let usual = 0;
  let most = 0;
  for (let bin = 0; bin < upper.length; bin++) {
    const atoms = atomStart[bin + 1] > atomStart[bin] ? atomRows[atomStart[bin + 1] - 1] : 0;
    if (atoms + looseRows[bin] <= most) continue;
    most = atoms + looseRows[bin];
    usual = bin;
  }
  return usual;
}

/** The code of one value. */
export function encodeNumber(codec: NumberCodec, value: number): number {
  if (Number.isNaN(value)) return codec.nullCode >= 0 ? codec.nullCode : usualCode(codec);
  if (codec.upper.length === 0) return 0;
  return firstNotBelow(codec.upper, { value, from: 0, to: codec.upper.length - 1 });
}

/** True where each code stands for one value, so that the code tells the value. */
export function isExact(codec: NumberCodec): boolean {
  for (let bin = 0; bin < codec.upper.length; bin++) {
    if (codec.looseRows[bin] > 0 || codec.atomStart[bin + 1] - codec.atomStart[bin] !== 1)
      return false;
  }
  return true;
}

const noBins = {
  upper: new Float64Array(0),
  atomStart: Int32Array.of(0),
  atomValue: new Float64Array(0),
  atomRows: new Float64Array(0),
  looseRows: new Float64Array(0),
  edgeStart: Int32Array.of(0),
  edges: new Float64Array(0),
};

/** A codec that gives missing values alone: for a column that too few entities fill. */
export function missingNumbers(): NumberCodec {
  return { kind: 'number', size: 1, nullCode: 0, ...noBins, step: 1, decimals: 0, low: 0, high: 0 };
}

/** A codec of one value. */
export function onlyNumber(value: number): NumberCodec {
  return {
    kind: 'number',
    size: 1,
    nullCode: -1,
    upper: Float64Array.of(value),
    atomStart: Int32Array.of(0, 1),
    atomValue: Float64Array.of(value),
    atomRows: Float64Array.of(1),
    looseRows: Float64Array.of(0),
    edgeStart: Int32Array.of(0, 0),
    edges: new Float64Array(0),
    step: 1,
    decimals: 0,
    low: value,
    high: value,
  };
}
