import { expect, test } from 'vitest';
import { streamFor } from '../../random/stream.ts';
import { parseColumns } from '../../table/parse-columns.ts';
import type { Table } from '../../table/table.ts';
import { fit, ruleSentences, sample } from '../index.ts';
import { countDayValues, withDayValues } from './day-values.ts';

const FUNDS = ['Alpha', 'Beta', 'Gamma'];
const FIRST = 19_358;

/** Purchases of three funds, each with one price a day; `free` prices differ from row to row. */
function purchases(rows: number, free = false): Table {
  const walk = streamFor(61n, 0, 0);
  const prices = FUNDS.map((_, fund) => {
    let price = 40 * (fund + 1);
    return Array.from({ length: 400 }, () => {
      price *= 0.99 + 0.021 * walk.float();
      return price;
    });
  });
  const stream = streamFor(61n, 1, 0);
  const records = Array.from({ length: rows }, () => {
    const [day, fund] = [stream.below(400), stream.below(3)];
    const price = prices[fund]![day]! * (free ? 0.99 + 0.02 * stream.float() : 1);
    const date = new Date((FIRST + day) * 86_400_000).toISOString().slice(0, 10);
    return [date, FUNDS[fund]!, price.toFixed(4), (1 + 900 * stream.float()).toFixed(3)];
  });
  const names = ['traded', 'fund', 'price', 'units'];
  return parseColumns(
    names,
    names.map((_, c) => records.map((record) => record[c]!)),
  );
}

const ofDays = (table: Table) =>
  ruleSentences(fit(table, { mode: 'balanced', seed: 1n }), table.columns).filter((own) =>
    own.includes('one value on each'),
  );

test('a fund has one price on each day, near that of the file', () => {
  const table = purchases(4000);
  const model = fit(table, { mode: 'balanced', seed: 1n });
  expect(ofDays(table)).toEqual(['price has one value on each traded by fund']);
  const [rule] = model.dayValues!;
  const drawn = sample(model, { rows: 4000, seed: 2n });
  const { rows, kept } = countDayValues(drawn, rule!);
  expect(rows).toBeGreaterThan(500);
  expect(kept).toBe(rows);
  const pricesOf = ({ columns: [traded, fund, price], rows: count }: Table) => {
    if (traded?.kind !== 'datetime' || fund?.kind !== 'category' || price?.kind !== 'number')
      throw new Error('expected a date, a word and a number');
    return new Map(
      Array.from({ length: count }, (_, row) => [
        `${traded.values[row]} ${fund.dictionary[fund.codes[row]!]}`,
        price.values[row]!,
      ]),
    );
  };
  const [real, other] = [pricesOf(table), pricesOf(drawn)];
  const ratios = [...other].flatMap(([key, price]) =>
    real.has(key) ? [Math.abs(price / real.get(key)! - 1)] : [],
  );
  expect(ratios.length).toBeGreaterThan(500);
  expect(ratios.filter((ratio) => ratio < 0.02).length / ratios.length).toBeGreaterThan(0.95);
});

test('each learned value is of five rows or more; words of fewer have none', () => {
  const table = purchases(4000);
  const [rule] = fit(table, { mode: 'balanced', seed: 1n }).dayValues!;
  expect(rule!.words.toSorted()).toEqual(FUNDS);
  expect(rule!.days.flat().length).toBeLessThanOrEqual(table.rows / 5);
});

test('prices that differ within a day have no value of the day', () => {
  expect(ofDays(purchases(4000, true))).toEqual([]);
});

test('between two days, values lie on a line; of unknown words, the first of a day holds', () => {
  const drawn = parseColumns(
    ['traded', 'fund', 'price'],
    [
      ['2023-01-01', '2023-01-03', '2023-01-09', '2023-01-03', '2023-01-03'],
      ['Alpha', 'Alpha', 'Alpha', 'Delta', 'Delta'],
      ['7.00', '8.00', '9.00', '5.25', '6.50'],
    ],
  );
  const rule = {
    column: 2,
    date: 0,
    of: 1,
    words: ['Alpha'],
    days: [[19_359, 19_361]],
    values: [[10, 20]],
  };
  const [, , price] = withDayValues(drawn, rule).columns;
  expect(price?.kind === 'number' && [...price.values]).toEqual([10, 15, 20, 5.25, 5.25]);
});
