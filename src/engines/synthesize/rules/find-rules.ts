import type { Table } from '../../table/table.ts';
import { type Between, betweenOf } from './between-rows/between-rows.ts';
import { findBetweenRows, staysInGroups, steadyColumns } from './between-rows/find-between.ts';
import { type RowsBefore, rowsBeforeInFile } from './between-rows/rows-before.ts';
import { findDigitDates } from './calendars/digit-dates.ts';
import { findDateLags, findNearLags } from './date-lags.ts';
import { findDayValues } from './day-values.ts';
import { declareRules } from './declared/declare.ts';
import { reads } from './dependencies.ts';
import { type DerivedColumn, isOnlyEmptied, sourcesOfDerived } from './derived/derived-column.ts';
import { derivedSearch } from './derived/find-derived.ts';
import { sharesUnlessZero } from './derived/shares-unless-zero.ts';
import { drawnBetween, type InRows, sourcesByColumn } from './drawn-between.ts';
import { findDrawnRules } from './find-drawn-rules.ts';
import type { FoundRules } from './found-rules.ts';
import { amountLawSearch } from './laws/find-amount-laws.ts';
import { findOpenings } from './laws/find-openings.ts';
import { findRemaining } from './laws/find-remaining.ts';
import { findYearLaws } from './laws/find-year-laws.ts';
import { type FoundLaw, lawsInOrder, sourcesOf } from './laws/law.ts';
import { sampleAmounts } from './laws/sample-amounts.ts';
import { withoutRejected } from './rejected.ts';
import type { RuleChoices } from './rules.ts';

export type RulesOptions = {
  /** Minimum number of entities that a rule is drawn from. */
  threshold: number;
  /** Column that orders sequences; never a lag. */
  time: string | null;
  /** Columns that another part of the model derives. */
  excluded: ReadonlySet<number>;
  /** Columns that stay as drawn, as those of a person: rules may read them. */
  held?: readonly number[] | undefined;
  /** True if rows form sequences; otherwise they are independent. */
  inHistories: boolean;
  /** Entity of each row; null if each row is one. */
  entity: Int32Array | null;
  /** Columns of a running balance and its movements, which histories draw; joined of two, or one. */
  running?: { balance: number; amount: number; isJoined: boolean } | undefined;
  /** Columns of the parent's row, which is the entity: read, but never derived. */
  above?: readonly number[] | undefined;
  /** Rules of the user. */
  choices?: RuleChoices | undefined;
};

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
  const found = searchWithBetween(table, isLearned, options, declared.derived);
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

type Carried = Between<'carried'>;

/**
 * Searches rules within rows and between those of an entity. Nothing derives a carried column, so a
 * pair whose rules lead nowhere is dropped if the column follows from others without it.
 */
function searchWithBetween(
  table: Table,
  isLearned: readonly boolean[],
  options: RulesOptions,
  declared: readonly DerivedColumn[],
): FoundRules {
  const { entity, time, threshold, excluded, inHistories, running, above = [] } = options;
  if (!inHistories || entity === null)
    return {
      ...searchRules(table, isLearned, { ...options, withheld: above, unordered: above }, declared),
      between: [],
    };
  const rows = rowsBeforeInFile(table, { entity, time });
  const between = findBetweenRows(table, {
    rows,
    threshold,
    isOpen: (column) =>
      isLearned[column] === true &&
      !excluded.has(column) &&
      !above.includes(column) &&
      !declared.some((own) => own.column === column),
    isTime: (column) => table.columns[column]?.name === time,
    above,
  });
  // A running balance is drawn with its movements.
  const pairs = running === undefined ? betweenOf(between, 'carried') : [];
  const runs = betweenOf(between, 'run').map(({ column }) => column);
  // Columns that run are written after values are put in order; of monotone ones, steps are drawn.
  const steps = betweenOf(between, 'monotone').map(({ column }) => column);
  const unordered = [...above, ...runs, ...steps];
  const search = (carried: readonly Carried[]) => {
    const withheld = [...above, ...runs, ...carried.map(({ column }) => column)];
    return searchRules(table, isLearned, { ...options, rows, withheld, unordered }, declared);
  };
  const found = search(pairs);
  const sources = sourcesByColumn(found);
  const isLed = ({ column, from }: Carried) => reads(sources, from, column);
  if (pairs.every(isLed)) return { ...found, between: drawnBetween(between, found, pairs) };
  const led = pairs.filter(isLed);
  const others = search(led);
  const following = sourcesByColumn(others);
  const kept = pairs.filter(
    (pair) =>
      led.includes(pair) ||
      (!following.has(pair.column) && !reads(following, pair.column, pair.from)),
  );
  return { ...others, between: drawnBetween(between, others, kept) };
}

