import type { CategoryColumn, DatetimeColumn, NumberColumn, Table } from '../../../table/table.ts';
import { stepAfter } from '../derived/formula.ts';
import { type Between, type BetweenRows, betweenOf } from './between-rows.ts';
import { monthOf } from './parts-of-date.ts';
import { keepSteady } from './steady-values.ts';

/**
 * Writes dates that step, counts, lengths, and values that stay. Carried values are left to
 * `carryOver`, monotone ones to `withStepsAddedUp`.
 *
 * @param options.groups rows of each entity in order of time
 * @param options.ownColumns number of columns before those of the parent's row
 */
export function withStepsAndCounts(
  table: Table,
  rules: readonly BetweenRows[],
  {
    groups,
    ownColumns,
    isGiven,
  }: {
    groups: readonly number[][];
    ownColumns: number;
    isGiven: (column: number) => boolean;
  },
): Table {
  const columns = table.columns.slice();
  const change = (column: number, write: (values: Float64Array) => void) => {
    const own = columns[column] as NumberColumn | DatetimeColumn;
    const values = own.values.slice();
    write(values);
    columns[column] = { ...own, values };
  };
  for (const { column, unit, step, phase } of betweenOf(rules, 'stepped', isGiven))
    change(column, (values) => {
      for (const rows of groups) {
        const drawn = values[rows[0]!]!;
        // The first date moves on to the next month that the file has.
        const ahead = phase === null ? 0 : (phase + step - (monthOf(drawn) % step)) % step;
        const isEnd = unit === 'month ends';
        const first = ahead > 0 || isEnd ? stepAfter(drawn, unit, ahead) : drawn;
        rows.forEach((row, i) => {
          values[row] = i === 0 ? first : stepAfter(first, unit, step * i);
        });
      }
    });
  for (const { column, step, first } of betweenOf(rules, 'counted', isGiven))
    change(column, (values) => {
      for (const rows of groups) {
        const from = first ?? startOf(values, { rows, step });
        rows.forEach((row, i) => {
          values[row] = from + step * i;
        });
      }
    });
  // Of a parent's row, it is the number of rows that were drawn.
  for (const { column } of betweenOf(rules, 'length', isGiven))
    if (column < ownColumns)
      change(column, (values) => {
        for (const rows of groups) for (const row of rows) values[row] = rows.length;
      });
  for (const steady of betweenOf(rules, 'steady', isGiven))
    change(steady.column, (values) => keepSteady(values, groups, steady));
  for (const { column, from } of betweenOf(rules, 'starts', isGiven))
    change(column, (values) => {
      const start = (columns[from] as NumberColumn).values;
      for (const [first] of groups) values[first!] = start[first!]!;
    });
  const lastWords = betweenOf(rules, 'last', isGiven);
  for (const last of lastWords) {
    const own = columns[last.column] as CategoryColumn;
    const ends = lastWords.flatMap(({ column, word }) =>
      column === last.column ? [own.dictionary.indexOf(word)] : [],
    );
    columns[last.column] = { ...own, codes: withLastWord(own, { groups, ends, last }) };
  }
  return { rows: table.rows, columns };
}

/**
 * Keeps a word in the last rows of as many entities as in the file; in earlier rows, the word before
 * stays.
 *
 * @param options.ends codes of all words that stand only in last rows
 */
function withLastWord(
  { codes: drawn, dictionary }: CategoryColumn,
  {
    groups,
    ends,
    last: { word, share },
  }: { groups: readonly number[][]; ends: readonly number[]; last: Between<'last'> },
): Int32Array {
  const codes = drawn.slice();
  const code = dictionary.indexOf(word);
  if (code < 0) return codes;
  const open: number[] = [];
  let having = 0;
  for (const rows of groups) {
    rows.slice(0, -1).forEach((row, i) => {
      if (codes[row] !== code) return;
      const other =
        i > 0 ? codes[rows[i - 1]!]! : rows.map((at) => drawn[at]!).find((at) => at !== code);
      if (other !== undefined) codes[row] = other;
    });
    const row = rows.at(-1)!;
    if (codes[row] === code) having++;
    else if (rows.length > 1 && !ends.includes(codes[row]!)) open.push(row);
  }
  const missing = Math.min(open.length, Math.round(share * groups.length) - having);
  for (let i = 0; i < missing; i++) codes[open[Math.floor((i * open.length) / missing)]!] = code;
  return codes;
}

/** Returns where an entity's count begins: what counts down never falls below its last value. */
const startOf = (
  values: Float64Array,
  { rows, step }: { rows: readonly number[]; step: 1 | -1 },
): number =>
  step > 0
    ? values[rows[0]!]!
    : Math.max(values[rows[0]!]!, Math.max(0, values[rows.at(-1)!]!) + rows.length - 1);
