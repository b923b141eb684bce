import type { Table } from '../../table/table.ts';
import { splitSides } from '../columns/amount-sides.ts';
import type { ColumnPlan } from '../columns/column-plan.ts';
import type { Model } from '../model/model.ts';
import { belongingSentence, withBelonging } from './belonging.ts';
import { withStepsAndCounts } from './between-rows/apply-between.ts';
import { betweenOf, betweenSentence } from './between-rows/between-rows.ts';
import { carryOver } from './between-rows/carry-over.ts';
import { withMetBalances } from './between-rows/meet-balances.ts';
import { withStepsAddedUp } from './between-rows/monotone.ts';
import { rowsBefore } from './between-rows/rows-before.ts';
import { calendarSentence, type DateCalendar, withCalendar } from './calendars/calendar.ts';
import { withDigits, withPlaces } from './calendars/digit-dates.ts';
import { withLaterDates } from './calendars/later-dates.ts';
import { type ColumnOrder, inOrder, orderSentence } from './column-orders.ts';
import { countedFromDates, datesFromCounted } from './date-lags.ts';
import { dayValueSentence, withDayValues } from './day-values.ts';
import { sourcesFirst } from './dependencies.ts';
import { type DerivedColumn, sourcesOfDerived, withDerived } from './derived/derived-column.ts';
import { derivedSentences } from './derived/derived-sentence.ts';
import { withWordsInLimits } from './exchange-words.ts';
import type { FoundRules } from './found-rules.ts';
import { byLaw, type Law, sourcesOf, withRemainders } from './laws/law.ts';
import { lawSentence } from './laws/law-sentence.ts';
import { inOrderWithDerived } from './orders-of-derived.ts';
import { rangeSentence, wordLimitSentence } from './word-limits.ts';
import { withinRange } from './word-ranges.ts';

/** Rules of a fitted model. */
export type Rules = Pick<
  Model,
  | 'lags'
  | 'laws'
  | 'derived'
  | 'calendars'
  | 'belongings'
  | 'ranges'
  | 'wordLimits'
  | 'dayValues'
  | 'orders'
  | 'between'
  | 'above'
  | 'sides'
>;

/** Rules that a user declares or rejects, as sentences. */
export type RuleChoices = {
  declared?: readonly string[] | undefined;
  rejected?: readonly string[] | undefined;
  /** True if they were chosen by other rows of the file, such as all of them. */
  areFromOtherRows?: boolean | undefined;
};

export const areLearned = (columns: readonly ColumnPlan[]): boolean[] =>
  columns.map(({ made }) => made === null);

/** Returns the rules as properties of a model; those not found are omitted. */
export const rulesOf = ({
  lags,
  laws,
  derived,
  calendars,
  belongings,
  ranges,
  wordLimits,
  dayValues,
  orders,
  between,
}: FoundRules) => ({
  ...(lags.length > 0 && { lags }),
  ...(laws.length > 0 && { laws: laws.map(({ law }) => law) }),
  ...(derived.length > 0 && { derived }),
  ...(calendars.length > 0 && { calendars }),
  ...(belongings.length > 0 && { belongings }),
  ...(ranges.length > 0 && { ranges }),
  ...(wordLimits.length > 0 && { wordLimits }),
  ...(dayValues.length > 0 && { dayValues }),
  ...(orders.length > 0 && { orders }),
  ...(between.length > 0 && { between }),
});

/** Replaces derived columns by what the rules leave open. */
export const withoutRules = (table: Table, { lags, laws, calendars }: FoundRules): Table =>
  withPlaces(countedFromDates(withRemainders(table, laws), lags), calendars);

type Derivation = { law: Law } | { derived: DerivedColumn };

/** Applies laws and derived columns, each after those that derive what it reads. */
export function withDerivations(
  table: Table,
  { laws = [], derived = [] }: Rules,
  isGiven: (column: number) => boolean,
): Table {
  const all: Derivation[] = [
    ...laws.map((law) => ({ law })),
    ...derived.filter(({ column }) => !isGiven(column)).map((own) => ({ derived: own })),
  ];
  return sourcesFirst(all, {
    columnOf: (each) => ('law' in each ? each.law.column : each.derived.column),
    sourcesOf: (each) => ('law' in each ? sourcesOf(each.law) : sourcesOfDerived(each.derived)),
  }).reduce(
    (sofar, each) => ('law' in each ? byLaw(sofar, each.law) : withDerived(sofar, each.derived)),
    table,
  );
}

/** Moves drawn dates to the days that a calendar has, except in columns with a given value. */
const withCalendars = (
  table: Table,
  calendars: readonly DateCalendar[],
  isGiven: (column: number) => boolean,
): Table =>
  calendars
    .filter(({ column }) => !isGiven(column))
    .reduce((sofar, calendar) => withCalendar(sofar, calendar), table);

/**
 * Applies a model's rules to drawn rows: orders, then calendars before and after the dates that
 * follow from them, words that belong to others, and derived columns. A given value stays.
 *
 * @param entity entity of each row; each entity's rows are in order of time
 */
