import { DAY } from '../../table/datetime-form.ts';
import type { Table } from '../../table/table.ts';
import { splitSides } from '../columns/amount-sides.ts';
import type { ColumnPlan } from '../columns/column-plan.ts';
import type { Model } from '../model/model.ts';
import { belongingSentence, findBelongings, withBelonging } from './belonging.ts';
import {
  calendarKeeper,
  calendarSentence,
  type DateCalendar,
  withCalendar,
} from './calendars/calendar.ts';
import { findDigitDates, withDigits, withPlaces } from './calendars/digit-dates.ts';
import { findCalendars } from './calendars/find-calendars.ts';
import { findColumnOrders, inOrder, orderSentence } from './column-orders.ts';
import { countedFromDates, datesFromCounted, findDateLags } from './date-lags.ts';
import { declareRules } from './declared/declare.ts';
import { reads, sourcesFirst } from './dependencies.ts';
import { type DerivedColumn, sourcesOfDerived, withDerived } from './derived/derived-column.ts';
import { derivedSentences } from './derived/derived-sentence.ts';
import { derivedSearch } from './derived/find-derived.ts';
import { sharesUnlessZero } from './derived/shares-unless-zero.ts';
import type { FoundRules } from './found-rules.ts';
import { amountLawSearch } from './laws/find-amount-laws.ts';
import { findOpenings } from './laws/find-openings.ts';
import { findRemaining } from './laws/find-remaining.ts';
import { findYearLaws } from './laws/find-year-laws.ts';
import { byLaw, type FoundLaw, type Law, sourcesOf, withRemainders } from './laws/law.ts';
import { lawSentence } from './laws/law-sentence.ts';
import { sampleAmounts } from './laws/sample-amounts.ts';
import { inOrderWithDerived } from './orders-of-derived.ts';
import { withoutRejected } from './rejected.ts';

/** Rules of a fitted model. */
export type Rules = Pick<
  Model,
  'lags' | 'laws' | 'derived' | 'calendars' | 'belongings' | 'orders' | 'sides'
>;

export type RulesOptions = {
  /** Minimum number of entities that a rule is drawn from. */
  threshold: number;
  /** Column that orders sequences; never a lag. */
  time: string | null;
  /** Columns that another part of the model derives. */
  excluded: ReadonlySet<number>;
  /** True if rows form sequences; otherwise they are independent. */
  inHistories: boolean;
  /** Entity of each row; null if each row is one. */
  entity: Int32Array | null;
  /** Columns of a running balance and its movements, which histories draw. */
  running?: { balance: number; amount: number } | undefined;
  /** Rules of the user. */
  choices?: RuleChoices | undefined;
};

/** Rules that a user declares or rejects, as sentences. */
export type RuleChoices = {
  declared?: readonly string[] | undefined;
  rejected?: readonly string[] | undefined;
  /** True if they were chosen by other rows of the file, such as all of them. */
  areFromOtherRows?: boolean | undefined;
};

export const areLearned = (columns: readonly ColumnPlan[]): boolean[] =>
  columns.map(({ made }) => made === null);

/**
 * Finds day columns that follow another within days, derived numbers and dates, in all rows or in
 * those of some words, and pairs of columns of which one never exceeds the other. Declared rules
 * come first, rejected ones are left out.
 *
 * @param isLearned for each column, true if its values are modeled
 * @throws RuleRefused if a declared rule cannot be read or held, or a rejected one is not found
 */
export function findRules(
  table: Table,
  isLearned: readonly boolean[],
  options: RulesOptions,
): FoundRules {
  const {
    declared: sentences = [],
    rejected = [],
    areFromOtherRows = false,
  } = options.choices ?? {};
  const isFree = isLearned.map((own, i) => own && !options.excluded.has(i));
  const declared = declareRules(sentences, table, isFree);
  const found = searchRules(table, isLearned, options, declared.derived);
  const orders = found.orders.filter(
    ({ low, high }) => !declared.orders.some((own) => own.low === low && own.high === high),
  );
  return withoutRejected(
    {
      ...found,
      derived: [...declared.derived, ...found.derived],
      orders: [...declared.orders, ...orders],
    },
    rejected,
    { columns: table.columns, areFromOtherRows },
  );
}

