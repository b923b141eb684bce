import {
  GROUPS_A_NODE,
  LEAVES_A_GROUP,
  type LevelCounts,
  type SideCounts,
} from './count-levels.ts';

/**
 * Thresholds in standard deviations above which counts are more than noise. A column is tested in
 * some 34 nodes, and from either end in at most 16 groups and 8 leaves: noise passes one of them in
 * about one column of twenty thousand (Bonferroni), and usually moves the end by a sixth of its
 * value.
 */
export const ABOVE = { signs: 5, nodes: 5, groups: 5.2, leaves: 4.8, parts: 4.8 };

const WIDTHS = [1, 2, 4];

/**
 * Returns the first index from an end with significant rows in it or before it: a single
 * significant count, or the last of two or four that are significant together while no part is.
 *
 * @param counts from the end inwards
 * @param least minimum significant count
 * @returns counts.length if all are noise
 */
export function firstSure(counts: readonly number[], least: number): number {
  const sure: { from: number; to: number }[] = [];
  for (const width of WIDTHS) {
    for (let from = 0; from + width <= counts.length; from++) {
      const to = from + width;
      if (sure.some((part) => part.from >= from && part.to <= to)) continue;
      const sum = counts.slice(from, to).reduce((total, count) => total + count, 0);
      if (sum > least * Math.sqrt(width)) sure.push({ from, to });
    }
  }
  return sure.reduce((first, { to }) => Math.min(first, to - 1), counts.length);
}

/**
 * Returns coarse indexes with significant rows, outermost first: alone, or with outer neighbors.
 */
function outermost(
  { nodes, groups, leaves }: SideCounts,
  deviations: LevelCounts['deviations'],
  fromEnd: boolean,
): number | null {
  const order = (length: number) =>
    Array.from({ length }, (_, i) => (fromEnd ? length - 1 - i : i));
  const node = order(nodes.length).find((i) => nodes[i] > ABOVE.nodes * deviations.nodes);
  if (node === undefined) return null;
  const inside = (parent: number, width: number, length: number) =>
    order(Math.min(width, length - parent * width)).map((i) => parent * width + i);
  const ownGroups = inside(node, GROUPS_A_NODE, groups.length);
  const at = firstSure(
    ownGroups.map((i) => groups[i]),
    ABOVE.groups * deviations.groups,
  );
  // The node has significant rows; if none of its parts has, the innermost part is the safest.
  const group = ownGroups[Math.min(at, ownGroups.length - 1)]!;
  const ownLeaves = inside(group, LEAVES_A_GROUP, leaves.length);
  const leaf = firstSure(
    ownLeaves.map((i) => leaves[i]),
    ABOVE.leaves * deviations.leaves,
  );
  return ownLeaves[Math.min(leaf, ownLeaves.length - 1)]!;
}

/** Returns the first to last leaf with significant rows; null if a side appears empty. */
export function extentOf(
  side: SideCounts,
  deviations: LevelCounts['deviations'],
): { first: number; last: number } | null {
  const last = outermost(side, deviations, true);
  const first = outermost(side, deviations, false);
  return first === null || last === null
    ? null
    : { first: Math.min(first, last), last: Math.max(first, last) };
}

/** Standard deviations above which rows beyond the extent are more than noise. */
const BEYOND = 3;

/**
 * Returns the rows of a side that its extent does not contain; 0 if they may be noise.
 *
 * @param rows noisy rows of the side
 */
export function rowsBeyond(
  side: SideCounts,
  rows: number,
  deviations: LevelCounts['deviations'],
): number {
  const extent = extentOf(side, deviations);
  if (extent === null) return 0;
  const from = Math.floor(extent.first / LEAVES_A_GROUP);
  const inside = side.groups.subarray(from, Math.floor(extent.last / LEAVES_A_GROUP) + 1);
  const beyond = rows - inside.reduce((sum, count) => sum + count, 0);
  const deviation = Math.hypot(deviations.signs, Math.sqrt(inside.length) * deviations.groups);
  return beyond > BEYOND * deviation ? beyond : 0;
}
