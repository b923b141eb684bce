import {
  GROUPS_A_NODE,
  LEAVES_A_GROUP,
  type LevelCounts,
  type SideCounts,
} from './count-levels.ts';

/**
 * Deviations above which counts are more than noise. A column is looked at in some 34 nodes, and from either end in at
 * most 16 groups and 8 leaves: noise passes one of them in about one column of twenty thousand (Bonferroni), and moves
 * the end by a sixth of its height in most of these.
 */
export const ABOVE = { signs: 5, nodes: 5, groups: 5.2, leaves: 4.8, parts: 4.8 };

const WIDTHS = [1, 2, 4];

/**
 * The first place from an end with rows for sure in it or before it: one that stands out by itself, or the last of two
 * or four that do so together and no part of which does.
 *
 * @param counts from the end inwards
 * @param least of one count that is more than noise
 * @returns counts.length where all of them are noise
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

/** Places of a coarse list that are rows for sure, outermost first: by themselves, or with those beside the end. */
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
  // A node is rows for sure; where no part of it is, the part furthest inside is the safest.
  const group = ownGroups[Math.min(at, ownGroups.length - 1)]!;
  const ownLeaves = inside(group, LEAVES_A_GROUP, leaves.length);
  const leaf = firstSure(
    ownLeaves.map((i) => leaves[i]),
    ABOVE.leaves * deviations.leaves,
  );
  return ownLeaves[Math.min(leaf, ownLeaves.length - 1)]!;
}

/** The leaves from the first to the last that hold rows for sure; null where a side is empty as far as noise shows. */
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