function searchRules(
  table: Table,
  isLearned: readonly boolean[],
  { threshold, time, excluded, inHistories, entity, running }: RulesOptions,
  declared: readonly DerivedColumn[],
): FoundRules {
  const known = new Map<number, readonly number[]>(
    declared.map((own) => [own.column, sourcesOfDerived(own)]),
  );
  const digits = findDigitDates(table, {
    columns: table.columns.flatMap(({ kind }, i) =>
      kind === 'number' && isLearned[i] && !excluded.has(i) && !known.has(i) ? [i] : [],
    ),
    entity,
    threshold,
  });
  const ofDigits = digits.map(({ column }) => column);
  const taken = new Set([...excluded, ...ofDigits]);
  const search = derivedSearch(table, { isLearned, taken, known, threshold, entity });
  search.inAllRows('datetime');
  const lags = findDateLags(table, isLearned, { threshold, time, apart: known });
  for (const { from } of lags) taken.add(from);
  const lagging = lags.flatMap(({ column, from }) => (inHistories ? [column] : [column, from]));
  const apart = new Set([...taken, ...known.keys(), ...lagging]);
  const years = findYearLaws(table, isLearned, { threshold, excluded: apart, inHistories });
  for (const { law } of years) known.set(law.column, sourcesOf(law));
  const unread = new Set([
    ...apart,
    ...years.flatMap(({ law }) => [law.column, ...sourcesOf(law)]),
  ]);
  for (const { column } of declared) unread.delete(column);
  const samples = sampleAmounts(
    table,
    (column) => isLearned[column] === true && !unread.has(column),
  );
  const amounts = amountLawSearch(table, samples, threshold);
  const isOpen = (column: number) =>
    isLearned[column] === true && !known.has(column) && !unread.has(column);
  const openings = running === undefined ? [] : findOpenings(table, { running, threshold, isOpen });
  for (const { law } of openings) known.set(law.column, sourcesOf(law));
  const exact = amounts.exact(known);
  const remaining = findRemaining(
    table,
    exact.flatMap(({ law }) => (law.kind === 'installment' ? [law] : [])),
    {
      isOpen,
      isRead: (column) => isLearned[column] === true && !taken.has(column),
    },
  ).filter(({ law }) => !sourcesOf(law).some((source) => reads(known, source, law.column)));
  for (const { law } of remaining) known.set(law.column, sourcesOf(law));
  search.inAllRows('number', amounts.totals);
  search.byEachWord(amounts);
  const laws = [
    ...years,
    ...openings,
    ...exact,
    ...remaining,
    ...amounts.shares(known),
    ...amounts.sums(known),
  ];
  const shares = sharesUnlessZero(table, {
    isOpen: (column) => isLearned[column] === true && !taken.has(column) && !unread.has(column),
    known,
    threshold,
    entity,
  });
  search.bySomeWords();
  const derived = [...search.derived, ...shares];
  const whole = [...declared, ...derived].filter(({ cases }) =>
    cases.some(({ where }) => where.length === 0),
  );
  const following = [...lags, ...laws.map(({ law }) => law), ...whole].map(({ column }) => column);
  const orders = findColumnOrders(
    table,
    isLearned,
    new Set([...excluded, ...ofDigits, ...following]),
  );
  const ofDates = findCalendars(table, {
    columns: table.columns.flatMap(({ kind, name }, i) =>
      kind === 'datetime' &&
      isLearned[i] &&
      !known.has(i) &&
      !lags.some((lag) => lag.column === i) &&
      (name === time || !excluded.has(i))
        ? [i]
        : [],
    ),
    time: table.columns.findIndex(({ name }) => name === time),
    entity,
    threshold,
  });
  const belongings = findBelongings(table, isLearned, { entity, threshold });
  return {
    lags,
    laws: lawsInOrder(laws),
    derived,
    calendars: [...digits, ...ofDates],
    belongings,
    orders,
  };
}

