import type { Relation } from './relation.ts';

/** Relations to go up by, one after the other. */
export type Way = number[];

const MAX_STEPS = 4;

/** All ways from a table up to another. */
function waysUp({
  from,
  to,
  relations,
  steps = 0,
}: {
  from: string;
  to: string;
  relations: readonly Relation[];
  steps?: number | undefined;
}): Way[] {
  const here: Way[] = from === to ? [[]] : [];
  if (steps === MAX_STEPS) return here;
  const further = relations.flatMap(({ child, parent }, r) =>
    child === from
      ? waysUp({ from: parent, to, relations, steps: steps + 1 }).map((way) => [r, ...way])
      : [],
  );
  return [...here, ...further];
}

/** The rows that rows come to by a way, -1 for none. */
export function goUp(
  rows: Int32Array,
  way: Way,
  namedBy: (relation: number) => Int32Array,
): Int32Array {
  return way.reduce((at, relation) => {
    const named = namedBy(relation);
    return at.map((row) => (row < 0 ? -1 : named[row]));
  }, rows);
}

/**
 * The way by which a row's parent comes to the very row that the row names itself, without exception: a movement that
 * names the customer whom its account names.
 *
 * @param of the parent's row of each row
 * @param named the row of `to` that each row names
 * @returns null where there is none
 */
export function findFollowed({
  from,
  to,
  relations,
  of,
  named,
  namedBy,
}: {
  from: string;
  to: string;
  relations: readonly Relation[];
  of: Int32Array;
  named: Int32Array;
  namedBy: (relation: number) => Int32Array;
}): Way | null {
  const found = waysUp({ from, to, relations }).find((way) => {
    const reached = goUp(of, way, namedBy);
    return named.every((row, i) => row === reached[i]);
  });
  return found ?? null;
}
