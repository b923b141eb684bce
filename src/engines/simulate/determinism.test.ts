import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { presets } from './configuration/presets.ts';
import { plan, type SimulationPlan } from './plan.ts';
import { csvEncoder, encodeCsv } from './rows/encode.ts';
import { SIDE_TABLES } from './simulate.fixture.ts';
import { type CellOutput, simulateCells } from './simulate-cells.ts';

const FILES = ['customers', 'accounts', 'transactions', 'groundTruth', ...SIDE_TABLES] as const;

/** Returns the SHA-256 of each file when its cells are simulated in the given groups and order. */
function hashes(planned: SimulationPlan, shards: number[][]): string[] {
  const parts = new Map<number, CellOutput[]>();
  for (const shard of shards) {
    for (const piece of simulateCells(planned, shard)) {
      const pieces = parts.get(piece.cell) ?? [];
      if (pieces.at(-1)?.last !== true) parts.set(piece.cell, [...pieces, piece]);
    }
  }
  return FILES.map((file) => {
    const hash = createHash('sha256');
    for (const cell of planned.cells.keys()) {
      for (const piece of parts.get(cell)!) hash.update(encodeCsv(piece[file]));
    }
    return hash.digest('hex');
  });
}

const request = {
  seed: 0xfeed_beef_dead_cafen,
  customers: 7400,
  accounts: 9000,
  transactions: 40_000,
  preset: 'eu-retail-bank' as const,
  amlRate: 0.01,
};

test('files are the same bytes from 1, 2 and 8 shards, in any order, some made twice', () => {
  const planned = plan(request);
  const cells = [...planned.cells.keys()];
  expect(cells.length).toBe(8);
  const whole = hashes(planned, [cells]);
  expect(hashes(planned, [cells.slice(4), cells.slice(0, 4)])).toEqual(whole);
  const shuffled = [[5], [2], [7], [2], [0], [6], [1], [5], [4], [3]];
  expect(hashes(planned, shuffled)).toEqual(whole);
  expect(hashes(JSON.parse(JSON.stringify(planned)), [cells])).toEqual(whole);
});

test('these bytes are those of engine 2.9.0; other bytes need another version', () => {
  const planned = plan({ ...request, customers: 1500, accounts: 2000, transactions: 5000 });
  expect(planned.engineVersion).toBe('2.9.0');
  expect(hashes(planned, [[0, 1]]).map((hash) => hash.slice(0, 16))).toMatchInlineSnapshot(`
    [
      "56dc7aa3f8d8c6d1",
      "0640208db8e9e6bf",
      "8a7ec795618e4dd9",
      "e02aa1023e62a887",
      "3143104c6b47a847",
      "4470a555c075a53b",
      "9702ab5de1f5d6b8",
      "fd0ac9b5a0115aa0",
      "eef65f1f84440757",
    ]
  `);
});

test('another seed, or another prefix, gives other ids; the same configuration the same hash', () => {
  const first = plan(request);
  const second = plan({ ...request, seed: 2n });
  expect(first.configurationHash).toBe(second.configurationHash);
  expect(first.idPrefix).not.toBe(second.idPrefix);
  expect(plan({ ...request, idPrefix: 'MINE' }).idPrefix).toBe('MINE');
  const changed = structuredClone(presets['eu-retail-bank']);
  changed.crossBorder += 0.01;
  expect(plan({ ...request, configuration: changed }).configurationHash).not.toBe(
    first.configurationHash,
  );
});

test('reused buffers hold the same bytes while they are valid', () => {
  const planned = plan({ ...request, customers: 1200, accounts: 1500, transactions: 60_000 });
  const separate = createHash('sha256');
  for (const piece of simulateCells(planned)) separate.update(encodeCsv(piece.transactions));
  const reused = createHash('sha256');
  const encode = csvEncoder();
  let largest = 0;
  for (const piece of simulateCells(planned, undefined, { reuse: true })) {
    reused.update(encode(piece.transactions));
    largest = Math.max(largest, piece.transactions.rows);
  }
  expect(reused.digest('hex')).toBe(separate.digest('hex'));
  expect(largest).toBeLessThan(25_000);
});

test('windows left open are filled in without a clock', () => {
  const window = (change: object) => {
    const { startDate, endDate } = plan({ ...request, ...change });
    return [startDate, endDate];
  };
  // 40,000 rows on 9,000 accounts fill less than a month.
  expect(window({})).toEqual(['2025-12-01', '2025-12-31']);
  expect(window({ transactions: 4_000_000 })).toEqual(['2025-01-01', '2025-12-31']);
  expect(window({ startDate: '2026-03-01' })).toEqual(['2026-03-01', '2027-02-28']);
  expect(window({ endDate: '2024-02-29' })).toEqual(['2024-01-30', '2024-02-29']);
  expect(window({ startDate: '2025-02-01', endDate: '2025-02-02' })).toEqual([
    '2025-02-01',
    '2025-02-02',
  ]);
});

test('refuses impossible requests with the reason', () => {
  const wrong: [object, RegExp][] = [
    [{ customers: 0 }, /accounts need at least one customer/],
    [{ customers: 1, accounts: 0 }, /transactions need at least one account/],
    [{ transactions: -1 }, /transactions must be a whole number/],
    [{ seed: -1n }, /seed must be/],
    [{ amlRate: 0.5 }, /between 0 and 0.2/],
    [{ country: 'US' }, /supports DE, FR, ES, IT, NL, not US/],
    [{ preset: 'none' }, /unknown preset/],
    [{ startDate: '2025-02-30' }, /not a calendar date/],
    [{ startDate: '2025-03-01', endDate: '2025-02-01' }, /before the start/],
  ];
  for (const [change, message] of wrong) {
    expect(() => plan({ ...request, ...change })).toThrow(message);
  }
});

test('customers are made without accounts', () => {
  const made = plan({ ...request, customers: 3, accounts: 0, transactions: 0 });
  const rows = Array.from(simulateCells(made), (cell) => cell.customers.rows);
  expect(rows.reduce((sum, count) => sum + count, 0)).toBe(3);
});