const lawsInOrder = (laws: readonly FoundLaw[]): FoundLaw[] =>
  sourcesFirst(laws, {
    columnOf: ({ law }) => law.column,
    sourcesOf: ({ law }) => sourcesOf(law),
  });

/** Returns the rules as properties of a model; those not found are omitted. */
export const rulesOf = ({ lags, laws, derived, calendars, belongings, orders }: FoundRules) => ({
  ...(lags.length > 0 && { lags }),
  ...(laws.length > 0 && { laws: laws.map(({ law }) => law) }),
  ...(derived.length > 0 && { derived }),
  ...(calendars.length > 0 && { calendars }),
  ...(belongings.length > 0 && { belongings }),
  ...(orders.length > 0 && { orders }),
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
 */
export function byRules(
  table: Table,
  rules: Rules,
  isGiven: (column: number) => boolean = () => false,
): Table {
  const { orders, lags = [], calendars: all = [], belongings = [], sides } = rules;
  const calendars = all.filter((calendar) => calendar.kind !== 'digits');
  const isLag = ({ column }: DateCalendar) => lags.some((lag) => lag.column === column);
  const first = calendars.filter((calendar) => !isLag(calendar));
  const moved = withCalendars(
    inOrder(withDigits(table, all, isGiven), orders, isGiven),
    first,
    isGiven,
  );
  const dated = withCalendars(datesFromCounted(moved, lags), calendars.filter(isLag), isGiven);
  const ordered = calendars.length === 0 ? dated : withLaterDates(dated, rules, isGiven);
  const worded = belongings.reduce(
    (sofar, own) => withBelonging(sofar, own, isGiven(own.column)),
    ordered,
  );
  const derived = withDerivations(worded, rules, isGiven);
  const corrected = inOrderWithDerived(worded, derived, { orders: orders ?? [], isGiven });
  const whole = corrected === null ? derived : withDerivations(corrected, rules, isGiven);
  return splitSides(whole, sides);
}

const MAX_LATER_DAYS = 62;

/** Moves the later of two dates that a calendar put in the wrong order to a day that it has. */
function withLaterDates(
  table: Table,
  { orders = [], calendars = [] }: Rules,
  isGiven: (column: number) => boolean,
): Table {
  const isMoved = (column: number) => calendars.some((calendar) => calendar.column === column);
  return orders.reduce((sofar, { low, high }) => {
    const [below, above] = [sofar.columns[low], sofar.columns[high]];
    if (below.kind !== 'datetime' || above.kind !== 'datetime' || isGiven(high)) return sofar;
    if (!isMoved(low) && !isMoved(high)) return sofar;
    const values = above.values.slice();
    const columns = sofar.columns.map((own, i) => (i === high ? { ...above, values } : own));
    const keepers = calendars
      .filter(({ column }) => column === high)
      .map((calendar) => calendarKeeper(calendar, { rows: sofar.rows, columns }));
    below.values.forEach((moment, row) => {
      if (!(moment > values[row])) return;
      for (let days = 0; days <= MAX_LATER_DAYS; days++) {
        values[row] = moment + DAY * days;
        if (keepers.every((keeps) => keeps(row))) return;
      }
    });
    return { rows: sofar.rows, columns };
  }, table);
}

/** Returns the rules as sentences. */
export function ruleSentences(
  { laws = [], derived = [], calendars = [], belongings = [], orders = [] }: Omit<Rules, 'sides'>,
  columns: Parameters<typeof orderSentence>[1]['columns'],
): string[] {
  const nameOf = (column: number) => columns[column].name;
  return [
    ...laws.map((law) => lawSentence(law, nameOf)),
    ...derived.flatMap((own) => derivedSentences(own, nameOf)),
    ...calendars.map((calendar) => calendarSentence(calendar, nameOf)),
    ...belongings.map((own) => belongingSentence(own, nameOf)),
    ...orders.map((order) => orderSentence(order, { columns })),
  ];
}