export function byRules(
  table: Table,
  rules: Rules,
  isGiven: (column: number) => boolean = () => false,
  entity: ArrayLike<number> | null = null,
): Table {
  const {
    orders,
    lags = [],
    calendars: all = [],
    belongings = [],
    dayValues = [],
    between = [],
    sides,
  } = rules;
  const groups = entity === null || between.length === 0 ? [] : rowsBefore(entity).groups;
  const stepped = withStepsAndCounts(table, between, {
    groups,
    ownColumns: table.columns.length - (rules.above?.length ?? 0),
    isGiven,
  });
  const calendars = all.filter((calendar) => calendar.kind !== 'digits');
  const isLag = ({ column }: DateCalendar) => lags.some((lag) => lag.column === column);
  const isLagged = ({ low, high }: ColumnOrder) =>
    lags.some(({ column }) => column === low || column === high);
  const first = calendars.filter((calendar) => !isLag(calendar));
  const moved = withCalendars(
    inOrder(
      withDigits(stepped, all, isGiven),
      orders?.filter((order) => !isLagged(order)),
      isGiven,
    ),
    first,
    isGiven,
  );
  const counted = inOrder(datesFromCounted(moved, lags), orders?.filter(isLagged), isGiven);
  const dated = withCalendars(counted, calendars.filter(isLag), isGiven);
  const ordered = calendars.length === 0 ? dated : withLaterDates(dated, rules, isGiven);
  const worded = belongings.reduce(
    (sofar, own) => withBelonging(sofar, own, isGiven(own.column)),
    ordered,
  );
  const ranged = withinRanges(worded, rules, isGiven);
  const valued = dayValues
    .filter(({ column }) => !isGiven(column))
    .reduce((sofar, own) => withDayValues(sofar, own), ranged);
  const added = withStepsAddedUp(valued, betweenOf(between, 'monotone', isGiven), groups);
  const derive = (part: Table) => {
    const { drawn, derived } = withWordsOfDerived(part, rules, isGiven);
    const corrected = inOrderWithDerived(drawn, derived, { orders: orders ?? [], isGiven });
    return corrected === null ? derived : withDerivations(corrected, rules, isGiven);
  };
  return splitSides(withCarried(added, rules, { groups, derive, isGiven }), sides);
}

const withinRanges = (
  table: Table,
  { ranges = [] }: Rules,
  isGiven: (column: number) => boolean,
): Table =>
  ranges
    .filter(({ column }) => !isGiven(column))
    .reduce((sofar, own) => withinRange(sofar, own), table);

/** Derives drawn rows, whose words may follow from derived numbers, and other numbers from these. */
function withWordsOfDerived(part: Table, rules: Rules, isGiven: (column: number) => boolean) {
  const { wordLimits = [], belongings = [], lags = [], orders = [] } = rules;
  const changed = belongings.filter(({ of }) => wordLimits.some(({ column }) => column === of));
  const sinceOf = (date: number) =>
    lags.find(({ column }) => column === date)?.from ??
    orders.find(({ high }) => high === date)?.low;
  let drawn = part;
  let derived = withDerivations(drawn, rules, isGiven);
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const worded = withWordsInLimits(drawn, derived, { rules: wordLimits, isGiven, sinceOf });
    if (worded === null) break;
    const belonging = changed.reduce(
      (rows, own) => withBelonging(rows, own, isGiven(own.column)),
      worded,
    );
    drawn = withinRanges(belonging, rules, isGiven);
    derived = withDerivations(drawn, rules, isGiven);
  }
  return { drawn, derived };
}

/** Derives drawn rows, from row to row where values are carried. */
function withCarried(
  table: Table,
  { between = [], laws = [], derived = [], lags = [], orders = [] }: Rules,
  {
    groups,
    derive,
    isGiven,
  }: {
    groups: readonly number[][];
    derive: (rows: Table) => Table;
    isGiven: (column: number) => boolean;
  },
): Table {
  const carried = betweenOf(between, 'carried', isGiven);
  const runs = betweenOf(between, 'run', isGiven);
  if (groups.length === 0 || carried.length + runs.length === 0) return derive(table);
  const carry = (rows: Table) =>
    carryOver(rows, { carried, runs, groups, orders, derive, isGiven });
  const following = new Set([...laws, ...derived, ...lags].map(({ column }) => column));
  const isFree = (column: number) => !following.has(column) && !isGiven(column);
  return carry(withMetBalances(table, { between, laws, groups, isFree, carry }));
}

/** Numbers of which one reads a word that follows from another. */
const MAX_PASSES = 3;

/** Returns the rules as sentences. */
export function ruleSentences(
  {
    above = [],
    laws = [],
    derived = [],
    calendars = [],
    belongings = [],
    ranges = [],
    wordLimits = [],
    dayValues = [],
    orders = [],
    between = [],
  }: Omit<Rules, 'sides'>,
  columns: Parameters<typeof orderSentence>[1]['columns'],
): string[] {
  const nameOf = (column: number) =>
    above.find((own) => own.column === column)?.name ?? columns[column].name;
  return [
    ...laws.map((law) => lawSentence(law, nameOf)),
    ...derived.flatMap((own) => derivedSentences(own, nameOf)),
    ...calendars.map((calendar) => calendarSentence(calendar, nameOf)),
    ...belongings.map((own) => belongingSentence(own, nameOf)),
    ...ranges.map((own) => rangeSentence(own, nameOf)),
    ...wordLimits.map((own) => wordLimitSentence(own, nameOf)),
    ...dayValues.map((own) => dayValueSentence(own, nameOf)),
    ...orders.map((order) => orderSentence(order, { columns })),
    ...between.map((own) => betweenSentence(own, nameOf)),
  ];
}
