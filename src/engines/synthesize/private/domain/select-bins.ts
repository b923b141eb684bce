import type { NumberCodec } from '../../codec/number-codec.ts';
import type { RandomIntegers } from '../random-integers.ts';
import { countLevels, LEAVES_A_GROUP, type LevelCounts, type SideCounts } from './count-levels.ts';
import { ABOVE, extentOf, firstSure, rowsBeyond } from './extent.ts';
import { intervalBins } from './public-domain.ts';

const BINS = 32;
const INTERVALS = 4;
/** Thresholds in standard deviations for empty groups, significant leaves and small bins. */
const EMPTY = 1.5;
const OWN = 4;
const SMALL = 3;
/** Share of a column's rows outside its bins that is stated, if it is more than noise. */
const MUCH = 0.2;

type Leaf = { from: number; to: number; rows: number; place: number };

/** Distributes a group's rows: significant leaves get their counts, the others equal parts. */
function spreadGroup(counts: Float64Array, rows: number, deviation: number): number[] {
  const sure = Array.from(counts, (count) => (count > OWN * deviation ? count : 0));
  const significant = sure.reduce((sum, count) => sum + count, 0);
  const others = sure.filter((count) => count === 0).length;
  if (others === 0) return sure;
  const rest = Math.max(0, rows - significant) / others;
  return sure.map((count) => (count > 0 ? count : rest));
}

/** Estimates a group's rows from its and its leaves' noisy counts, by inverse variance. */
function groupRows(
  count: number,
  leaves: Float64Array,
  deviations: LevelCounts['deviations'],
): { rows: number; deviation: number } {
  const sum = leaves.reduce((total, leaf) => total + leaf, 0);
  const own = 1 / deviations.groups ** 2;
  const summed = 1 / (leaves.length * deviations.leaves ** 2);
  return {
    rows: (count * own + sum * summed) / (own + summed),
    deviation: 1 / Math.sqrt(own + summed),
  };
}

/** Returns one side's leaves between the outermost significant ones, from zero outwards. */
function leavesOf(side: SideCounts, deviations: LevelCounts['deviations']): Leaf[] {
  const extent = extentOf(side, deviations);
  if (extent === null) return [];
  const significantLeaves: Leaf[] = [];
  const { edges, leaves, groups } = side;
  groups.forEach((count, group) => {
    const start = group * LEAVES_A_GROUP;
    const within = leaves.subarray(start, start + LEAVES_A_GROUP);
    const { rows, deviation } = groupRows(count, within, deviations);
    const significantRows = rows > EMPTY * deviation ? rows : 0;
    spreadGroup(within, significantRows, deviations.leaves).forEach((own, i) => {
      const leaf = start + i;
      if (leaf < extent.first || leaf > extent.last) return;
      significantLeaves.push({ from: edges[leaf], to: edges[leaf + 1], rows: own, place: leaf });
    });
  });
  return significantLeaves;
}

/** Splits a leaf into equal parts; at an end of all leaves only parts with significant rows. */
function cutLeaf(
  leaf: Leaf,
  parts: Float64Array,
  { deviation, isFirst, isLast }: { deviation: number; isFirst: boolean; isLast: boolean },
): Leaf[] {
  const width = (leaf.to - leaf.from) / parts.length;
  const least = ABOVE.parts * deviation;
  const before = isFirst ? firstSure([...parts], least) : 0;
  const after = isLast ? firstSure([...parts].reverse(), least) : 0;
  const retained = Array.from(parts, (count, i) => ({
    from: leaf.from + i * width,
    to: leaf.from + (i + 1) * width,
    rows: count > EMPTY * deviation ? count : 0,
    place: leaf.place,
  })).slice(before, parts.length - after);
  return retained.some(({ rows }) => rows > 0) ? retained : [leaf];
}

/** Splits leaves with at least a bin's share, which are too coarse: years fall into one. */
function cutLeaves(
  leaves: readonly Leaf[],
  side: SideCounts,
  { least, deviation }: { least: number; deviation: number },
): Leaf[] {
  return leaves.flatMap((leaf, i) => {
    const parts = leaf.rows >= least ? side.partsOf(leaf.place) : null;
    if (parts === null) return [leaf];
    return cutLeaf(leaf, parts, { deviation, isFirst: i === 0, isLast: i === leaves.length - 1 });
  });
}

