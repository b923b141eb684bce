import { expect, test } from 'vitest';
import { streamFor } from '../../random/stream.ts';
import { parseColumns } from '../../table/parse-columns.ts';
import type { CategoryColumn, NumberColumn, Table } from '../../table/table.ts';
import { fit, ruleSentences, sample } from '../index.ts';
import { rangeKeeper, withinRange } from './word-ranges.ts';

const RATES = { EUR: 1.08, GBP: 1.27, JPY: 0.0067, CZK: 0.043 };

/** Trades in four currencies, whose rates lie far apart, and fees that depend on nothing. */
function trades(rows: number): Table {
  const stream = streamFor(53n, 0, 0);
  const records = Array.from({ length: rows }, () => {
    const currency = (Object.keys(RATES) as (keyof typeof RATES)[])[stream.below(4)]!;
    const rate = RATES[currency] * (0.95 + 0.1 * stream.float());
    return [currency, rate.toFixed(5), (5 + 20 * stream.float()).toFixed(2), `D${stream.below(6)}`];
  });
  const names = ['currency', 'rate', 'fee', 'desk'];
  return parseColumns(
    names,
    names.map((_, c) => records.map((record) => record[c]!)),
  );
}

const table = trades(1500);
const model = fit(table, { mode: 'balanced', seed: 1n });

test('a rate keeps to the range of its currency; fees keep to none', () => {
  const sentences = ruleSentences(model, table.columns);
  expect(sentences.filter((own) => own.includes('keeps to its range'))).toEqual([
    'rate keeps to its range by currency',
  ]);
  const [range] = model.ranges!;
  const drawn = sample(model, { rows: 5000, seed: 2n });
  const keeps = rangeKeeper(range!, drawn);
  expect(Array.from({ length: drawn.rows }, (_, row) => keeps(row))).not.toContain(false);
});

test('ranges hold what five rows have on either side, and nothing of a rare word', () => {
  const [range] = model.ranges!;
  range!.words.forEach((word, i) => {
    const rate = RATES[word as keyof typeof RATES];
    expect(range!.low[i]).toBeGreaterThan(0.85 * rate);
    expect(range!.high[i]).toBeLessThan(1.15 * rate);
  });
  const currency = table.columns[0] as CategoryColumn;
  const rare = {
    rows: table.rows,
    columns: table.columns.map((own, i) =>
      i === 0
        ? {
            ...currency,
            dictionary: [...currency.dictionary, 'CHF'],
            codes: currency.codes.map((code, row) => (row < 4 ? 4 : code)),
          }
        : own,
    ),
  };
  const other = fit(rare, { mode: 'balanced', seed: 1n });
  expect(other.ranges![0]!.words).not.toContain('CHF');
});

test('a number out of range becomes that of another row with the word, or the nearest bound', () => {
  const rule = { column: 1, of: 0, words: ['EUR', 'JPY'], low: [1, 0.005], high: [1.2, 0.008] };
  const rows = [
    ['EUR', '1.1'],
    ['EUR', '0.0066'],
    ['JPY', '1.05'],
    ['GBP', '900'],
  ];
  const drawn = parseColumns(
    ['currency', 'rate'],
    [0, 1].map((c) => rows.map((row) => row[c]!)),
  );
  const { values } = withinRange(drawn, rule).columns[1] as NumberColumn;
  expect([...values]).toEqual([1.1, 1.1, 0.008, 900]);
});
