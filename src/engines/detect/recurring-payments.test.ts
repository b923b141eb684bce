import { expect, test } from 'vitest';
import { type Movement, recurringPayments } from './recurring-payments.ts';

const inOrder = (movements: Movement[]) => movements.toSorted((a, b) => a.day - b.day);
const every = (days: readonly number[], name: string, amount: (i: number) => number) =>
  days.map((day, i) => ({ day, name, amount: amount(i) }));
/** First days of seven months from 2024-01-01, counted from 1970. */
const MONTHS = [19723, 19754, 19783, 19814, 19844, 19875, 19905];

test('a salary and a rent each month are found among purchases, the larger first', () => {
  const movements = inOrder([
    ...every(MONTHS, 'Employer', (i) => 3000 + 20 * i),
    ...every(
      MONTHS.map((day) => day + 2),
      'Landlord',
      () => -950,
    ),
    ...every([19725, 19727, 19740, 19741, 19790, 19791], 'Bakery', (i) => -3 - i / 10),
  ]);
  const found = recurringPayments(movements);
  expect(found.map(({ name, every, amount }) => [name, every, amount])).toEqual([
    ['Employer', 'month', 3060],
    ['Landlord', 'month', -950],
  ]);
  expect(found[1]!.movements.map((i) => movements[i]!.day)).toEqual(MONTHS.map((day) => day + 2));
});

test.each<[string, Movement[], string[]]>([
  ['a week', every([1, 8, 15, 22], 'Gym', () => -9), ['week']],
  ['a quarter', every([0, 91, 182, 274], 'Tax', () => -400), ['quarter']],
  ['two payments', every([0, 30], 'Gym', () => -9), []],
  ['no name', every(MONTHS, '', () => -9), []],
  ['amounts all over', every(MONTHS, 'Shop', (i) => -(10 ** (i % 4))), []],
  [
    'one refund among payments of the other sign',
    [...every(MONTHS, 'Gym', () => -9), { day: 20000, name: 'Gym', amount: 9 }],
    ['month'],
  ],
  ['irregular days', every([0, 3, 40, 41, 100], 'Shop', () => -9), []],
])('%s', (_case, movements, expected) => {
  expect(recurringPayments(movements).map(({ every }) => every)).toEqual(expected);
});
