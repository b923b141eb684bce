import { isNull } from '../../table/format-table.ts';
import type { Column, Table } from '../../table/table.ts';
import { belongingKeeper, belongingSentence } from './belonging.ts';
import { betweenSentence } from './between-rows/between-rows.ts';
import { countBetween } from './between-rows/count-between.ts';
import { rowsBeforeInFile } from './between-rows/rows-before.ts';
import { calendarKeeper, calendarSentence } from './calendars/calendar.ts';
import { type ColumnOrder, orderSentence } from './column-orders.ts';
import { countDayValues, dayValueSentence } from './day-values.ts';
import { caseAt, caseOfRows, keeperOf } from './derived/derived-column.ts';
import { derivedSentences } from './derived/derived-sentence.ts';
import type { FoundRules } from './found-rules.ts';
import { expectedBy, type FoundLaw, remainderOf } from './laws/law.ts';
import { lawSentence } from './laws/law-sentence.ts';
import { rangeSentence, wordLimitKeeper, wordLimitSentence } from './word-limits.ts';
import { rangeKeeper } from './word-ranges.ts';

/** Rows that a rule is about, and how many of them keep it. */
export type RuleCount = { rows: number; kept: number };

/** Rule as a sentence, with its kind and the count of any table with the same columns. */
export type CountedRule = {
  kind: 'formula' | 'calendar' | 'belonging' | 'order';
  sentence: string;
  count: (table: Table) => RuleCount;
};

function countRows(
  table: Table,
  isAbout: (row: number) => boolean,
  keeps: (row: number) => boolean,
) {
  const count = { rows: 0, kept: 0 };
  for (let row = 0; row < table.rows; row++) {
    if (!isAbout(row)) continue;
    count.rows++;
    if (keeps(row)) count.kept++;
  }
  return count;
}

/** Counts the rows with a value in both columns. */
const countBoth = (
  { column, of }: { column: number; of: number },
  table: Table,
  keeps: (row: number) => boolean,
): RuleCount =>
  countRows(
    table,
    (row) => !isNull(table.columns[column], row) && !isNull(table.columns[of], row),
    keeps,
  );

const NAN = Number.isNaN;

function countLaw({ law, low, high }: FoundLaw, table: Table): RuleCount {
  const left = remainderOf(law, table);
  const expected = expectedBy(law, table);
  const own = table.columns[law.column];
  // A missing value is broken unless the sources are missing too.
  return countRows(
    table,
    (row) => !NAN(expected[row]) || !isNull(own, row),
    (row) => left[row] >= low && left[row] <= high,
  );
}

function countOrder({ low, high }: ColumnOrder, { rows, columns }: Table): RuleCount {
  const [below, above] = [columns[low], columns[high]];
  if (below.kind === 'category' || above.kind === 'category') return { rows: 0, kept: 0 };
  return countRows(
    { rows, columns },
    (row) => !NAN(below.values[row] + above.values[row]),
    (row) => below.values[row] <= above.values[row],
  );
}

/**
 * Returns the rules with a function that counts how many rows of a table keep each.
 *
 * @param entityOf entity of each row of a table; without it, rules between rows are not counted
 */
export function countedRules(
  {
    laws,
    derived,
    calendars,
    belongings,
    ranges,
    wordLimits,
    dayValues,
    orders,
    between,
  }: FoundRules,
  columns: readonly { name: string; kind: Column['kind'] }[],
  entityOf: ((table: Table) => Int32Array) | null = null,
): CountedRule[] {
  const nameOf = (column: number) => columns[column].name;
  return [
    ...laws.map(
      (found): CountedRule => ({
        kind: 'formula',
        sentence: lawSentence(found.law, nameOf),
        count: (table) => countLaw(found, table),
      }),
    ),
    ...derived.flatMap((own) => {
      const { column, decimals, cases } = own;
      const sentences = derivedSentences(own, nameOf);
      return cases.map(
        (rule, i): CountedRule => ({
          kind: 'formula',
          sentence: sentences[i],
          count: (table) => {
            const of = caseOfRows(own, table);
            const expected = rule.formula.kind === 'empty' ? null : caseAt(rule, table, decimals);
            const isMissing = (row: number) =>
              expected !== null && isNull(table.columns[column], row) && NAN(expected(row));
            return countRows(
              table,
              (row) => of[row] === i && !isMissing(row),
              keeperOf(rule, { table, column, decimals }),
            );
          },
        }),
      );
    }),
    ...calendars.map(
      (calendar): CountedRule => ({
        kind: 'calendar',
        sentence: calendarSentence(calendar, nameOf),
        count: (table) =>
          countRows(
            table,
            (row) => !isNull(table.columns[calendar.column], row),
            calendarKeeper(calendar, table),
          ),
      }),
    ),
    ...belongings.map(
      (own): CountedRule => ({
        kind: 'belonging',
        sentence: belongingSentence(own, nameOf),
        count: (table) => countBoth(own, table, belongingKeeper(own, table)),
      }),
    ),
    ...ranges.map(
      (own): CountedRule => ({
        kind: 'order',
        sentence: rangeSentence(own, nameOf),
        count: (table) => countBoth(own, table, rangeKeeper(own, table)),
      }),
    ),
    ...wordLimits.map(
      (own): CountedRule => ({
        kind: 'order',
        sentence: wordLimitSentence(own, nameOf),
        count: (table) =>
          countBoth({ column: own.column, of: own.by }, table, wordLimitKeeper(own, table)),
      }),
    ),
    ...dayValues.map(
      (own): CountedRule => ({
        kind: 'calendar',
        sentence: dayValueSentence(own, nameOf),
        count: (table) => countDayValues(table, own),
      }),
    ),
    ...orders.map(
      (order): CountedRule => ({
        kind: 'order',
        sentence: orderSentence(order, { columns }),
        count: (table) => countOrder(order, table),
      }),
    ),
    ...(entityOf === null ? [] : between).map(
      (own): CountedRule => ({
        kind: 'formula',
        sentence: betweenSentence(own, nameOf),
        count: (table) =>
          countBetween(
            own,
            table,
            rowsBeforeInFile(table, { entity: entityOf!(table), time: null }),
          ),
      }),
    ),
  ];
}
