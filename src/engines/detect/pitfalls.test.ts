import fc from 'fast-check';
import { expect, test } from 'vitest';
import { streamFor } from '../random/stream.ts';
import { parseColumns } from '../table/parse-columns.ts';
import type { Table } from '../table/table.ts';
import { takeRows } from '../table/take-rows.ts';
import { type AnalyzeOptions, analyze, DETECTORS, DetectCancelled, guessRoles } from './index.ts';

type Row = Record<string, string | null>;

const tableOf = (rows: Row[], names = Object.keys(rows[0] ?? {})): Table =>
  parseColumns(
    names,
    names.map((name) => rows.map((row) => row[name] ?? null)),
  );

function payments(count: number, accounts = 10, change: (i: number) => Row = () => ({})): Row[] {
  const stream = streamFor(11n, 0, 0);
  return Array.from({ length: count }, (_, i) => ({
    transaction_id: `T${i}`,
    account_id: `A${i % accounts}`,
    transaction_date: new Date(Date.UTC(2026, 0, 1) + i * 5_000_000).toISOString().slice(0, 19),
    amount: (20 + stream.float() * 60).toFixed(2),
    currency: 'USD',
    channel: ['card', 'web', 'branch'][stream.below(3)],
    counterparty: `C${stream.below(30)}`,
    ...change(i),
  }));
}
const run = (table: Table, options: Partial<AnalyzeOptions> = {}) =>
  analyze(table, { seed: 7n, ...options });

function holds(table: Table, result = run(table)): void {
  expect(result.rows).toBe(table.rows);
  expect(result.scores).toHaveLength(table.rows);
  expect(result.scores.every((score) => score >= 0 && score <= 1)).toBe(true);
  expect(result.anomalies).toHaveLength(result.threshold.taken);
  const { items } = result.clusters;
  expect(items.reduce((sum, { count }) => sum + count, 0)).toBe(table.rows);
}

test('an empty file', () => {
  const table = tableOf([], ['account_id', 'transaction_date', 'amount']);
  holds(table);
  expect(run(table).anomalies).toEqual([]);
});

test('one row', () => holds(tableOf(payments(1))));

test('one account', () => holds(tableOf(payments(300, 1))));

test('a constant or all-null column has no effect and breaks nothing', () => {
  const plain = run(tableOf(payments(300)));
  const table = tableOf(payments(300, 10, () => ({ branch: 'main', comment: null })));
  holds(table);
  // Sampled detectors draw rows by their content, so near ties may change places.
  const top = ({ anomalies }: typeof plain) => anomalies.slice(0, 2).map(({ row }) => row);
  expect(top(run(table))).toEqual(top(plain));
});

test.runIf(process.env.TEST_LONG)('ten thousand categories', () =>
  holds(tableOf(payments(10_000, 50, (i) => ({ reference: `R${i}`, merchant_id: `M${i}` })))),
);

test('negative and zero amounts, and missing ones: kept, scored and listed', () => {
  const odd = ['-50.00', '0', null];
  const table = tableOf(payments(300, 10, (i) => (i < 3 ? { amount: odd[i] } : {})));
  holds(table);
  expect(run(table).dataQuality).toMatchObject({ missingAmounts: 1, rows: [2] });
});

test('a time that is missing', () => {
  const table = tableOf(payments(300, 10, (i) => (i === 5 ? { transaction_date: null } : {})));
  holds(table);
  expect(run(table).dataQuality).toMatchObject({ missingTimes: 1, rows: [5] });
});

test('currencies are never mixed raw: 30,000 yen are no large amount among dollars', () => {
  const yen = (i: number): Row =>
    i % 3 === 0 ? { currency: 'JPY', amount: `${25_000 + (i % 7) * 3000}` } : {};
  // One owner per currency, so that no owner's history separates them.
  const rows = payments(900, 10, (i) => ({ ...yen(i), account_id: `A${i % 3 === 0 ? 1 : 2}` }));
  rows[600] = { ...rows[600], amount: '900000', currency: 'JPY' };
  const result = run(tableOf(rows));
  expect(result.anomalies[0].row).toBe(600);
  const share =
    result.anomalies.filter(({ row }) => row % 3 === 0).length / result.anomalies.length;
  expect(share).toBeLessThan(0.75);
  expect(result.anomalies[0].reasons[0].sentence).toContain('900,000 JPY');
});

test('reads day-first and month-first dates by the values of the column', () => {
  const dayFirst = (i: number) => new Date(Date.UTC(2026, 0, 1 + (i % 300)));
  const two = (part: number) => String(part).padStart(2, '0');
  const text = (date: Date) =>
    `${two(date.getUTCDate())}/${two(date.getUTCMonth() + 1)}/${date.getUTCFullYear()}`;
  const table = tableOf(payments(300, 10, (i) => ({ transaction_date: text(dayFirst(i)) })));
  holds(table);
  expect(guessRoles(table).time).toBe('transaction_date');
  expect(run(table).dataQuality.missingTimes).toBe(0);
});

