import type { CategoryColumn, NumberColumn, Table } from '../../../table/table.ts';
import type { ColumnPlan } from '../../columns/column-plan.ts';
import { areApart, type Total } from './total.ts';

const MAX_WORDS = 8;
const MIN_PARENTS = 10;
/** Minimum share of parents whose rows add up, all words together. */
const MIN_SHARE = 0.75;

type Words = { column: number; words: CategoryColumn };

/** Amounts of a child's column by parent, in units of the last decimal; one list for each word. */
type Sums = {
  by: Words | null;
  lists: Float64Array[];
  /** Parents with an amount of each word; amounts may cancel out. */
  having: Set<number>[];
};

const unitsOf = ({ values }: NumberColumn, decimals: number): Float64Array =>
  values.map((value) => Math.round(value * 10 ** decimals));

function sumsOf(units: Float64Array, of: Int32Array, parents: number, by: Words | null): Sums {
  const lists = Array.from(
    { length: by?.words.dictionary.length ?? 1 },
    () => new Float64Array(parents),
  );
  const having = lists.map(() => new Set<number>());
  of.forEach((parent, row) => {
    const word = by === null ? 0 : by.words.codes[row];
    if (parent < 0 || word < 0 || units[row] === 0) return;
    lists[word][parent] += units[row];
    having[word].add(parent);
  });
  return { by, lists, having };
}

/** Share of the parents with an amount or a total in which the amounts of some words add up. */
function shareOf(totals: Float64Array, lists: readonly Float64Array[], least: number): number {
  const most = (1 - least) * totals.length;
  let [kept, broken] = [0, 0];
  for (let parent = 0; parent < totals.length; parent++) {
    let sum = 0;
    for (const list of lists) sum += list[parent];
    if (sum === 0 && totals[parent] === 0) continue;
    if (Math.abs(sum - totals[parent]) < 0.5) kept++;
    else if (++broken > most) return 0;
  }
  return kept === 0 ? Number(broken === 0) : kept / (kept + broken);
}

/** Returns the fewest words whose amounts add up to the totals; all of them may have exceptions. */
function wordsFor(totals: Float64Array, { lists, having }: Sums) {
  const used = [...having.keys()].filter((word) => having[word].size > 0);
  if (used.length > MAX_WORDS) return null;
  if (lists.length === 1) {
    const share = shareOf(totals, lists, MIN_SHARE);
    return share < MIN_SHARE ? null : { words: [0], share };
  }
  const subsets = Array.from({ length: 2 ** used.length - 1 }, (_, mask) =>
    used.filter((_, i) => (((mask + 1) >> i) & 1) === 1),
  );
  const words = subsets
    .sort((a, b) => a.length - b.length)
    .find(
      (own) =>
        shareOf(
          totals,
          own.map((word) => lists[word]),
          1,
        ) === 1,
    );
  return words === undefined ? null : { words, share: 1 };
}

/**
 * Finds number columns of a parent that are the sum of its rows' amounts, of all or of those with
 * some words, in each parent. Of those that share rows, the one with
 * the fewest words is kept. The sum of all rows may have exceptions.
 *
 * @param of parent row of each row, -1 for none
 * @param above number columns of the parent
 * @param threshold minimum parents with an amount of each word
 * @param isBound columns that other rules compute or read
 */
export function findTotals(
  { table, plans, of }: { table: Table; plans: readonly ColumnPlan[]; of: Int32Array },
  {
    above,
    threshold,
    isBound,
  }: {
    above: readonly NumberColumn[];
    threshold: number;
    isBound: (column: number) => boolean;
  },
): Total[] {
  const least = Math.max(threshold, MIN_PARENTS);
  const complete = above.filter(({ values }) => !values.some((value) => Number.isNaN(value)));
  const conditions = table.columns.flatMap((words, column): Words[] =>
    words.kind === 'category' &&
    plans[column].made === null &&
    words.dictionary.length <= 4 * MAX_WORDS
      ? [{ column, words }]
      : [],
  );
  const proposed: Total[] = [];
  table.columns.forEach((own, column) => {
    if (own.kind !== 'number' || plans[column].made !== null || isBound(column)) return;
    if (own.values.some((value) => Number.isNaN(value))) return;
    const units = unitsOf(own, own.decimals);
    const parents = complete[0]?.values.length ?? 0;
    const sums = [null, ...conditions].map((by) => sumsOf(units, of, parents, by));
    for (const target of complete) {
      const totals = unitsOf(target, own.decimals);
      if (target.decimals > own.decimals || totals.every((total) => total === 0)) continue;
      for (const sum of sums) {
        const fit = wordsFor(totals, sum);
        if (fit === null || fit.words.some((word) => sum.having[word].size < least)) continue;
        proposed.push(totalOf(sum, fit, { column, above: target.name, totals }));
        if (fit.share === 1) break;
      }
    }
  });
  const length = ({ where }: Total) => where?.words.length ?? 0;
  const found: Total[] = [];
  for (const total of proposed.sort((a, b) => b.share - a.share || length(a) - length(b)))
    if (found.every((other) => areApart(other, total))) found.push(total);
  return found;
}

function totalOf(
  { by, having }: Sums,
  { words, share }: { words: readonly number[]; share: number },
  { column, above, totals }: { column: number; above: string; totals: Float64Array },
): Total {
  const cancelsOut = totals.some(
    (total, parent) => total === 0 && words.some((word) => having[word].has(parent)),
  );
  const where =
    by === null
      ? null
      : { column: by.column, words: words.map((word) => by.words.dictionary[word]) };
  return { column, above, where, cancelsOut, share };
}
