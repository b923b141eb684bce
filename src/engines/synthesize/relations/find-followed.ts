import type { Relation } from './relation.ts';

export type Way = number[];

const MAX_STEPS = 4;

/** Returns the paths of relations from a table up to another. */
export function waysUp({
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

/** Follows a path from rows to ancestor rows; -1 for none. */
export function ancestorRows(
  rows: Int32Array,
  way: Way,
  parentsBy: (relation: number) => Int32Array,
): Int32Array {
  return way.reduce((at, relation) => {
    const parentOf = parentsBy(relation);
    return at.map((row) => (row < 0 ? -1 : parentOf[row]));
  }, rows);
}

/** Two parents that each row of a table has, in tables `from` and `to`. */
export type TwoParents = {
  from: string;
  to: string;
  relations: readonly Relation[];
  /** Row of `from` that each row names. */
  of: Int32Array;
  /** Row of `to` that each row names. */
  parents: Int32Array;
  namedBy: (relation: number) => Int32Array;
};

/**
 * Finds a path by which a row's parent leads to the very row that the row itself names, without
 * exception: a movement that names the customer of its account.
 *
 * @returns null if there is none
 */
export function findFollowed({
  from,
  to,
  relations,
  of,
  parents,
  namedBy: parentsBy,
}: TwoParents): Way | null {
  const path = waysUp({ from, to, relations }).find((way) => {
    const reached = ancestorRows(of, way, parentsBy);
    return parents.every((row, i) => row === reached[i]);
  });
  return path ?? null;
}
