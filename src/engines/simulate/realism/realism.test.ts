import { expect, test } from 'vitest';
import { everySecond } from '../../every-second.fixture.ts';
import type { PresetName } from '../configuration/presets.ts';
import { plan } from '../plan.ts';
import { simulateCells } from '../simulate-cells.ts';
import { categoryAuc, count, numberAuc, type Tally } from './auc.ts';
import { benfordDeviation } from './measures.ts';
import { realismReport } from './realism-report.ts';

test('areas under the curve are those of hand-made examples', () => {
  const perfect: Tally = new Map([
    ['a', [10, 0]],
    ['b', [5, 5]],
  ]);
  expect(categoryAuc(perfect)).toBe(1);
  const blind: Tally = new Map([
    ['a', [10, 5]],
    ['b', [20, 10]],
  ]);
  expect(categoryAuc(blind)).toBe(0.5);
  // Positives at 1 and 3, negatives at 2 and 4: three of four pairs are in descending order.
  const mixed: Tally = new Map();
  for (const [value, hit] of [
    [1, 1],
    [2, 0],
    [3, 1],
    [4, 0],
  ])
    count(mixed, { value: value!, laundering: hit! });
  expect(numberAuc(mixed)).toBe(0.75);
});

test('first digits in the proportions of Benford deviate by nothing', () => {
  const digits = [0, 30103, 17609, 12494, 9691, 7918, 6695, 5799, 5115, 4576];
  expect(benfordDeviation(digits)).toBeLessThan(1e-5);
  // All ones: (1 - 0.30103 + the other shares, which sum to 0.69897) / 9.
  expect(benfordDeviation([0, 1, 0, 0, 0, 0, 0, 0, 0, 0])).toBeCloseTo(0.15533, 4);
});

const PRESETS: PresetName[] = ['us-community-bank', 'us-credit-union', 'eu-retail-bank'];

/** Figures that a window of six weeks is too short for. */
const LONG_WINDOW = [
  'Gini coefficient of volume between current accounts',
  'rents that rise within the window',
  'top merchant of an account, median',
  'variation of pay, median person',
  'variation of rows between current accounts',
];

test.each(everySecond(PRESETS))(
  'a run of the preset %s meets every target of its report, with no column that tells',
  (preset) => {
    const planned = plan({
      seed: 3n,
      customers: 5000,
      accounts: 8000,
      transactions: 250_000,
      preset,
      amlRate: 0.004,
    });
    const { figures } = realismReport(planned, simulateCells(planned));
    expect(figures.filter((f) => f.within === false)).toEqual([]);
    const short = figures.filter((f) => f.within === null).map((f) => f.name);
    expect(short.sort()).toEqual(LONG_WINDOW);
  },
);

test.each(everySecond(PRESETS))(
  'over a year, people of the preset %s differ as published data do',
  (preset) => {
    const planned = plan({
      seed: 12n,
      customers: 1000,
      accounts: 1500,
      transactions: 240_000,
      preset,
      startDate: '2025-01-01',
      endDate: '2025-12-31',
    });
    const { figures } = realismReport(planned, simulateCells(planned));
    const people = figures.filter((f) => LONG_WINDOW.includes(f.name));
    expect(people.map((f) => f.name).sort()).toEqual(LONG_WINDOW);
    expect(people.filter((f) => f.within !== true)).toEqual([]);
  },
);
