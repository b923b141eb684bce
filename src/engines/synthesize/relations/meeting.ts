import { ancestorRows, type TwoParents, type Way, waysUp } from './find-followed.ts';

/** Paths from the primary parent of a row, and from another that it names, to a common ancestor. */
export type Meeting = { own: Way; other: Way };

/** Minimum share of rows beyond chance whose two parents have the ancestor in common. */
const MIN_SHARE = 0.05;

/** Returns the share of rows that would meet if the rows named were exchanged at random. */
function chanceOf(own: Int32Array, other: Int32Array): number {
  const counts = new Map<number, [number, number]>();
  [own, other].forEach((rows, side) => {
    for (const row of rows) {
      const count = counts.get(row) ?? [0, 0];
      count[side]!++;
      counts.set(row, count);
    }
  });
  counts.delete(-1);
  return [...counts.values()].reduce((sum, [a, b]) => sum + (a * b) / own.length ** 2, 0);
}

/**
 * Finds the common ancestor that the two parents of a row share most often beyond chance, though not
 * always: the district of an account and of its owner.
 */
export function findMeeting({
  from,
  to,
  relations,
  of,
  parents,
  namedBy,
}: TwoParents): { ways: Meeting; agrees: Uint8Array } | null {
  if (from === to) return null;
  const ancestors = new Set([from, to, ...relations.map(({ parent }) => parent)]);
  let found: { ways: Meeting; agrees: Uint8Array } | null = null;
  let most = MIN_SHARE;
  for (const ancestor of ancestors)
    for (const own of waysUp({ from, to: ancestor, relations }))
      for (const other of waysUp({ from: to, to: ancestor, relations })) {
        const above = ancestorRows(of, own, namedBy);
        const beyond = ancestorRows(parents, other, namedBy);
        const agrees = Uint8Array.from(above, (row, i) => (row >= 0 && row === beyond[i] ? 1 : 0));
        const share = agrees.reduce((sum, value) => sum + value, 0) / agrees.length;
        if (share - chanceOf(above, beyond) <= most) continue;
        most = share - chanceOf(above, beyond);
        found = { ways: { own, other }, agrees };
      }
  return found;
}