const mirrored = (leaves: readonly Leaf[]): Leaf[] =>
  leaves.map((leaf) => ({ ...leaf, from: -leaf.to, to: -leaf.from })).reverse();

const rowsOf = (leaves: readonly Leaf[]) => leaves.reduce((sum, { rows }) => sum + rows, 0);

function quantiles(leaves: readonly Leaf[]): number[] {
  const whole = rowsOf(leaves);
  const places = [leaves[0]!.from];
  let before = 0;
  for (const { from, to, rows } of leaves) {
    while (
      places.length < INTERVALS &&
      before + rows >= (whole * places.length) / INTERVALS &&
      rows > 0
    ) {
      const share = ((whole * places.length) / INTERVALS - before) / rows;
      places.push(from + share * (to - from));
    }
    before += rows;
  }
  const last = leaves.at(-1)!.to;
  while (places.length < INTERVALS) places.push(last);
  return [...places, last];
}

/** Merges neighboring leaves until they have `least` rows; a leaf with that many is its own bin. */
function binsOf(leaves: readonly Leaf[], least: number, enough: number): number[][] {
  const bins: Leaf[][] = [];
  let open: Leaf[] = [];
  let sum = 0;
  const close = () => {
    if (open.length > 0) bins.push(open);
    open = [];
    sum = 0;
  };
  for (const leaf of leaves) {
    if (leaf.rows >= least && sum >= enough) close();
    open.push(leaf);
    sum += leaf.rows;
    if (sum >= least) close();
  }
  // The remainder is too small for its own bin.
  if (open.length > 0 && sum < enough && bins.length > 0) bins.at(-1)!.push(...open);
  else close();
  return bins.map(quantiles);
}

/**
 * Chooses bins of a number column with differential privacy. Rows are counted with noise by sign
 * and, on either side of zero, in data-independent leaves, groups and nodes. Noisy counts decide
 * whether there are negative numbers and whether zero is a separate value. Bins lie between the
 * outermost leaves with significant rows; values beyond fall into the outermost bins.
 *
 * @param weights weight of each row; one person's weights sum to at most `scale`
 * @returns codec null if no count is significant; `cut` if many rows lie beyond the bins, to which
 * they are moved
 */
export function selectBins(
  values: Float64Array,
  options: {
    decimals: number;
    weights: Int32Array | null;
    scale: number;
    rho: number;
    random: RandomIntegers;
  },
): { codec: NumberCodec | null; cut: boolean; rho: number } {
  const counted = countLevels(values, options);
  const { signs, deviations, zeroBelow, rho } = counted;
  const isPresent = Array.from(signs, (count) => count > ABOVE.signs * deviations.signs);
  const below = isPresent[0] ? leavesOf(counted.negative, deviations) : [];
  const above = isPresent[2] ? leavesOf(counted.positive, deviations) : [];
  const total = rowsOf(below) + rowsOf(above) + (isPresent[1] ? signs[1] : 0);
  const enough = SMALL * deviations.groups;
  const least = Math.max(total / BINS, enough);
  const cut = { least, deviation: deviations.parts };
  const low = binsOf(mirrored(cutLeaves(below, counted.negative, cut)), least, enough);
  const high = binsOf(cutLeaves(above, counted.positive, cut), least, enough);
  const zero = isPresent[1] ? [[-zeroBelow, zeroBelow]] : [];
  const bins = [...low, ...zero, ...high];
  if (bins.length === 0) return { codec: null, cut: false, rho };
  const codec = intervalBins(bins, {
    decimals: options.decimals,
    zeroBin: isPresent[1] ? low.length : -1,
  });
  const beyond = [
    isPresent[0] ? rowsBeyond(counted.negative, signs[0]!, deviations) : 0,
    isPresent[2] ? rowsBeyond(counted.positive, signs[2]!, deviations) : 0,
  ];
  return { codec, cut: Math.max(...beyond) > MUCH * total, rho };
}
