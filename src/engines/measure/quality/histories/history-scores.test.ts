import { expect, test } from 'vitest';
import type { SidedColumn } from '../align-columns.ts';
import { groupRows } from '../sequences.ts';
import { historyOf } from './history.ts';
import { historyScores } from './history-scores.ts';

type Row = [entity: number, day: number, amount: number, word: number];

/** Builds two sides of the same columns. */
function scoresOf(real: Row[], other: Row[]) {
  const sides = [real, other];
  const numbers = (name: string, at: 0 | 1 | 2, datetime: boolean): SidedColumn => ({
    kind: 'number',
    name,
    datetime,
    decimals: 2,
    values: sides.map((rows) => Float64Array.from(rows, (row) => row[at])),
    sorted: [],
  });
  const columns: SidedColumn[] = [
    numbers('day', 1, true),
    // A balance before the amount is no payment.
    numbers('balance', 0, false),
    numbers('amount', 2, false),
    {
      kind: 'category',
      name: 'word',
      words: ['pay', 'shop'],
      codes: sides.map((rows) => Int32Array.from(rows, (row) => row[3])),
      counts: [],
    },
  ];
  const histories = sides.map((rows, side) => {
    const entities = rows.map(([entity]) => entity);
    return historyOf(columns, side, groupRows(entities, Math.max(...entities) + 1))!;
  });
  const scores = historyScores(histories[0], histories[1]);
  return new Map(scores.map((score) => [score.measure, score]));
}

/** Pay on each 15th of 2023 and one purchase 10 days later. */
const year = (entity: number): Row[] =>
  Array.from({ length: 12 }, (_, month) => Date.UTC(2023, month, 15) / 86_400_000).flatMap(
    (day, month): Row[] => [
      [entity, day, 2000, 0],
      [entity, day + 10, -20 - month, 1],
    ],
  );

test('finds monthly payments, their intervals and the rows of each month', () => {
  const scores = scoresOf([...year(0), ...year(1)], year(0));
  expect(scores.get('recurring share')).toMatchObject({ real: 0.5, other: 0.5, similarity: 1 });
  // From January 15 to December 15 are 334 days in eleven steps.
  expect(scores.get('days between equal payments')!.real).toBeCloseTo(334 / 11, 12);
  expect(scores.get('rows a month')).toMatchObject({ real: 2, other: 2, similarity: 1 });
});

test('sees that equal payments no longer recur, and signs that never occur', () => {
  const broken = year(0).map(
    ([entity, day, amount, word], row): Row => [
      entity,
      day,
      word === 0 ? row * 3 - 1 : amount,
      word,
    ],
  );
  const scores = scoresOf([...year(0), ...year(1)], broken);
  expect(scores.get('recurring share')).toMatchObject({ real: 0.5, other: 0, similarity: 0 });
  // The first payment is -1: one row of 24 has a sign that pay never has.
  const signs = scores.get('signs that their word never has')!;
  expect(signs.real).toBe(0);
  expect(signs.other).toBeCloseTo(1 / 24, 12);
});

test('computes burstiness and autocorrelation by their formulas', () => {
  // Gaps 1, 1, 1, 9: mean 3, deviation sqrt(12); B = (3.4641 - 3) / (3.4641 + 3).
  const bursts = [0, 1, 2, 3, 12].map((day): Row => [0, day, 5, 1]);
  expect(scoresOf(bursts, bursts).get('burstiness')!.real).toBeCloseTo(0.0718, 4);
  // Rows a month 1, 2, 1, 2, 1, 2: autocorrelation -5/6.
  const months = [1, 2, 1, 2, 1, 2].flatMap((rows, month) =>
    Array.from(
      { length: rows },
      (_, i): Row => [0, Date.UTC(2023, month, 3 + i) / 86_400_000, i, 1],
    ),
  );
  const score = scoresOf(months, months).get('autocorrelation of rows a month')!;
  expect(score.real).toBeCloseTo(-5 / 6, 12);
});
