import type { Table } from '../../../table/table.ts';
import { takeRows } from '../../../table/take-rows.ts';
import { reads } from '../dependencies.ts';
import { usualDecimals } from '../laws/looked-at-amounts.ts';
import { spread } from '../laws/sample-amounts.ts';
import { amountProposals, type Proposal, type Scope } from './amount-proposals.ts';
import { bracketsOf } from './brackets.ts';
import { conditionCost, isOfWords, rowsMeeting } from './condition.ts';
import { confirm, type Looked } from './confirm.ts';
import { datePairs, isCalendarDate } from './date-proposals.ts';
import { type Case, type DerivedColumn, sourcesOfDerived } from './derived-column.ts';
import { thresholdsOf } from './thresholds.ts';
import { conditionColumns, type Group, groupOf, wordGroups } from './word-groups.ts';

const LOOKED_AT_ROWS = 20_000;
const MAX_PROPOSALS = 6;
const MAX_COLUMNS_OF_TWO_WORDS = 60;
const MIN_NEW_ROWS = 50;
const USUAL = 0.99;
/** Share of rows that a decision list about each row covers. */
const ALL_ROWS = 0.98;

/** Case with its rank among those of its column, and how many rows it is about. */
type RankedCase = { rank: number; rows: number; rule: Case };

/** Columns that each derived column reads. */
type Known = Map<number, readonly number[]>;

export type DerivedOptions = {
  isLearned: readonly boolean[];
  /** Columns that no rule may derive, read at each search. */
  taken: ReadonlySet<number>;
  /** Columns derived so far; those found are added. */
  known: Known;
  threshold: number;
  /** Entity of each row; null if each row is one. */
  entity: Int32Array | null;
};

type Laws = {
  totals: ReadonlySet<number>;
  shared: ReadonlySet<number>;
  planned: (of: Known) => Known;
};

type Search = Looked &
  Scope & { dates: number[]; decimals: Map<number, number>; known: DerivedOptions['known'] };

const isAcyclic = ({ known }: Pick<Search, 'known'>, column: number, rule: Case): boolean =>
  !sourcesOfDerived({ column, decimals: 0, cases: [rule] }).some((source) =>
    reads(known, source, column),
  );

/** Returns formulas of each column in half of a group's rows, the most trusted first. */
function proposalsIn(search: Search, group: Group): Map<number, Proposal[]> {
  const { table, targets } = search;
  const rows = group.rows.filter((_, i) => i % 2 === 0);
  const isWhole = group.where.length === 0;
  const open = targets.filter((column) => !group.where.some((other) => other.column === column));
  const scope = { ...search, targets: open, rows };
  const isBounded = group.where.every(({ column }) => table.columns[column]!.kind === 'category');
  const proposals = [
    ...amountProposals(table, { ...scope, isWhole, isBounded }),
    ...datePairs(table, scope),
  ];
  return Map.groupBy(
    proposals.toSorted((a, b) => a.rank - b.rank),
    ({ column }) => column,
  );
}

/** Returns the best confirmed case of some columns in a group. */
function casesOf(
  search: Search,
  {
    group,
    proposals,
    targets,
  }: {
    group: Group;
    proposals: ReadonlyMap<number, readonly Proposal[]>;
    targets: readonly number[];
  },
): Map<number, RankedCase> {
  const cases = new Map<number, RankedCase>();
  for (const column of targets) {
    const best = firstConfirmed(search, group, proposals.get(column) ?? []);
    if (best !== null) cases.set(column, best);
  }
  return cases;
}

function firstConfirmed(
  search: Search,
  group: Group,
  proposals: readonly Proposal[],
): RankedCase | null {
  const { where, rows } = group;
  const acyclic = proposals.filter(({ column, rule }) =>
    isAcyclic(search, column, { ...rule, where, share: 1 }),
  );
  for (const { column, rank, rule } of acyclic.slice(0, MAX_PROPOSALS)) {
    const decimals = search.decimals.get(column) ?? 0;
    const share = confirm(rule, search, { column, decimals, group });
    if (share !== null) return { rank, rows: rows.length, rule: { ...rule, where, share } };
  }
  return null;
}

const ruleKey = ({ formula, low, high }: Case): string => JSON.stringify([formula, low, high]);

