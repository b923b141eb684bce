import { entryOf } from '../../../table/entry-of.ts';
import { parentRows, type Relation, type Tables } from '../relation.ts';

/** Group of each row, by table. */
export type LinkedGroups = { of: ReadonlyMap<string, Int32Array>; count: number };

function findRoot(above: Int32Array, row: number): number {
  let root = row;
  while (above[root] !== root) {
    above[root] = above[above[root]];
    root = above[root];
  }
  return root;
}

/**
 * Groups the rows of several tables that lead to each other by keys, directly or by others
 * (union-find with path halving, Tarjan and van Leeuwen 1984): a customer with all accounts,
 * payments and co-owners.
 *
 * @param relations those by which rows belong together
 */
export function linkedGroups(
  tables: Tables,
  names: readonly string[],
  relations: readonly Relation[],
): LinkedGroups {
  const first = new Map<string, number>();
  let rows = 0;
  for (const name of names) {
    first.set(name, rows);
    rows += tables[name].rows;
  }
  const above = Int32Array.from({ length: rows }, (_, row) => row);
  for (const relation of relations) {
    const [child, parent] = [entryOf(first, relation.child), entryOf(first, relation.parent)];
    parentRows(tables, relation).forEach((of, row) => {
      if (of < 0) return;
      const [a, b] = [findRoot(above, child + row), findRoot(above, parent + of)];
      above[Math.max(a, b)] = Math.min(a, b);
    });
  }
  const numbers = new Int32Array(rows).fill(-1);
  let count = 0;
  const group = Int32Array.from({ length: rows }, (_, row) => {
    const root = findRoot(above, row);
    if (numbers[root] < 0) numbers[root] = count++;
    return numbers[root];
  });
  const of = new Map(
    names.map((name) => {
      const from = entryOf(first, name);
      return [name, group.subarray(from, from + tables[name].rows)] as const;
    }),
  );
  return { of, count };
}

/** Returns the share of all rows that are in the largest group. */
export function largestShare({ of, count }: LinkedGroups): number {
  const sizes = new Float64Array(count);
  let rows = 0;
  for (const groups of of.values()) {
    rows += groups.length;
    for (const group of groups) sizes[group]++;
  }
  return rows === 0 ? 0 : sizes.reduce((most, size) => Math.max(most, size), 0) / rows;
}
