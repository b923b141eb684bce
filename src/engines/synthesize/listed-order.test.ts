import { describe, expect, test } from 'vitest';
import { streamFor } from '../random/stream.ts';
import { formatTable } from '../table/format-table.ts';
import { parseColumns } from '../table/parse-columns.ts';
import { fit, modelFromBytes, modelToBytes, sample } from './index.ts';

const DAY = 86_400_000;

type Row = { account: string; day: string; amount: number; balance: number };

function movements(): Row[] {
  const stream = streamFor(5n, 0, 1);
  const balances = Array.from({ length: 20 }, (_, a) => 200_000 + 1000 * a);
  return Array.from({ length: 1200 }, (_, i): Row => {
    const account = Math.floor(20 * stream.float());
    const cents = stream.float() < 0.1 ? 150_000 : -Math.round(500 + 15_000 * stream.float());
    balances[account]! += cents;
    const day = new Date(Date.UTC(2025, 0, 1) + DAY * Math.floor(i / 10)).toISOString();
    const own = `ACC-${1000 + account}`;
    return { account: own, day: day.slice(0, 10), amount: cents, balance: balances[account]! };
  });
}

const grouped = (rows: readonly Row[]) =>
  [...Map.groupBy(rows, ({ account }) => account).values()].flat();

const money = (cents: number) => (cents / 100).toFixed(2);

function tableOf(rows: readonly Row[]) {
  const texts = [
    rows.map(({ account }) => account),
    rows.map(({ day }) => day),
    rows.map(({ amount }) => money(amount)),
    rows.map(({ balance }) => money(balance)),
  ];
  return parseColumns(['account', 'day', 'amount', 'balance'], texts);
}

function drawnLike(rows: readonly Row[]): Row[] {
  const model = fit(tableOf(rows), { mode: 'balanced', seed: 1n });
  const restored = modelFromBytes(modelToBytes(model));
  const { textColumns } = formatTable(sample(restored, { rows: 900, seed: 2n }));
  const [account, day, amount, balance] = textColumns as string[][];
  return account!.map((own, i) => ({
    account: own,
    day: day![i]!,
    amount: Math.round(100 * Number(amount![i])),
    balance: Math.round(100 * Number(balance![i])),
  }));
}

function stepsOf(rows: readonly Row[]) {
  const steps = rows
    .slice(1)
    .map(({ day }, i) => (day < rows[i]!.day ? -1 : Number(day > rows[i]!.day)));
  return {
    back: steps.filter((step) => step < 0).length,
    on: steps.filter((step) => step > 0).length,
  };
}

const ofEach = (rows: readonly Row[]) => [...Map.groupBy(rows, ({ account }) => account).values()];

/** Returns the rows whose balance differs from the account's previous balance plus the amount. */
const breaksIn = (rows: readonly Row[], newestFirst: boolean) =>
  ofEach(rows).flatMap((own) => {
    const inTime = newestFirst ? own.toReversed() : own;
    return inTime.slice(1).filter((row, i) => row.balance !== inTime[i]!.balance + row.amount);
  });

describe.each([
  ['the newest first, over all accounts', true, false],
  ['the newest first of each account', true, true],
  ['the oldest first, over all accounts', false, false],
  ['the oldest first of each account', false, true],
] as const)('a file that lists %s', (_, newestFirst, together) => {
  const inTime = newestFirst ? movements().reverse() : movements();
  const sampled = drawnLike(together ? grouped(inTime) : inTime);

  test('comes out in that order', () => {
    const against = newestFirst ? 'on' : 'back';
    const parts = together ? ofEach(sampled) : [sampled];
    expect(parts.map((part) => stepsOf(part)[against]).every((steps) => steps === 0)).toBe(true);
    // Accounts are contiguous if they were, and interleaved otherwise.
    const changes = sampled
      .slice(1)
      .filter(({ account }, i) => account !== sampled[i]!.account).length;
    if (together) expect(changes).toBe(ofEach(sampled).length - 1);
    else expect(changes).toBeGreaterThan(600);
  });

  test('with balances that follow in it', () => {
    expect(breaksIn(sampled, newestFirst)).toEqual([]);
    expect(ofEach(sampled).length).toBeGreaterThan(5);
  });
});
