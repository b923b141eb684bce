import { firstNotBelow } from '../../../table/search-sorted.ts';
import { varianceAtLeast } from '../discrete-gaussian.ts';
import { addNoise, rhoOf, varianceOf } from '../private-table.ts';
import type { RandomIntegers } from '../random-integers.ts';

const LEAVES_A_DECADE = 120;
/** Range of magnitudes: from one unit of the last decimal (at most six decimals) to 10^12. */
const MAX_DECIMALS = 6;
const DECADES = 12;
/** Maximum number of parts of a leaf with many rows; fewer if it has fewer units. */
const MAX_UNITS = 64;
const PARTS = 32;
/** Leaves per group (a sixth wider than high, at 120 per decade) and per node (about a decade). */
const GROUP = 8;
const NODE = 128;

/** Noisy counts of numbers on one side of zero, by increasing magnitude. */
export type SideCounts = {
  /** Leaf edges, one more than leaves. */
  edges: Float64Array;
  leaves: Float64Array;
  groups: Float64Array;
  nodes: Float64Array;
  /** Noisy counts of a leaf's equal parts, drawn on request; null for a leaf of one unit. */
  partsOf: (leaf: number) => Float64Array | null;
};

/** Noisy counts of numbers in data-independent leaves, and in groups and nodes of leaves. */
export type LevelCounts = {
  negative: SideCounts;
  positive: SideCounts;
  /** Rows below, at and above zero. */
  signs: Float64Array;
  /** Magnitude below which numbers count as zero. */
  zeroBelow: number;
  /** Standard deviations of each level's counts. */
  deviations: Record<Level, number>;
  rho: number;
};

export const GROUPS_A_NODE = NODE / GROUP;
export const LEAVES_A_GROUP = GROUP;
/** Shares of rho, with a sum not above 1 in floating point; small counts get the most. */
const SHARES = { signs: 0.1, nodes: 0.1, groups: 0.3, leaves: 0.4, parts: 0.0999 };
type Level = keyof typeof SHARES;

const within = (edges: Float64Array, size: number) =>
  firstNotBelow(edges, { value: size, from: 1, to: edges.length - 1 }) - 1;

function countParts(
  sizes: readonly number[],
  weights: readonly number[],
  { low, high, unit }: { low: number; high: number; unit: number },
): Float64Array | null {
  const units = Math.round((high - low) / unit);
  if (units < 2) return null;
  const counts = new Float64Array(units <= MAX_UNITS ? units : PARTS);
  sizes.forEach((size, i) => {
    const part = Math.floor((counts.length * (size - low)) / (high - low));
    counts[Math.max(0, Math.min(counts.length - 1, part))] += weights[i]!;
  });
  return counts;
}

/** Returns edges half a unit from the numbers, ascending from half a unit. */
function edgesFor(unit: number, digits: number): Float64Array {
  const steps = LEAVES_A_DECADE * (DECADES + digits);
  const units = Array.from({ length: steps + 1 }, (_, i) =>
    Math.floor(10 ** (i / LEAVES_A_DECADE) + 1e-9),
  );
  return Float64Array.from([0, ...new Set(units)], (count) => (count + 0.5) * unit);
}

function summed(counts: Float64Array, width: number): Float64Array {
  const sums = new Float64Array(Math.ceil(counts.length / width));
  counts.forEach((count, i) => {
    sums[Math.floor(i / width)] += count;
  });
  return sums;
}

/**
 * Counts a column's numbers by sign and, on either side of zero, by node, group and leaf: four
 * histograms, each with one cell per row, with discrete Gaussian noise.
 *
 * @param weights weight of each row; one person's weights sum to at most `scale`
 */
export function countLevels(
  values: Float64Array,
  {
    decimals,
    weights,
    scale,
    rho,
    random,
  }: {
    decimals: number;
    weights: Int32Array | null;
    scale: number;
    rho: number;
    random: RandomIntegers;
  },
): LevelCounts {
  const varianceOfLevel = (level: Level) =>
    varianceAtLeast((scale * scale) / (2 * SHARES[level] * rho));
  const noisy = (counts: Float64Array, level: Level) =>
    addNoise(counts, varianceOfLevel(level), random);
  const digits = Math.min(decimals, MAX_DECIMALS);
  const unit = 10 ** -digits;
  const edges = edgesFor(unit, digits);
  const exact = [new Float64Array(edges.length - 1), new Float64Array(edges.length - 1)] as const;
  const signs = new Float64Array(3);
  values.forEach((value, row) => {
    if (Number.isNaN(value)) return;
    const weight = weights?.[row] ?? 1;
    const size = Math.abs(value);
    const sign = size < edges[0] ? 1 : value < 0 ? 0 : 2;
    signs[sign] += weight;
    if (sign === 1) return;
    exact[sign === 0 ? 0 : 1][within(edges, size)] += weight;
  });
  const partsOn = (sign: -1 | 1) => (leaf: number) => {
    const sizes: number[] = [];
    const own: number[] = [];
    values.forEach((value, row) => {
      if (!(sign * value >= edges[0]) || within(edges, sign * value) !== leaf) return;
      sizes.push(sign * value);
      own.push(weights?.[row] ?? 1);
    });
    const counts = countParts(sizes, own, { low: edges[leaf], high: edges[leaf + 1], unit });
    return counts && noisy(counts, 'parts');
  };
  const levels = Object.keys(SHARES) as Level[];
  const sideOf = (leaves: Float64Array, sign: -1 | 1): SideCounts => ({
    edges,
    leaves: noisy(leaves, 'leaves'),
    groups: noisy(summed(leaves, GROUP), 'groups'),
    nodes: noisy(summed(leaves, NODE), 'nodes'),
    partsOf: partsOn(sign),
  });
  return {
    negative: sideOf(exact[0], -1),
    positive: sideOf(exact[1], 1),
    signs: noisy(signs, 'signs'),
    zeroBelow: edges[0],
    deviations: Object.fromEntries(
      levels.map((level) => [level, Math.sqrt(varianceOf(varianceOfLevel(level)))]),
    ) as Record<Level, number>,
    rho: levels.reduce((sum, level) => sum + rhoOf(varianceOfLevel(level), scale), 0),
  };
}
