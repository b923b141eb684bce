import type { Table } from '../../../table/table.ts';
import { takeRows } from '../../../table/take-rows.ts';
import { reads } from '../dependencies.ts';
import { usualDecimals } from '../laws/looked-at-amounts.ts';
import { spread } from '../laws/sample-amounts.ts';
import {
  amountProposals,
  type Half,
  halfOf,
  type Proposal,
  type Scope,
} from './amount-proposals.ts';
import { confirm, type Rule } from './confirm.ts';
import { datePairs, isCalendarDate } from './date-proposals.ts';
import { type Case, sourcesOfDerived } from './derived-column.ts';
import { type Looked, thresholdsOf } from './thresholds.ts';
import { allRows, type Group, groupWithin } from './word-groups.ts';

const LOOKED_AT_ROWS = 20_000;
const MAX_PROPOSALS = 6;
const USUAL = 0.99;

/** Case with its rank among those of its column, and how many rows it is about. */
export type RankedCase = { rank: number; rows: number; rule: Case };

/** Columns that each derived column reads. */
export type Known = Map<number, readonly number[]>;

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

export type Search = Looked &
  Scope & {
    dates: number[];
    decimals: Map<number, number>;
    known: DerivedOptions['known'];
    /** Group of all rows. */
    all: Group;
    halves: WeakMap<Group, Half>;
    /** Results of `confirm` by rule and group. */
    confirmed: Map<Rule, Map<Group, number | null>>;
    /** Groups of a second condition within others, by column. */
    within: Map<Group, Map<number, Proposed[]>>;
  };

export const isAcyclic = ({ known }: Pick<Search, 'known'>, column: number, rule: Case): boolean =>
  !sourcesOfDerived({ column, decimals: 0, cases: [rule] }).some((source) =>
    reads(known, source, column),
  );

/** Returns formulas of each column in half of a group's rows, the most trusted first. */
export function proposalsIn(search: Search, group: Group): Map<number, Proposal[]> {
  const { table, targets } = search;
  const half = search.halves.get(group) ?? halfOf(table, group.rows, search);
  search.halves.set(group, half);
  const isWhole = group.where.length === 0;
  const open = targets.filter((column) => !group.where.some((other) => other.column === column));
  const scope = { ...search, targets: open, rows: half.rows };
  const isBounded = group.where.every(({ column }) => table.columns[column]!.kind === 'category');
  const proposals = [
    ...amountProposals(table, { ...scope, half, isWhole, isBounded }),
    ...datePairs(table, scope),
  ];
  return Map.groupBy(
    proposals.toSorted((a, b) => a.rank - b.rank),
    ({ column }) => column,
  );
}

/** Returns the best confirmed case of some columns in a group. */
export function casesOf(
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

/** Returns the result of `confirm`, computed once for a rule and group. */
function confirmed(rule: Rule, search: Search, about: Parameters<typeof confirm>[2]) {
  const known = search.confirmed.get(rule) ?? new Map();
  search.confirmed.set(rule, known);
  if (!known.has(about.group)) known.set(about.group, confirm(rule, search, about));
  return known.get(about.group) ?? null;
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
    const share = confirmed(rule, search, { column, decimals, group });
    if (share !== null) return { rank, rows: rows.length, rule: { ...rule, where, share } };
  }
  return null;
}

/** Group of rows with formulas found in half of it; `column` if they are of one column only. */
export type Proposed = {
  by: number;
  column?: number;
  group: Group;
  proposals: ReadonlyMap<number, readonly Proposal[]>;
};

/** Returns the groups that bounds of number columns separate, within other conditions. */
export function thresholdGroups(
  search: Search,
  targets: readonly number[],
  within?: Group,
): Proposed[] {
  const outer = within ?? search.all;
  return thresholdsOf(search, { targets, rows: outer.rows }).flatMap(({ column, by, bounds }) =>
    bounds.map((bound) => {
      const group = groupWithin(outer, bound, search);
      const proposals = proposalsIn({ ...search, targets: [column] }, group);
      return { by, column, group, proposals };
    }),
  );
}

/** Prepares the search: rows spread over the table, and the columns to look at. */
export function searchOf(
  whole: Table,
  { isLearned, known, threshold, entity }: DerivedOptions,
): Search {
  const rows = spread(whole.rows, LOOKED_AT_ROWS);
  const table = rows.length === whole.rows ? whole : takeRows(whole, rows);
  const learned = table.columns.flatMap((_, i) => (isLearned[i] === true ? [i] : []));
  return {
    table,
    entity: entity && Int32Array.from(rows, (row) => entity[row]),
    threshold,
    known,
    all: allRows(table),
    orders: new WeakMap(),
    few: new WeakMap(),
    halves: new WeakMap(),
    confirmed: new Map(),
    within: new Map(),
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
