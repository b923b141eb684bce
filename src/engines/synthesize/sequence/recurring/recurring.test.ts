import { expect, test } from 'vitest';
import { formatIsoDate, isWeekend } from '../../../../shared/civil-date.ts';
import { streamFor } from '../../../random/stream.ts';
import { formatTable } from '../../../table/format-table.ts';
import { parseColumns } from '../../../table/parse-columns.ts';
import { fit, modelFromBytes, modelToBytes, sample } from '../../index.ts';
import { fitPeriod } from './fit-period.ts';
import { dayInMonth, PERIODS } from './period.ts';

const JANUARY = 2023 * 12;
const LANDLORDS = ['Wohnbau', 'Berger', 'Kunze', 'Vonheim'];
const SHOPS = ['Aldi', 'Rewe', 'Shell', 'Ikea', 'Lidl'];

function rolled(day: number, step: 1 | -1): number {
  let rolledDay = day;
  while (isWeekend(rolledDay)) rolledDay += step;
  return rolledDay;
}

test('finds months, fortnights and quarters with payments moved off weekends', () => {
  const monthly = Array.from({ length: 12 }, (_, m) => rolled(dayInMonth(JANUARY + m, 31), -1));
  expect(fitPeriod(monthly, 4)).toMatchObject({ period: 0, anchor: 31, filled: 1 });
  const fortnights = Array.from({ length: 8 }, (_, n) => 19_000 + 14 * n);
  expect(PERIODS[fitPeriod(fortnights, 4)!.period]).toEqual({ unit: 'day', every: 14 });
  const quarters = Array.from({ length: 4 }, (_, q) =>
    rolled(dayInMonth(JANUARY + 12 + 3 * q, 1), 1),
  );
  const found = fitPeriod(quarters, 3)!;
  expect([PERIODS[found.period], found.anchor]).toEqual([{ unit: 'month', every: 3 }, 1]);
  // Purchases on random days have no period.
  expect(fitPeriod([0, 3, 40, 44, 90, 91, 150, 160], 4)).toBeNull();
});

/** Builds accounts with pay before the 27th, rent after the 1st and purchases on random days. */
function households(count: number) {
  const stream = streamFor(5n, 0, 0);
  const rows: string[][] = [];
  for (let account = 0; account < count; account++) {
    const [pay, rent] = [1800 + 50 * stream.below(20), 500 + 25 * stream.below(12)];
    const landlord = LANDLORDS[stream.below(LANDLORDS.length)]!;
    const own: [number, string, string, number][] = [];
    for (let m = JANUARY; m < JANUARY + 12; m++) {
      // A month of unpaid leave is no reason for fifty times the pay.
      const share = account % 3 === 0 && m === JANUARY + 5 ? 0.02 : 1;
      own.push([rolled(dayInMonth(m, 27), -1), 'salary', 'Employer', share * pay]);
      own.push([rolled(dayInMonth(m, 1), 1), 'rent', landlord, -rent]);
    }
    for (let day = dayInMonth(JANUARY, 1); day <= dayInMonth(JANUARY + 11, 31); day++)
      if (stream.below(9) === 0)
        own.push([
          day,
          'card',
          SHOPS[stream.below(SHOPS.length)]!,
          -(500 + stream.below(9000)) / 100,
        ]);
    own.sort((a, b) => a[0] - b[0]);
    for (const [day, kind, payee, amount] of own)
      rows.push([`AC${70_000 + account * 7}`, formatIsoDate(day), kind, payee, amount.toFixed(2)]);
  }
  const names = ['account_id', 'date', 'kind', 'payee', 'amount'];
  return parseColumns(
    names,
    names.map((_, c) => rows.map((row) => row[c]!)),
  );
}

test('draws pay and rent that recur from the first month to the last', async () => {
  const table = households(60);
  const roles = { payee: 'feature' as const };
  const model = fit(table, { mode: 'balanced', seed: 1n, entity: 'account_id', roles });
  const read = modelFromBytes(modelToBytes(model));
  const drawn = formatTable(sample(read, { rows: table.rows, seed: 2n })).textColumns;
  const rows = Array.from({ length: drawn[0]!.length }, (_, i) =>
    drawn.map((column) => column[i]!),
  );
  // A last account may be cut.
  const accounts = [...Map.groupBy(rows, ([account]) => account).values()].slice(0, -1);
  let [steps, monthly, rents, homes] = [0, 0, 0, 0];
  for (const own of accounts) {
    for (const kind of ['salary', 'rent']) {
      const days = own
        .filter((row) => row[2] === kind)
        .map((row) => Date.parse(row[1]!) / 86_400_000);
      const gaps = days.slice(1).map((day, i) => day - days[i]!);
      steps += gaps.length;
      monthly += gaps.filter((gap) => gap >= 27 && gap <= 35).length;
    }
    const rent = own.filter((row) => row[2] === 'rent');
    rents += rent.length;
    homes += new Set(rent.map((row) => `${row[3]} ${row[4]}`)).size;
  }
  expect(monthly / steps).toBeGreaterThan(0.97);
  expect(rents / accounts.length).toBeGreaterThan(11);
  expect(homes / accounts.length).toBeCloseTo(1, 1);
  const pays = rows.filter((row) => row[2] === 'salary').map((row) => Number(row[4]));
  expect(Math.max(...pays)).toBeLessThan(1.05 * (1800 + 50 * 19));
  // Signs follow the kind, and no payment is on a weekend.
  expect(rows.filter((row) => row[2] === 'salary' && row[4]!.startsWith('-'))).toEqual([]);
  expect(rows.filter((row) => row[2] !== 'salary' && !row[4]!.startsWith('-'))).toEqual([]);
  const paid = rows.filter((row) => row[2] !== 'card');
  const weekends = paid.filter((row) => isWeekend(Date.parse(row[1]!) / 86_400_000));
  expect(weekends.length / paid.length).toBeLessThan(0.02);
});
