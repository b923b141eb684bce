import {
  type CliqueTree,
  cellMap,
  cellsOf,
  cliqueWith,
  marginalOf,
  project,
} from './clique-tree.ts';
import type { Estimate } from './estimate.ts';

const union = (a: readonly number[], b: readonly number[]) =>
  [...new Set([...a, ...b])].sort((x, y) => x - y);

/**
 * Computes the expected counts of columns and pairs of columns, in one clique or several. Across
 * cliques, a column is carried through the tree from separator to separator.
 *
 * @param columnSets single columns or ascending pairs, without duplicates
 * @param tell called with the index in `columnSets` and the expected counts, in any order
 */
export function expectedCounts(
  { tree, marginals }: Pick<Estimate, 'tree' | 'marginals'>,
  columnSets: readonly (readonly number[])[],
  tell: (place: number, counts: Float64Array) => void,
  pause: () => void = () => {},
): void {
  const { sizes, cliques } = tree;
  const near = nearOf(tree);
  const parts = new Map<string, Float64Array>();
  /** Returns a clique's table over some columns, cached for further columns on this path. */
  const part = (k: number, columns: readonly number[]) => {
    const key = `${k} ${columns.join()}`;
    const stored = parts.get(key) ?? marginalOf(tree, { clique: k, cells: marginals[k], columns });
    parts.set(key, stored);
    return stored;
  };
  const apart = new Map<number, Map<number, number>>();
  columnSets.forEach((columns, i) => {
    const clique = cliqueWith(tree, columns);
    const [a, b] = columns;
    if (clique >= 0) tell(i, marginalOf(tree, { clique, cells: marginals[clique], columns }));
    else apart.set(a!, (apart.get(a!) ?? new Map()).set(b!, i));
  });
  for (const [a, open] of apart) {
    const width = sizes[a];
    /** Computes the counts of `to` (rows) and a (columns) from those of `from` and a. */
    const carry = ({
      k,
      from,
      carried,
      to,
    }: {
      k: number;
      from: readonly number[];
      carried: Float64Array;
      to: readonly number[];
    }) => {
      const both = union(from, to);
      const joint = part(k, both);
      const marginal = project(joint, cellMap(sizes, both, from), cellsOf(sizes, from));
      const [fromMap, toMap] = [cellMap(sizes, both, from), cellMap(sizes, both, to)];
      const table = new Float64Array(cellsOf(sizes, to) * width);
      for (let i = 0; i < joint.length; i++) {
        const at = fromMap[i];
        if (!(joint[i] > 0)) continue;
        const share = joint[i] / marginal[at];
        const [row, source] = [toMap[i] * width, at * width];
        for (let code = 0; code < width; code++)
          table[row + code] += share * carried[source + code];
      }
      return table;
    };
    const visit = ({
      k,
      above,
      from,
      carried,
    }: {
      k: number;
      above: number;
      from: readonly number[];
      carried: Float64Array;
    }) => {
      pause();
      for (const b of cliques[k].columns) {
        const i = open.get(b);
        if (i === undefined) continue;
        open.delete(b);
        const table = carry({ k, from, carried, to: [b] });
        const own = new Float64Array(table.length);
        for (let row = 0; row < sizes[b]; row++)
          for (let code = 0; code < width; code++)
            own[code * sizes[b] + row] = table[row * width + code];
        tell(i, own);
      }
      for (const { clique, separator } of near[k]) {
        if (clique !== above && open.size > 0)
          visit({
            k: clique,
            above: k,
            from: separator,
            carried: carry({ k, from, carried, to: separator }),
          });
      }
    };
    const start = cliqueWith(tree, [a]);
    const own = part(start, [a]);
    const diagonal = new Float64Array(width * width);
    for (let code = 0; code < width; code++) diagonal[code * width + code] = own[code];
    visit({ k: start, above: -1, from: [a], carried: diagonal });
  }
}

function nearOf({ cliques }: CliqueTree) {
  const near: { clique: number; separator: number[] }[][] = cliques.map(() => []);
  cliques.forEach(({ parent, separator }, clique) => {
    if (parent < 0) return;
    near[clique].push({ clique: parent, separator });
    near[parent].push({ clique, separator });
  });
  return near;
}