/** Joins cases with the same formula that differ in the words of their last condition. */
function joinWords(cases: readonly Case[]): Case[] {
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

function listsOf(
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
  // Simple formulas first; of equal ones, those about most rows, then short conditions.
  return [...lists.values()].sort(
    (a, b) => a.rank - b.rank || b.rows - a.rows || a.cost - b.cost || a.ranks - b.ranks,
  );
}

/**
 * Searches columns whose value follows from others in the rows of one or two words, or with bounds:
 * `paid = max(0, claimed − deductible) where status is closed`. A formula found on half of the rows
 * must be kept by 99.5 % of the others, at least 50, and not by rows of other words.
 *
 * @returns searches to run in this order, other rules in between; none makes a circle
 */
export function derivedSearch(whole: Table, options: DerivedOptions) {
  const { isLearned, taken, known } = options;
  const search = searchOf(whole, options);
  const { table } = search;
  const derived: DerivedColumn[] = [];
  const accept = (column: number, cases: Case[]) => {
    const own = { column, decimals: search.decimals.get(column) ?? 0, cases: joinWords(cases) };
    derived.push(own);
    known.set(column, sourcesOfDerived(own));
  };
  const open = () => search.targets.filter((column) => !known.has(column) && !taken.has(column));
  const conditions = conditionColumns(table, isLearned);
  const groups: Proposed[] = [
    ...wordGroups(table, conditions, []).map((group) => ({
      by: group.where[0].column,
      proposals: proposalsIn(search, group),
      group,
    })),
    ...thresholdGroups(search, open()),
    ...bracketsOf(search, open(), (group) => proposalsIn(search, group)),
  ];
  const lists = (
    targets: readonly number[],
    plan: Known,
    shared: ReadonlySet<number> = new Set(),
  ) =>
    listsOf(
      groups.map(({ by, proposals, group }) => ({
        by,
        cases: casesOf(
          { ...search, known: plan },
          {
            group,
            proposals,
            targets:
              table.columns[by]!.kind === 'number'
                ? targets.filter((column) => !shared.has(column))
                : targets,
          },
        ),
      })),
      table,
    );
  /** Returns the cases of one and two words of each column, without circles among them. */
  const coveredOf = (
    targets: readonly number[],
    of: Known,
    shared?: ReadonlySet<number>,
  ): Map<number, Covered> => {
    const scope = { ...search, known: new Map(of) };
    const covered = new Map<number, Covered>();
    for (const list of lists(targets, scope.known, shared)) {
      const { column } = list;
      const cases = list.cases.filter((rule) => isAcyclic(scope, column, rule));
      const own = covered.get(column) ?? { cases: [], rows: new Uint8Array(table.rows) };
      covered.set(column, own);
      addCases(own, cases, table);
      if (own.cases.length > 0)
        scope.known.set(column, sourcesOfDerived({ column, decimals: 0, cases: own.cases }));
    }
    if (search.allowed.length <= MAX_COLUMNS_OF_TWO_WORDS)
      for (const [column, own] of covered) addTwoWords(scope, { column, own, conditions, groups });
    return covered;
  };
  /** Returns true for cases that turn a sum around, if each sum can still derive one of its columns. */
  const turnsSum = (column: number, cases: Case[], planned: (of: Known) => Known): boolean => {
    const isFree = (of: Known) => cases.every((rule) => isAcyclic({ known: of }, column, rule));
    if (!isFree(known) || isFree(planned(known))) return false;
    const after = new Map(known);
    after.set(column, sourcesOfDerived({ column, decimals: 0, cases }));
    return planned(after).size - after.size >= planned(known).size - known.size;
  };
  return {
    derived,
    /** Dates, or amounts with bounds, in all rows. */
    inAllRows: (kind: 'datetime' | 'number', apart: ReadonlySet<number> = new Set()) => {
      const targets = open().filter(
        (column) => table.columns[column].kind === kind && !apart.has(column),
      );
      const group = groupOf([], table);
      const proposals = proposalsIn({ ...search, targets }, group);
      for (const [column, { rule }] of casesOf(search, { group, proposals, targets }))
        if (isAcyclic(search, column, rule)) accept(column, [rule]);
    },
    /**
     * Columns of which each row follows by the words of one column.
     *
     * @param laws columns that are totals of sums, or follow from another, whatever number they are
     * of; and derived columns once the sums are, which no formula should reverse
     */
    byEachWord: ({ totals: apart, shared, planned }: Laws) => {
      const targets = open().filter((column) => !apart.has(column));
      const most = lists(targets, planned(known), shared).filter(
        ({ rows }) => rows >= ALL_ROWS * table.rows,
      );
      for (const { column, cases } of most) {
        if (known.has(column)) continue;
        const scope = { known: planned(known) };
        if (cases.every((rule) => isAcyclic(scope, column, rule))) accept(column, cases);
      }
      const others = open().filter((column) => !apart.has(column));
      for (const [column, { cases, rows }] of coveredOf(others, known, shared)) {
        const isWhole = rows.reduce((sum, own) => sum + own, 0) >= ALL_ROWS * table.rows;
        if (isWhole && turnsSum(column, cases, planned)) accept(column, cases);
      }
    },
    /** Columns that follow in some rows only. */
    bySomeWords: () => {
      for (const [column, { cases }] of coveredOf(open(), known))
        if (cases.length > 0) accept(column, cases);
    },
  };
}

/** Group of rows with formulas found in half of it; `column` if they are of one column only. */
type Proposed = {
  by: number;
  column?: number;
  group: Group;
  proposals: ReadonlyMap<number, readonly Proposal[]>;
};

/** Returns the groups that bounds of number columns separate, within other conditions. */
function thresholdGroups(search: Search, targets: readonly number[], within?: Group): Proposed[] {
  const { where, rows } = within ?? groupOf([], search.table);
  return thresholdsOf(search, { targets, rows }).flatMap(({ column, by, bounds }) =>
    bounds.map((bound) => {
      const group = groupOf([...where, bound], search.table);
      const proposals = proposalsIn({ ...search, targets: [column] }, group);
      return { by, column, group, proposals };
    }),
  );
}

function searchOf(whole: Table, { isLearned, known, threshold, entity }: DerivedOptions): Search {
  const rows = spread(whole.rows, LOOKED_AT_ROWS);
  const table = rows.length === whole.rows ? whole : takeRows(whole, rows);
  const learned = table.columns.flatMap((_, i) => (isLearned[i] === true ? [i] : []));
  return {
    table,
    entity: entity && Int32Array.from(rows, (row) => entity[row]),
    threshold,
    known,
    targets: learned,
    allowed: learned,
    dates: learned.filter((i) => isCalendarDate(table, i)),
    decimals: new Map(
      learned.flatMap((i) => {
        const own = table.columns[i];
        return own.kind === 'number' ? [[i, usualDecimals(own.values, own.decimals, USUAL)]] : [];
      }),
    ),
  };
}

/** Cases of a column, and 1 for each row that one of them is about. */
type Covered = { cases: Case[]; rows: Uint8Array };

/** Adds the cases that are about enough rows which no earlier one covers. */
function addCases(covered: Covered, cases: readonly Case[], table: Table): void {
  for (const rule of cases) {
    const meets = rowsMeeting(rule.where, table);
    const fresh = meets.reduce(
      (sum, own, row) => sum + Number(own === 1 && covered.rows[row] === 0),
      0,
    );
    if (fresh < MIN_NEW_ROWS) continue;
    covered.cases.push(rule);
    meets.forEach((own, row) => {
      if (own === 1) covered.rows[row] = 1;
    });
  }
}

/** Adds cases of two conditions to a column with a formula for some rows of one, but not all. */
function addTwoWords(
  search: Search,
  {
    column,
    own,
    conditions,
    groups,
  }: { column: number; own: Covered; conditions: readonly number[]; groups: readonly Proposed[] },
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
  const others = conditions.filter((other) => other !== first && other !== column);
  for (const { group } of open) {
    const words = wordGroups(table, others, group.where).map((within) => ({
      by: within.where[1]!.column,
      group: within,
      proposals: proposalsIn({ ...search, targets: [column] }, within),
    }));
    const found = [...words, ...thresholdGroups(search, [column], group)].map(
      ({ by, group: within, proposals }) => ({
        by,
        cases: casesOf(search, { group: within, proposals, targets: [column] }),
      }),
    );
    for (const { cases } of listsOf(found, table)) addCases(own, cases, table);
  }
  known.set(column, sourcesOfDerived({ column, decimals: 0, cases: own.cases }));
}
