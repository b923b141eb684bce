import { expect, test } from 'vitest';
import { binLabels, shownBins } from './overlay-bins.ts';

const bin = (label: string, real: number | null = 0.5, synthetic: number | null = 0.5) => ({
  label,
  real,
  synthetic,
});

test('a spare class is left out where no row is in it, and stays where one is, or may be', () => {
  const bins = [
    bin('EUR'),
    bin('(other)', 0, 0),
    bin('(n/a)', 0, 0.01),
    bin('(other)', null, 0),
    bin('unused', 0, 0),
  ];
  expect(shownBins(bins).map(({ label }) => label)).toEqual(['EUR', '(n/a)', '(other)', 'unused']);
});

test('categories are named one by one, shortened to their bar', () => {
  const five = ['fuel', 'groceries', 'salary', 'rent', 'cash_withdrawal'].map((label) =>
    bin(label),
  );
  expect(binLabels(five, 320).map(({ text }) => text)).toEqual([
    'fuel',
    'groceries',
    'salary',
    'rent',
    'cash_with…',
  ]);
});

test('many categories, and bins of numbers, are named at their ends', () => {
  const many = Array.from({ length: 20 }, (_, i) => bin(`city ${i}`));
  expect(binLabels(many, 320)).toEqual([
    { bin: 0, text: 'city 0', anchor: 'start' },
    { bin: 19, text: 'city 19', anchor: 'end' },
  ]);
  expect(binLabels([bin('below 23'), bin('23'), bin('49')], 320).map(({ text }) => text)).toEqual([
    'below 23',
    'from 49',
  ]);
  expect(binLabels([], 320)).toEqual([]);
});