test('reads identifiers such as 3.52E+18 and serial day numbers by their column', () => {
  const table = tableOf(
    payments(300, 10, (i) => ({
      merchant_id: `3.52E+18`,
      transaction_date: null,
      day: `${46_000 + Math.floor(i / 10)}`,
    })),
  );
  holds(table, run(table, { roles: { time: 'day' } }));
});

test('identifiers that stand twice are counted', () => {
  const table = tableOf(payments(300, 10, (i) => (i === 9 ? { transaction_id: 'T8' } : {})));
  expect(run(table).dataQuality.duplicateIds).toBe(1);
});

test('labels never enter a score, whatever they are called', () => {
  const plain = run(tableOf(payments(400)));
  for (const name of ['is_fraudulent', 'isFraud', 'label', 'Is Laundering', 'fraud_scenario']) {
    const table = tableOf(payments(400, 10, (i) => ({ [name]: i % 50 === 0 ? '1' : '0' })));
    expect([...run(table).scores], name).toEqual([...plain.scores]);
  }
  const evaluated = run(
    tableOf(payments(400, 10, (i) => ({ is_fraudulent: i % 50 === 0 ? 'true' : 'false' }))),
  );
  expect(evaluated.evaluation).toMatchObject({ labelled: 400, positives: 8 });
  expect(evaluated.detectors.every(({ auc }) => auc !== undefined)).toBe(true);
  expect(plain.evaluation).toBeUndefined();
});

test('the order of the rows changes nothing but their places', () => {
  const table = tableOf(payments(500));
  const first = run(table);
  fc.assert(
    fc.property(
      fc.shuffledSubarray([...Array(500).keys()], { minLength: 500, maxLength: 500 }),
      (order) => {
        const again = run(takeRows(table, Uint32Array.from(order)));
        order.forEach((row, at) => {
          expect(again.scores[at]).toBe(first.scores[row]);
        });
        expect(again.anomalies.map(({ row }) => order[row])).toEqual(
          first.anomalies.map(({ row }) => row),
        );
        expect(again.clusters.items.map(({ count }) => count)).toEqual(
          first.clusters.items.map(({ count }) => count),
        );
      },
    ),
    { numRuns: 3 },
  );
});

test('the same seed gives the same answer', () => {
  const table = tableOf(payments(500));
  expect(run(table)).toEqual(run(table));
});

test('finds injected outliers and explains each in a sentence with its numbers', () => {
  const rows = payments(1000, 10);
  rows[800] = { ...rows[800], amount: '9800.00' };
  const { anomalies } = run(tableOf(rows));
  expect(anomalies[0]).toMatchObject({ row: 800, band: 'Critical' });
  expect(anomalies[0].tags).toContain('structuring');
  const sentences = anomalies[0].reasons.map(({ sentence }) => sentence).join('\n');
  expect(sentences).toMatch(
    /^9,800 USD: usual for this account is [\d.]+, the largest of \d+ earlier rows [\d.]+\n/,
  );
  expect(anomalies[0].lastRows.at(-1)).toBe(800);
  expect(anomalies[0].agreeing.length).toBeGreaterThan(1);
});

test('the false discovery rate is calibrated on known normal rows', () => {
  const rows = payments(1200, 10);
  const odd = [300, 500, 700];
  for (const row of odd) rows[row] = { ...rows[row], amount: `${9000 + row}.00` };
  // The same accounts and habits at a later time: nothing is unusual.
  const baseline = tableOf(payments(1200, 10, (i) => ({ transaction_id: `O${i}` })));
  const by = (alpha: number) =>
    run(tableOf(rows), { threshold: { method: 'false-discovery', alpha, baseline } });
  const analysis = by(0.5);
  expect(analysis.threshold).toMatchObject({ method: 'false-discovery', value: 0.5 });
  expect(
    analysis.anomalies
      .slice(0, 3)
      .map(({ row }) => row)
      .sort(),
  ).toEqual(odd);
  expect(analysis.threshold.taken).toBeLessThan(12);
  // p is 1/1201 at best: three rows of 1,200 can't pass a stricter rate.
  expect(by(0.01).anomalies).toEqual([]);
});

test('each detector can be left out, and so can all', () => {
  const table = tableOf(payments(300));
  const only = run(table, { detectors: ['ecod'] });
  expect(only.detectors.map(({ name }) => name)).toEqual(['ecod']);
  const all = run(table, { detectors: DETECTORS });
  expect(all.detectors.map(({ name }) => name)).toContain('copod');
  holds(table, all);
  holds(table, run(table, { detectors: [] }));
});

test('a run ends once it is cancelled', () => {
  let calls = 0;
  const signal = {
    get aborted() {
      calls += 1;
      return calls > 3;
    },
  };
  expect(() => run(tableOf(payments(300)), { signal })).toThrow(DetectCancelled);
});
