import type { Table } from '../../../table/table.ts';
import { stepOf } from '../laws/looked-at-amounts.ts';
import { bracketsOf } from './brackets.ts';
import { addCases, addTwoWords, type Covered, joinWords, listsOf } from './decision-lists.ts';
import {
  type Case,
  type DerivedColumn,
  sourcesOfCase,
  sourcesOfDerived,
} from './derived-column.ts';
import { emptyByRareWords } from './empty-by-word.ts';
import {
  casesOf,
  type DerivedOptions,
  isAcyclic,
  type Known,
  type Proposed,
  proposalsIn,
  searchOf,
  thresholdGroups,
} from './group-search.ts';
import { conditionColumns, MIN_GROUP_ROWS, wordGroups } from './word-groups.ts';

const MAX_COLUMNS_OF_TWO_WORDS = 60;
/** Share of rows that a decision list about each row covers. */
const ALL_ROWS = 0.98;

type Laws = {
  totals: ReadonlySet<number>;
  shared: ReadonlySet<number>;
  planned: (of: Known) => Known;
};

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
  const round = new Set(
    search.targets.filter((column) => {
      const own = table.columns[column];
      const decimals = search.decimals.get(column) ?? 0;
      return (
        own.kind === 'number' && stepOf({ decimals, values: own.values }) >= 10 ** (1 - decimals)
      );
    }),
  );
  const isRound = (column: number) => round.has(column);
  const open = () => search.targets.filter((column) => !known.has(column) && !taken.has(column));
  const conditions = conditionColumns(table, isLearned);
  const groups: Proposed[] = [
    ...wordGroups(table, conditions, search.all).map((group) => ({
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
    // Of two columns that follow from each other, such as a loan and what was repaid, the round one is learned.
    const inOrder = lists(targets, scope.known, shared).toSorted(
      (a, b) => Number(isRound(a.column)) - Number(isRound(b.column)),
    );
    for (const list of inOrder) {
      const { column } = list;
      const cases = list.cases.filter((rule) => isAcyclic(scope, column, rule));
      const own = covered.get(column) ?? { cases: [], rows: new Uint8Array(table.rows) };
      covered.set(column, own);
      addCases(own, cases);
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
      const group = search.all;
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
    /** Columns that are empty where another has a word of few rows, whatever else they follow. */
    emptyByRareWords: () => {
      const found = emptyByRareWords(whole, {
        conditions: conditionColumns(whole, isLearned),
        columns: search.targets.filter((column) => !taken.has(column)),
        maxRows: (MIN_GROUP_ROWS * whole.rows) / table.rows,
        entity: options.entity,
        threshold: options.threshold,
      });
      for (const { column, rule } of found) {
        const own = derived.find((other) => other.column === column);
        if ((own === undefined && known.has(column)) || !isAcyclic(search, column, rule)) continue;
        if (own === undefined) accept(column, [rule]);
        else if (own.cases.every((other) => other.formula.kind !== 'empty'))
          own.cases.unshift(rule);
        known.set(column, [...new Set([...known.get(column)!, ...sourcesOfCase(rule)])]);
      }
    },
  };
}