function searchRules(
  table: Table,
  isLearned: readonly boolean[],
  {
    threshold,
    time,
    excluded,
    held = [],
    inHistories,
    entity,
    running,
    unordered = [],
    withheld,
    rows = null,
  }: RulesOptions & {
    withheld: readonly number[];
    unordered?: readonly number[];
    rows?: RowsBefore | null;
  },
  declared: readonly DerivedColumn[],
): InRows {
  // Histories draw a running balance and its movements first, so rules may read these.
  const { balance, amount, isJoined } = running ?? { isJoined: false };
  const ofStatement = isJoined ? [balance] : [balance, amount];
  const drawnFirst = [...ofStatement.filter((column) => column !== undefined), ...held];
  const known = new Map<number, readonly number[]>([
    ...declared.map((own) => [own.column, sourcesOfDerived(own)] as const),
    ...drawnFirst.map((column) => [column, []] as const),
    ...withheld.map((column) => [column, []] as const),
  ]);
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
  const few = findDateLags(table, isLearned, { threshold, time, apart: known });
  const near = findNearLags(table, isLearned, {
    threshold,
    time: inHistories ? time : null,
    entity,
    apart: known,
    few,
  });
  const lags = [...few, ...near];
  for (const { from } of lags) taken.add(from);
  const lagging = lags.flatMap(({ column, from }) => (inHistories ? [column] : [column, from]));
  const apart = new Set([...taken, ...known.keys(), ...lagging]);
  const leadsBack = ({ law }: FoundLaw) =>
    sourcesOf(law).some((source) => reads(known, source, law.column));
  const know = (found: readonly FoundLaw[]) => {
    for (const { law } of found) known.set(law.column, sourcesOf(law));
  };
  const steady = rows === null ? new Set<number>() : steadyColumns(table, rows);
  // A year of the entity, such as that of its contract, follows from no date of its rows.
  const isOfEntity = ({ law }: FoundLaw) =>
    steady.has(law.column) && sourcesOf(law).some((source) => !steady.has(source));
  const years = findYearLaws(table, isLearned, {
    threshold,
    excluded: apart,
    inHistories,
  }).filter((own) => !leadsBack(own) && !isOfEntity(own));
  know(years);
  const unread = new Set([
    ...apart,
    ...years.flatMap(({ law }) => [law.column, ...sourcesOf(law)]),
  ]);
  for (const { column } of declared) unread.delete(column);
  for (const column of withheld) unread.delete(column);
  for (const column of drawnFirst) unread.delete(column);
  const samples = sampleAmounts(
    table,
    (column) => isLearned[column] === true && !unread.has(column),
  );
  const isOpen = (column: number) =>
    isLearned[column] === true && !known.has(column) && !unread.has(column);
  // A price of the day is learned, and the units that it buys follow from it.
  const daily = findDayValues(table, { isLearned, isOpen, entity, threshold });
  const fixed = new Set([...steady, ...daily.map(({ column }) => column)]);
  const amounts = amountLawSearch(table, samples, { threshold, steady: fixed });
  const openings = running === undefined ? [] : findOpenings(table, { running, threshold, isOpen });
  know(openings);
  const exact = amounts.exact(known);
  const remaining = findRemaining(
    table,
    exact.flatMap(({ law }) => (law.kind === 'installment' ? [law] : [])),
    {
      isOpen,
      isRead: (column) => isLearned[column] === true && !taken.has(column),
    },
  ).filter((own) => !leadsBack(own));
  know(remaining);
  search.inAllRows('number', amounts.totals);
  search.byEachWord(amounts);
  const laws = [
    ...years,
    ...openings,
    ...exact,
    ...remaining,
    ...amounts.shares(known),
    ...amounts.sums(known),
    ...amounts.productSums(known),
    ...amounts.ratios(known),
  ];
  const shares = sharesUnlessZero(table, {
    isOpen: (column) => isLearned[column] === true && !taken.has(column) && !unread.has(column),
    known,
    threshold,
    entity,
  });
  search.bySomeWords();
  search.emptyByRareWords();
  const derived = [...search.derived, ...shares];
  const whole = [...declared, ...derived].filter(({ cases }) =>
    cases.some(({ where }) => where.length === 0),
  );
  const following = [...few, ...laws.map(({ law }) => law), ...whole].map(({ column }) => column);
  const notDrawn = new Set([...excluded, ...held, ...ofDigits, ...following, ...unordered]);
  /** Words of one row alone are exchanged. */
  const isOfRow = (word: number) =>
    !inHistories || (rows !== null && !staysInGroups(table, word, rows));
  const emptied = new Set(derived.filter(isOnlyEmptied).map(({ column }) => column));
  const ofRows = findDrawnRules(table, {
    isLearned,
    entity,
    threshold,
    isDrawn: (column) => !notDrawn.has(column),
    isDated: (column) =>
      (!known.has(column) || emptied.has(column)) &&
      !few.some((lag) => lag.column === column) &&
      (table.columns[column]!.name === time || !excluded.has(column)),
    banded: {
      numbersOf: (word) =>
        isOfRow(word)
          ? table.columns.flatMap(({ kind }, i) =>
              kind === 'number' && isLearned[i] === true && !reads(known, i, word) ? [i] : [],
            )
          : [],
      conditionOf: (column, word) => !reads(known, column, word),
    },
    limitsOf: (word) => {
      if (!isOfRow(word)) return [];
      return table.columns.flatMap(({ kind }, i) => {
        const isLimit = kind === 'number' ? known.has(i) : kind === 'datetime' && !inHistories;
        return isLimit && isLearned[i] === true && !reads(known, i, word) ? [i] : [];
      });
    },
    daily,
    time,
  });
  return {
    ...ofRows,
    lags,
    laws: lawsInOrder(laws),
    derived,
    calendars: [...digits, ...ofRows.calendars],
  };
}
