import { type AmountCandidate, type AmountLaw, sourcesOfAmounts } from './amount-law.ts';
import { digitsOf } from './simplest-scale.ts';

/** Cost of a column that no share derives; more than that of any share. */
const FREE = 20;
/** Bonus of a base, less than a digit, that is a sum or a product of further columns. */
const DERIVED = 0.5;
/** Penalties of a share whose reverse holds too: that of a coarser column, and that of an amount. */
const COARSE = 2;
const MIN_STEP = 0.5;
const REVERSE = 0.2;

/** Returns the digits of a share's constants; a round constant is more likely than an implied one. */
export const shareDigits = (law: AmountLaw): number =>
  law.kind !== 'product'
    ? 0
    : digitsOf(law.scale) + (law.offset === undefined ? 0 : 1 + digitsOf(Math.abs(law.offset)));

/** Share of a column in another, with the number of digits of its constants. */
type Edge = { candidate: AmountCandidate; from: number; to: number; cost: number };

/** Steps of the values of each column. */
type Steps = (column: number) => number;

function edgesOf(candidates: readonly AmountCandidate[], steps: Steps): Edge[] {
  const shares = candidates.flatMap((candidate) => {
    const { law } = candidate;
    if (law.kind !== 'product' || law.terms.length > 1) return [];
    return [{ candidate, from: law.terms[0]!.column, to: law.column, scale: law.scale }];
  });
  const isFine = (column: number) => steps(column) % 1 !== 0;
  return shares.map(({ candidate, from, to, scale }) => {
    const cost = shareDigits(candidate.law);
    if (!shares.some((other) => other.from === to && other.to === from))
      return { candidate, from, to, cost };
    // The values of the finer column have gaps, which only the coarser one explains.
    const isCoarse = Math.abs(scale) * steps(from) < MIN_STEP * steps(to);
    // Counts are bases of amounts, and large amounts of small ones.
    const isReverse = isFine(from) === isFine(to) ? Math.abs(scale) > 1 : isFine(from);
    return {
      candidate,
      from,
      to,
      cost: cost + (isCoarse ? COARSE : 0) + (isReverse ? REVERSE : 0),
    };
  });
}

type Sum = { columns: number[]; largest: number };

/** Shares that lead from a base to the columns of its family, and what they leave open. */
type Tree = { root: number; edges: Map<number, Edge>; cost: number };

/** Columns of each sum, short sums first; sums of columns of others follow from those. */
function sumsOf(candidates: readonly AmountCandidate[]): Sum[] {
  const met = new Set<number>();
  return candidates
    .filter(({ law, isLargest }) => law.kind === 'sum' && law.terms.length > 1 && isLargest)
    .map(({ law }) => ({ columns: [law.column, ...sourcesOfAmounts(law)], largest: law.column }))
    .sort((a, b) => a.columns.length - b.columns.length)
    .filter(({ columns }) => {
      const isNew = columns.some((column) => !met.has(column));
      for (const column of columns) met.add(column);
      return isNew;
    });
}

type Edges = ReadonlyMap<number, Edge>;

/** Returns true if a column follows from another along the edges. */
function followsFrom(edges: Edges, column: number, other: number): boolean {
  for (let edge = edges.get(column); edge !== undefined; edge = edges.get(edge.from))
    if (edge.from === other) return true;
  return false;
}

/** Grows a tree by the share of fewest digits (Prim's algorithm). */
function growFrom(root: number, open: ReadonlySet<number>, edges: readonly Edge[]) {
  const chosen = new Map<number, Edge>();
  const isIn = (column: number) => column === root || chosen.has(column);
  for (;;) {
    let best: Edge | null = null;
    for (const edge of edges)
      if (isIn(edge.from) && !isIn(edge.to) && open.has(edge.to))
        if (best === null || edge.cost < best.cost) best = edge;
    if (best === null) return chosen;
    chosen.set(best.to, best);
  }
}

