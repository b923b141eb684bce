import { type CliqueTree, treeCells } from '../graphical/clique-tree.ts';
import { countCells, type PrivateTable } from '../private-table.ts';

export type Candidate = { columns: number[]; weight: number; cells: number };

const MAX_KEPT = 2 ** 22;

/** Maximum weight: the most by which one unit moves a weighted distance. */
export const MAX_WEIGHT = 2;

/**
 * Returns columns and pairs of columns, weighted by their overlap with the workload of all pairs: a
 * pair shares two columns with itself and one with each of 2 (d - 2) others, a column one with each
 * of d - 1, a ratio of two to one.
 */
export function candidatesOf(sizes: readonly number[], mostCells: number): Candidate[] {
  const candidates: Candidate[] = [];
  sizes.forEach((size, a) => {
    candidates.push({ columns: [a], weight: 1, cells: size });
    for (let b = a + 1; b < sizes.length; b++) {
      const cells = size * sizes[b];
      // A pair with a one-code column adds nothing to the other column.
      const tells = size > 1 && sizes[b] > 1;
      if (tells && cells <= mostCells)
        candidates.push({ columns: [a, b], weight: MAX_WEIGHT, cells });
    }
  });
  return candidates;
}

/**
 * Returns the candidates whose measurement leaves the model within its size limit, or does not
 * change its size. Sizes are recomputed only for changed cliques.
 */
export function openCandidates(
  candidates: readonly Candidate[],
): (tree: CliqueTree, mostCells: number, pause: () => void) => Candidate[] {
  let shape = '';
  const cells = new Float64Array(candidates.length);
  return ({ sizes, cliques }, mostCells, pause) => {
    const joined = cliques.map((clique) => clique.columns);
    if (shape !== joined.join(';')) {
      shape = joined.join(';');
      candidates.forEach(({ columns }, i) => {
        pause();
        const free = joined.some((clique) => columns.every((c) => clique.includes(c)));
        cells[i] = free ? 0 : treeCells(sizes, [...joined, columns]);
      });
    }
    return candidates.filter((_, i) => cells[i] <= mostCells);
  };
}

/** Returns a function for the exact counts of candidates: secret, to be used only with noise. */
export function countsOf(table: PrivateTable): (candidate: Candidate) => Float64Array {
  const cache = new Map<Candidate, Float64Array>();
  let cells = 0;
  return (candidate) => {
    const cached = cache.get(candidate);
    if (cached !== undefined) return cached;
    const counts = countCells(table, candidate.columns);
    if (cells + counts.length <= MAX_KEPT) {
      cells += counts.length;
      cache.set(candidate, counts);
    }
    return counts;
  };
}

/**
 * Scores a candidate as an integer: the distance of the rounded expected counts from the exact
 * ones, minus that of noise alone. One person moves it by at most weight times that person's units.
 */
export function promise(
  { weight, cells }: Candidate,
  counts: Float64Array,
  expected: Float64Array,
  noise: number,
): number {
  let off = 0;
  for (let i = 0; i < counts.length; i++) off += Math.abs(counts[i] - Math.round(expected[i]));
  return weight * (off - Math.round(noise * cells));
}
