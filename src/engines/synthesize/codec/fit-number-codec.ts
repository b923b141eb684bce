import { cutBins } from './cut-bins.ts';
import { clockStep, latticeStep, sharedDecimals, writtenDecimals } from './lattice-step.ts';
import { looseIntervals } from './loose-intervals.ts';
import { missingNumbers, type NumberCodec, type NumberCodecOptions } from './number-codec.ts';
import { type Range, sharedRange, withoutIsolated } from './shared-range.ts';
import { extendEdges, learnTail, type TailLaw } from './tail-law.ts';
import {
  belowEntityThreshold,
  entityCounter,
  rowsAt,
  sharedPoints,
  type ValuePoints,
  valuePoints,
} from './value-points.ts';

export type NumberInput = {
  /** NaN where missing. */
  values: Float64Array;
  decimals: number;
  /** Entity of each row, from 0; null if each row is an entity. */
  entity?: Int32Array | null;
  /** Resolution of times of day in milliseconds. */
  clockUnit?: number;
  keepsMissing?: boolean;
  /** True if another field of the column decides about missing values. */
  hidesMissing?: boolean;
  /** True if values beyond those that enough entities share come from a law of the tail. */
  extendsTails?: boolean;
};

/** Returns true if enough entities have a missing value for it to be shown. */
function showsMissing({ values, entity }: NumberInput, threshold: number): boolean {
  const missing = new Set<number>();
  for (let row = 0; row < values.length; row++) {
    if (Number.isNaN(values[row])) missing.add(entity?.[row] ?? row);
    if (missing.size >= threshold) return true;
  }
  return false;
}

/** Contents of a bin, as indexes of points. */
type Content = { upper: number; atoms: number[]; loose: number[] };

function fillBins(
  points: ValuePoints,
  { shared, cuts, threshold }: { shared: Uint8Array; cuts: readonly number[]; threshold: number },
): Content[] {
  const counter = entityCounter(points);
  const bins: Content[] = [];
  let atoms: number[] = [];
  let loose: number[] = [];
  let entities = 0;
  let j = 0;
  for (const upper of cuts) {
    for (; j < points.values.length && points.values[j] <= upper; j++) {
      if (shared[j] === 1) atoms.push(j);
      else {
        loose.push(j);
        entities = counter.add(j);
      }
    }
    if (atoms.length === 0 && entities < threshold) continue;
    bins.push({ upper, atoms, loose: entities >= threshold ? loose : [] });
    atoms = [];
    loose = [];
    entities = 0;
    counter.clear();
  }
  return bins;
}

const beside = (neighbor: Content | undefined, distance: number): number =>
  neighbor !== undefined && neighbor.loose.length === 0 ? distance : 0;

/** Returns the range of possible output: loose values rounded to the lattice, and atoms. */
function outputRange(range: Range, step: number, shared: readonly number[]): Range {
  let low = Math.ceil(range.low / step) * step;
  let high = Math.floor(range.high / step) * step;
  if (low > high) low = high = Math.round(range.low / step) * step;
  return { low: Math.min(low, ...shared.slice(0, 1)), high: Math.max(high, ...shared.slice(-1)) };
}

type Counted = {
  all: ValuePoints;
  points: ValuePoints;
  shared: Uint8Array;
  threshold: number;
};

function stepOf(
  { all, points, shared, threshold }: Counted,
  { decimals, clockUnit }: NumberInput,
): { step: number; decimals: number } {
  const lattice = { points, shared, threshold };
  if (clockUnit !== undefined) return { step: clockStep(lattice, clockUnit), decimals: 0 };
  const used = sharedDecimals(all, decimals, threshold);
  const written = writtenDecimals(all, decimals, threshold);
  return { step: latticeStep(lattice, used), decimals: written };
}

type Laws = { upper: TailLaw | null; lower: TailLaw | null };
const NO_LAWS: Laws = { upper: null, lower: null };

/**
 * Learns the laws of both tails: none where the outermost value is one that enough entities share,
 * and none towards 0.
 */
function tailLaws(points: ValuePoints, { range, bounds }: { range: Range; bounds: Range }): Laws {
  const learn = (side: 1 | -1, limit: number, bound: number) =>
    side * limit <= 0 || side * bound > side * limit ? null : learnTail(points, { side, limit });
  return { upper: learn(1, range.high, bounds.high), lower: learn(-1, range.low, bounds.low) };
}