/**
 * Leaves one column to each sum that a tree derives whole, that of the share with most digits.
 *
 * @returns columns that sums derive
 */
function leaveToSums(root: number, edges: Map<number, Edge>, sums: readonly Sum[]): Set<number> {
  const summed = new Set<number>();
  const isIn = (column: number) => column === root || edges.has(column) || summed.has(column);
  for (const { columns } of sums) {
    const [missing, ...others] = columns.filter((column) => !isIn(column));
    if (others.length > 0) continue;
    const isRead = (column: number) => columns.some((other) => followsFrom(edges, other, column));
    const [last] =
      missing === undefined
        ? columns
            .filter((column) => edges.has(column) && !isRead(column))
            .sort((a, b) => edges.get(b)!.cost - edges.get(a)!.cost)
        : [missing];
    if (last === undefined) continue;
    edges.delete(last);
    summed.add(last);
  }
  return summed;
}

type Family = { edges: readonly Edge[]; sums: readonly Sum[]; products: ReadonlySet<number> };

function treeFrom(root: number, open: ReadonlySet<number>, family: Family): Tree {
  const { edges, sums, products } = family;
  const chosen = growFrom(root, open, edges);
  const summed = leaveToSums(root, chosen, sums);
  const isIn = (column: number) => column === root || chosen.has(column) || summed.has(column);
  const isDerived =
    products.has(root) ||
    sums.some(({ columns, largest }) => largest === root && !columns.every(isIn));
  const shares = [...chosen.values()].reduce((sum, edge) => sum + edge.cost - FREE, 0);
  return { root, edges: chosen, cost: shares - FREE * summed.size - (isDerived ? DERIVED : 0) };
}

/**
 * Chooses among shares so that each family of proportional columns has one base: the one from which
 * most others follow, with the roundest constants. Of gross pay and its deductions, any is a share
 * of any other up to rounding. A sum of columns of one family keeps one column for itself.
 */
export function withShareTrees(
  candidates: readonly AmountCandidate[],
  steps: Steps,
): AmountCandidate[] {
  const edges = edgesOf(candidates, steps);
  const products = candidates.filter(
    ({ law }) => law.kind === 'product' && law.terms.length > 1 && law.scale === 1,
  );
  const family = {
    edges,
    sums: sumsOf(candidates),
    products: new Set(products.map(({ law }) => law.column)),
  };
  const open = new Set(edges.flatMap(({ from, to }) => [from, to]));
  const kept = new Set<AmountCandidate>();
  while (open.size > 0) {
    const [best] = [...open]
      .map((root) => treeFrom(root, open, family))
      .sort((a, b) => a.cost - b.cost);
    for (const column of growFrom(best!.root, open, edges).keys()) open.delete(column);
    open.delete(best!.root);
    for (const { candidate } of best!.edges.values()) kept.add(candidate);
  }
  const shares = new Set(edges.map(({ candidate }) => candidate));
  return withoutSharesOfProducts(candidates, edges, kept).filter(
    (candidate) => !shares.has(candidate) || kept.has(candidate),
  );
}

/** Leaves out products that are shares of a column which is the product: a discount of 5 % of net. */
function withoutSharesOfProducts(
  candidates: readonly AmountCandidate[],
  edges: readonly Edge[],
  kept: ReadonlySet<AmountCandidate>,
): AmountCandidate[] {
  const products = Map.groupBy(candidates, ({ law }) =>
    law.kind === 'product' && law.terms.length > 1 ? JSON.stringify(law.terms) : null,
  );
  products.delete(null);
  const implied = [...products.values()].flatMap((own) =>
    own.filter(({ law }) =>
      own.some((other) =>
        edges.some(
          ({ from, to, candidate }) =>
            from === other.law.column &&
            to === law.column &&
            (kept.has(candidate) || shareDigits(other.law) < shareDigits(law)),
        ),
      ),
    ),
  );
  return candidates.filter((candidate) => !implied.includes(candidate));
}
