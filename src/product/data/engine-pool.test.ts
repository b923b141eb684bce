import { expect, test } from 'vitest';
import { privacyReport, qualityReport } from '../../engines/measure/index.ts';
import { streamFor } from '../../engines/random/stream.ts';
import { fit, modelToBytes } from '../../engines/synthesize/index.ts';
import { days, numbers, upTo, words } from '../../engines/table/columns.fixture.ts';
import type { Table } from '../../engines/table/table.ts';
import { openSpread } from './engine-pool.ts';

const ROWS = 1500;
const stream = streamFor(3n, 0, 0);
const draw = (of: (row: number) => number) => upTo(ROWS).map(of);

const hidden = draw(() => stream.float());
const amount = draw((row) => Math.round(100 * (hidden[row]! + stream.float()) - 80));
const segment = words(
  'segment',
  hidden.map((h) => 'abcde'[Math.floor(5 * h)]!),
);

const flat: Table = {
  rows: ROWS,
  columns: [
    numbers(
      'income',
      draw((row) => Math.round(3000 * hidden[row]! + 400 * stream.float())),
    ),
    numbers(
      'debt',
      draw((row) => Math.round(900 * hidden[row]! * stream.float())),
    ),
    numbers('amount', amount),
    segment,
  ],
};

/** Thirty rows for each of fifty accounts. */
const histories: Table = {
  rows: ROWS,
  columns: [
    words(
      'account_id',
      draw((row) => row).map((row) => `A${1000 + 7 * Math.floor(row / 30)}`),
    ),
    days(
      'booking_date',
      draw((row) => 18_000 + 3 * (row % 30) + stream.below(3)),
    ),
    numbers('amount', amount),
    segment,
  ],
};

test.each([
  ['rows', flat],
  ['histories', histories],
])('a model of %s has the same bytes from one thread and from two', (_, table) => {
  const bytesOf = (threads: number) => {
    const { spread, close } = openSpread(threads, 0);
    expect(spread.threads).toBe(threads);
    try {
      return modelToBytes(fit(table, { mode: 'fidelity', seed: 5n, spread }));
    } finally {
      close();
    }
  };
  expect(bytesOf(2)).toEqual(bytesOf(1));
});

test('reports are the same from one thread and from two', () => {
  const part = (from: number): Table => ({
    rows: 500,
    columns: flat.columns.map((column) =>
      column.kind === 'category'
        ? { ...column, codes: column.codes.slice(from, from + 500) }
        : { ...column, values: column.values.slice(from, from + 500) },
    ),
  });
  const [train, synthetic, holdout] = [part(0), part(500), part(1000)] as const;
  const reportsOf = (threads: number) => {
    const { spread, close } = openSpread(threads, 0);
    try {
      const quality = qualityReport(train, synthetic, { seed: 1n, holdout, spread });
      const options = { seed: 1n, spread };
      return { quality, privacy: privacyReport(train, { holdout, synthetic, options }) };
    } finally {
      close();
    }
  };
  const one = reportsOf(1);
  expect(one.privacy.attacks.length).toBeGreaterThan(3);
  expect(reportsOf(2)).toEqual(one);
});