/** Limits of shares and percentages. */
const NATURAL_LIMITS = [1, 100];

/** Returns the edges up to a natural limit that the shared values come near to. */
function withinNature(edges: readonly number[], { high }: Range): number[] {
  const limit = NATURAL_LIMITS.find((each) => high <= each && high > each / 2);
  return limit === undefined ? [...edges] : edges.map((edge) => Math.min(edge, limit));
}

/** Returns the least and greatest value that may be output for a column. */
export function sharedBounds(input: NumberInput, threshold: number): Range {
  const { low, high } = fitNumberCodec(input, { bins: 1, threshold });
  return { low, high };
}

/**
 * Fits the codes of a numeric column. Nothing in them comes from fewer than `threshold` entities:
 * isolated values are left out, and a column with values of fewer entities gives only missing
 * values.
 */
export function fitNumberCodec(input: NumberInput, options: NumberCodecOptions): NumberCodec {
  const { threshold, intervalRows } = options;
  const all = valuePoints(input.values, {
    entity: input.entity ?? null,
    decimals: input.decimals,
  });
  if (belowEntityThreshold(all, threshold, () => true)) return missingNumbers();
  const points = withoutIsolated(all, threshold);
  const shared = sharedPoints(points, threshold);
  const { step, decimals } = stepOf({ all, points, shared, threshold }, input);
  const range = sharedRange(points, threshold);
  const unit = Math.min(step, 10 ** -decimals);
  const cuts = cutBins(points, { ...options, shared, unit, range });
  const bins = fillBins(points, { shared, cuts, threshold });
  const atoms = bins.flatMap((bin) => bin.atoms.map((j) => points.values[j]));
  const bounds = outputRange(range, step, atoms);
  const laws = input.extendsTails ? tailLaws(all, { range, bounds }) : NO_LAWS;
  const atomStart = [0];
  const atomRows: number[] = [];
  const edgeStart = [0];
  const edges: number[] = [];
  bins.forEach((bin, b) => {
    let rows = 0;
    for (const j of bin.atoms) {
      rows += rowsAt(points, j);
      atomRows.push(rows);
    }
    atomStart.push(atomRows.length);
    if (bin.loose.length > 0) {
      // Values drawn next to a single-value bin must not round to its value.
      const within = {
        low: Math.max(range.low, (bins[b - 1]?.upper ?? range.low) + beside(bins[b - 1], step)),
        high: Math.min(range.high, bin.upper - beside(bins[b + 1], step - unit / 2)),
      };
      const isLast = b === bins.length - 1;
      const leastRows = b === 0 || isLast ? threshold : (intervalRows ?? threshold);
      const inside = looseIntervals(points, bin.loose, { threshold, leastRows, range, within });
      const upper =
        isLast && laws.upper ? extendEdges(inside, { side: 1, law: laws.upper }) : inside;
      const own = b === 0 && laws.lower ? extendEdges(upper, { side: -1, law: laws.lower }) : upper;
      const limited = withinNature(own, range);
      bounds.low = Math.min(bounds.low, Math.ceil(limited[0] / step) * step);
      bounds.high = Math.max(bounds.high, Math.floor(limited[limited.length - 1] / step) * step);
      edges.push(...limited);
    }
    edgeStart.push(edges.length);
  });
  const missing =
    input.hidesMissing !== true && (input.keepsMissing === true || showsMissing(input, threshold));
  return {
    kind: 'number',
    size: bins.length + (missing ? 1 : 0),
    nullCode: missing ? bins.length : -1,
    upper: Float64Array.from(bins, ({ upper }) => Math.min(upper, bounds.high)),
    atomStart: Int32Array.from(atomStart),
    atomValue: Float64Array.from(atoms),
    atomRows: Float64Array.from(atomRows),
    looseRows: Float64Array.from(bins, ({ loose }) =>
      loose.reduce((sum, j) => sum + rowsAt(points, j), 0),
    ),
    edgeStart: Int32Array.from(edgeStart),
    edges: Float64Array.from(edges),
    step,
    decimals,
    ...bounds,
  };
}
