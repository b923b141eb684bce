import type { Column, Table } from '../../../table/table.ts';
import { REST } from './amount-proposals.ts';
import { conditionCost, isOfWords } from './condition.ts';
import { type Case, sourcesOfDerived } from './derived-column.ts';
import { sourcesOfFormula } from './formula.ts';
import {
  casesOf,
  type Proposed,
  proposalsIn,
  type RankedCase,
  type Search,
  thresholdGroups,
} from './group-search.ts';
import { type ConditionColumn, type Group, rowsOf, wordGroups } from './word-groups.ts';

const MIN_NEW_ROWS = 50;
/** Share of rows with a constant from which the others may follow from numbers by two conditions. */
const MIN_CONSTANT_ROWS = 0.5;

const ruleKey = ({ formula, low, high }: Case): string => JSON.stringify([formula, low, high]);

/** Joins cases with the same formula that differ in the words of their last condition. */
export function joinWords(cases: readonly Case[]): Case[] {
  const joined = new Map<string, Case>();
  for (const rule of cases) {
    const last = rule.where.at(-1);
    const isWords = last !== undefined && isOfWords(last);
    const before = isWords ? rule.where.slice(0, -1) : rule.where;
    const key = JSON.stringify([ruleKey(rule), before, isWords && last.column]);
    const first = joined.get(key);
    const of = first?.where.at(-1);
    if (!isWords || of === undefined || !isOfWords(of)) joined.set(key, rule);
    else
      joined.set(key, {
        ...first!,
        where: [...before, { column: last.column, words: [...of.words, ...last.words] }],
        share: Math.min(first!.share, rule.share),
      });
  }
  return [...joined.values()];
}

/** Decision list of a column by one word column, with the highest and the total rank of its cases. */
type List = {
  column: number;
  by: number;
  rank: number;
  ranks: number;
  rows: number;
  /** Length of its conditions. */
  cost: number;
  cases: Case[];
};

function meanSize(column: Column): number {
  if (column.kind === 'category') return 0;
  return column.values.reduce((sum, value) => sum + (Math.abs(value) || 0), 0);
}

export function listsOf(
  found: readonly { by: number; cases: Map<number, RankedCase> }[],
  table: Table,
): List[] {
  const lists = new Map<string, List>();
  for (const { by, cases } of found)
    for (const [column, { rank, rows, rule }] of cases) {
      const key = `${column},${by}`;
      const list = lists.get(key) ?? { column, by, rank: 0, ranks: 0, rows: 0, cost: 0, cases: [] };
      lists.set(key, {
        ...list,
        rank: Math.max(list.rank, rank),
        ranks: list.ranks + rank,
        rows: list.rows + rows,
        cost: list.cost + rule.where.reduce((sum, own) => sum + conditionCost(own, table), 0),
        cases: [...list.cases, rule],
      });
    }
  // Rows between several bounds count more than once.
  const covered = ({ rows }: List) => Math.min(rows, table.rows);
  const sizes = new Map<number, number>();
  const sizeOf = ({ column, rank }: List): number => {
    if (rank < REST) return 0;
    if (!sizes.has(column)) sizes.set(column, meanSize(table.columns[column]!));
    return sizes.get(column)!;
  };
  // Simple formulas first; of equal ones, those about most rows, then short conditions. Of the
  // columns that are a rest of others the largest follows, so that errors do not grow.
  return [...lists.values()].sort(
    (a, b) =>
      a.rank - b.rank ||
      covered(b) - covered(a) ||
      a.cost - b.cost ||
      sizeOf(b) - sizeOf(a) ||
      a.ranks - b.ranks,
  );
}

/** Cases of a column, and 1 for each row that one of them is about. */
export type Covered = { cases: Case[]; rows: Uint8Array };

/** Adds the cases that are about enough rows which no earlier one covers. */
export function addCases(covered: Covered, cases: readonly Case[]): void {
  for (const rule of cases) {
    const rows = rowsOf(rule.where);
    let fresh = 0;
    for (let i = 0; i < rows.length; i++)
      if (covered.rows[rows[i]] === 0 && ++fresh === MIN_NEW_ROWS) break;
    if (fresh < MIN_NEW_ROWS) continue;
    covered.cases.push(rule);
    for (let i = 0; i < rows.length; i++) covered.rows[rows[i]] = 1;
  }
}

/** Returns the groups of a second condition with formulas of a column, computed once. */
function groupsWithin(
  search: Search,
  {
    group,
    column,
    others,
    readsNumbers,
  }: { group: Group; column: number; others: readonly ConditionColumn[]; readsNumbers: boolean },
): Proposed[] {
  const known = search.within.get(group) ?? new Map<number, Proposed[]>();
  search.within.set(group, known);
  const found = known.get(column);
  if (found !== undefined) return found;
  const scope = { ...search, targets: [column], ...(!readsNumbers && { allowed: [], dates: [] }) };
  const words = wordGroups(search.table, others, group).map((within) => ({
    by: within.where[1]!.column,
    group: within,
    proposals: proposalsIn(scope, within),
  }));
  const groups = [...words, ...thresholdGroups(search, [column], group)];
  known.set(column, groups);
  return groups;
}

/** Adds cases of two conditions to a column with a formula for some rows of one, but not all. */
export function addTwoWords(
  search: Search,
  {
    column,
    own,
    conditions,
    groups,
  }: {
    column: number;
    own: Covered;
    conditions: readonly ConditionColumn[];
    groups: readonly Proposed[];
  },
): void {
  const { table, known } = search;
  const first = own.cases[0]?.where[0]?.column;
  if (first === undefined || !own.rows.includes(0)) return;
  const open = groups.filter(
    (each) =>
      each.by === first &&
      (each.column ?? column) === column &&
      each.group.rows.some((row) => own.rows[row] === 0),
  );
  const readsNumbers =
    own.cases.some(({ formula }) => sourcesOfFormula(formula).length > 0) ||
    own.rows.reduce((sum, row) => sum + row, 0) >= MIN_CONSTANT_ROWS * table.rows;
  const others = conditions.filter((other) => other.column !== first && other.column !== column);
  for (const { group } of open) {
    const found = groupsWithin(search, { group, column, others, readsNumbers }).map(
      ({ by, group: within, proposals }) => ({
        by,
        cases: casesOf(search, { group: within, proposals, targets: [column] }),
      }),
    );
    for (const { cases } of listsOf(found, table)) addCases(own, cases);
  }
  known.set(column, sourcesOfDerived({ column, decimals: 0, cases: own.cases }));
}
