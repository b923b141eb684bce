import { firstNotBelow } from '../../table/search-sorted.ts';

/**
 * Numbers as at most 255 ordered codes. Inside a bin, values shared by enough entities ("atoms")
 * are drawn exactly; all others are drawn between means of groups of entities, so that no single
 * entity's value is stored or output.
 */
export type NumberCodec = {
  kind: 'number';
  /** Number of codes, including the code for a missing value. */
  size: number;
  /** Code of a missing value, always the last; -1 if too few are missing to show. */
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
  /** Edges of equally likely intervals for values that are not atoms. */
  edges: Float64Array;
  /** Rounding step of drawn values. */
  step: number;
  decimals: number;
  /** Lower bound of output values; `high` is the upper. */
  low: number;
  high: number;
};

export type NumberCodecOptions = {
  bins: number;
  /** Minimum number of entities for an exact value to be shown. */
  threshold: number;
  /** Minimum rows of an interval of values, except in the outermost bins. */
  intervalRows?: number;
};

/** Cached powers of ten; computing them would dominate rounding. */
const UNITS = Array.from({ length: 10 }, (_, decimals) => 10 ** decimals);

export const powerOfTen = (decimals: number): number => UNITS[decimals] ?? 10 ** decimals;

/** Rounds to the nearest multiple of a step and to a number of decimals. */
export function roundTo(value: number, step: number, decimals: number): number {
  const onLattice = Math.round(value / step) * step;
  const unit = powerOfTen(decimals);
  return unit <= 1e9 ? Math.round(onLattice * unit) / unit : onLattice;
}

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

export function encodeNumber(codec: NumberCodec, value: number): number {
  if (Number.isNaN(value)) return codec.nullCode >= 0 ? codec.nullCode : usualCode(codec);
  if (codec.upper.length === 0) return 0;
  return firstNotBelow(codec.upper, { value, from: 0, to: codec.upper.length - 1 });
}

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

/** Builds a codec that gives only missing values, for a column with values of too few entities. */
export function missingNumbers(): NumberCodec {
  return { kind: 'number', size: 1, nullCode: 0, ...noBins, step: 1, decimals: 0, low: 0, high: 0 };
}

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
