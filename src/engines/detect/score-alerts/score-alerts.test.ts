import { expect, test } from 'vitest';
import { streamFor } from '../../random/stream.ts';
import { readDelimited } from '../read-delimited.fixture.ts';
import { scoreAlerts } from './score-alerts.ts';

const ROWS = 4000;
const stream = streamFor(3n, 0, 0);
const time = (row: number) => new Date(Date.UTC(2026, 0, 1, row)).toISOString().slice(0, 19);
const isCrime = (row: number) => row % 40 === 0;
const isLookAlike = (row: number) => row % 40 === 1;
const table = (lines: readonly string[]) => readDelimited(Buffer.from(`${lines.join('\n')}\n`));
const transactions = table([
  'txn_id,amount,currency,txn_ts,account_id',
  ...Array.from(
    { length: ROWS },
    (_, row) => `T${row},${1 + stream.below(900)},USD,${time(row)},A${row % 60}`,
  ),
]);
const truth = table([
  'txn_id,scheme_id,typology,hop,laundering,fraud',
  ...Array.from({ length: ROWS }, (_, row) => row).flatMap((row) =>
    isCrime(row)
      ? `T${row},S${Math.floor(row / 400)},${row < 2000 ? 'cycle' : 'fan_in'},${row % 80 === 0 ? 0 : 1},${row < 3600},${row < 3600 ? '' : 'account_takeover'}`
      : isLookAlike(row)
        ? `T${row},N${Math.floor(row / 400)},club_dues,0,false,`
        : [],
  ),
]);
const score = (header: string, lines: readonly string[]) =>
  scoreAlerts(transactions, {
    truth,
    submitted: table([header, ...lines]),
    ...{ seed: 1n, alertCost: 10, capacities: [10] },
  });
const rows = Array.from({ length: ROWS }, (_, row) => row);
const crimes = rows.filter(isCrime);

test('a perfect list finds everything, and is named as equal to the label', () => {
  const scores = score(
    'id',
    crimes.map((row) => `T${row}`),
  );
  expect(scores).toMatchObject({
    positives: 100,
    precision: { value: 1 },
    recall: { value: 1, count: 100 },
    averagePrecision: { value: 1 },
    schemes: { value: 1, of: 10 },
    money: { precision: { value: 1 }, recall: { value: 1 } },
    accounts: { precision: { value: 1 }, recall: { value: 1 } },
    medianDays: 0,
    findings: [{ kind: 'equals-the-label', alerts: 100 }],
  });
  expect(scores.capacities.at(-1)).toMatchObject({ capacity: 100, found: 100, cost: 1000 });
  expect(scores.typologies.map(({ name, recall }) => [name, recall.count, recall.of])).toEqual([
    ['cycle', 50, 50],
    ['fan_in', 50, 50],
  ]);
});

test('an empty and an inverted list score 0', () => {
  for (const list of [[], rows.filter((row) => !isCrime(row)).map((row) => `T${row}`)]) {
    const scores = score('id', list);
    expect(scores.recall).toMatchObject({ value: 0, of: 100 });
    expect(scores.precision.value).toBe(0);
    expect(scores.averagePrecision.value).toBe(0);
    expect(scores.schemes.value).toBe(0);
    expect(scores.medianDays).toBeNull();
    expect(scores.findings).toEqual([]);
  }
});

test('random scores reach the base rate, inside the interval', () => {
  const scores = score(
    'id,score',
    rows.map((row) => `T${row},${stream.float()}`),
  );
  expect(scores.baseRate).toBe(0.025);
  expect(scores.precision.value).toBe(0.025);
  const { value, low, high } = scores.averagePrecision;
  expect(Math.abs(value - 0.025)).toBeLessThan(0.012);
  expect(low).toBeLessThan(value);
  expect(high).toBeGreaterThan(value);
  expect(scores.baselines).toHaveLength(13);
  expect(scores.baselines[0]).toMatchObject({ name: 'random', averagePrecision: 0.025 });
});

test('names unknown and repeated ids and alerts before their transaction', () => {
  const alerts = [
    'T40,0.9,2026-01-02T16:00:00',
    'T80,0.8,2026-01-01T00:00:00',
    'T40,0.1,2026-02-01T00:00:00',
    'X1,0.5,2026-02-01T00:00:00',
  ];
  const scores = score('id,score,time', alerts);
  expect(scores.findings).toEqual([
    { kind: 'unknown-id', alerts: 1, examples: ['X1'] },
    { kind: 'repeated-id', alerts: 1, examples: ['T40'] },
    { kind: 'before-the-fact', alerts: 1, examples: ['T80'] },
  ]);
  expect(scores.precision).toMatchObject({ count: 2, of: 3 });
  // The first positive row of scheme S0 is T0, at the first hour; T80 is alerted at that hour.
  expect(scores.bySchemes[0]).toMatchObject({ scheme: 'S0', found: 2, days: 0 });
});

test('days to detection count from the first positive row of the scheme', () => {
  const scores = score('id,time', ['T440,2026-01-21T16:00:00', 'T441,2026-01-20T00:00:00']);
  expect(scores.bySchemes[1]).toMatchObject({ found: 1, days: 4 });
  expect(scores.lookAlikes).toMatchObject([{ name: 'club_dues', alerted: { count: 1, of: 100 } }]);
});

test.each([
  ['id,amount', ['T1,5'], 'expected columns id[, score][, time]'],
  ['id,score', ['T1,high'], 'expected a number'],
  ['id,score', ['T1,1', 'T2,'], 'Alert 2 has no number'],
])('refuses %s %j', (header, lines, message) => {
  expect(() => score(header, lines)).toThrow(message);
});

test('refuses a ground truth that does not belong to the transactions', () => {
  const other = table(['txn_id,scheme_id,typology,hop,laundering', 'Z9,S1,cycle,0,true']);
  const options = { seed: 1n, alertCost: 1, capacities: [], submitted: table(['id', 'T1']) };
  expect(() => scoreAlerts(transactions, { ...options, truth: other })).toThrow(
    'Ground truth names Z9, which is no transaction.',
  );
});
