import { type CliqueTree, treeCells } from '../graphical/clique-tree.ts';
import { countCells, type PrivateTable } from '../private-table.ts';

/** Columns that may be measured together. */
export type Candidate = { columns: number[]; weight: number; cells: number };

/** Exact counts that are kept from round to round; those of further candidates are made anew. */
const MAX_KEPT = 2 ** 22;

/** The greatest weight: the most by which one unit moves a weighted distance. */
export const MAX_WEIGHT = 2;

/**
 * Columns and pairs of columns, each weighted by how much it shares with all pairs, which is what shall come out
 * right: a pair shares two columns with itself and one with each of 2 (d - 2) others, a column one with each of
 * d - 1, so they stand two to one.
 */
export function candidatesOf(sizes: readonly number[], mostCells: number): Candidate[] {
  const candidates: Candidate[] = [];
  sizes.forEach((size, a) => {
    candidates.push({ columns: [a], weight: 1, cells: size });
    for (let b = a + 1; b < sizes.length; b++) {
      const cells = size * sizes[b];
      // With a column of one code a pair tells nothing that the other column does not.
      const tells = size > 1 && sizes[b] > 1;
      if (tells && cells <= mostCells)
        candidates.push({ columns: [a, b], weight: MAX_WEIGHT, cells });
    }
  });
  return candidates;
}

/**
 * Those candidates whose measurement leaves the model small enough, or changes nothing about its size. How large a
 * model each would make is found out anew only where the cliques changed.
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

/** The exact counts of candidates: the secret itself, to be used under noise alone. */
export function countsOf(table: PrivateTable): (candidate: Candidate) => Float64Array {
  const kept = new Map<Candidate, Float64Array>();
  let cells = 0;
  return (candidate) => {
    const known = kept.get(candidate);
    if (known !== undefined) return known;
    const counts = countCells(table, candidate.columns);
    if (cells + counts.length <= MAX_KEPT) {
      cells += counts.length;
      kept.set(candidate, counts);
    }
    return counts;
  };
}

/**
 * How much a candidate's measurement promises, a whole number: how far the expected counts, rounded, lie from the
 * exact ones, less what noise alone would bring. One person moves it by at most weight times what he counts.
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
