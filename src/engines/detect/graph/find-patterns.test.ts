import { expect, test } from 'vitest';
import { parseColumns } from '../../table/parse-columns.ts';
import { rowKeys } from '../arrays/row-keys.ts';
import { buildLedger } from '../features/ledger.ts';
import { findPatterns, type PatternOptions } from './find-patterns.ts';
import { background as apart, graphOf, type TestTransfer } from './graph-of.fixture.ts';
import type { PatternKind } from './pattern.ts';
import { transferGraph } from './transfer-graph.ts';

type Transfer = [from: string, to: string, day: number];

/** Pairs that pay each other once, far apart: background into which a pattern is injected. */
const background: Transfer[] = Array.from({ length: 40 }, (_, i) => [`a${i}`, `b${i}`, i * 9]);

function patternsOf(transfers: Transfer[]) {
  const all = [...background, ...transfers];
  const table = parseColumns(
    ['account_id', 'counterparty', 'transaction_date', 'amount'],
    [
      all.map(([from]) => from),
      all.map(([, to]) => to),
      all.map(([, , day]) => new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10)),
      all.map((_, i) => `${100 + i}.50`),
    ],
  );
  const roles = {
    account: 'account_id',
    counterparty: 'counterparty',
    time: 'transaction_date',
    amount: 'amount',
  };
  return findPatterns(
    transferGraph(buildLedger(table, roles, rowKeys(table.columns, table.rows, 0n)))!,
  );
}

const five = [1, 2, 3, 4, 5];
// Back to the background, so that the file counts as transfers between accounts.
const ordinary: Transfer[] = [
  ['b0', 'a0', 300],
  ['b1', 'a1', 310],
  ['b2', 'a2', 320],
];

const injected: Record<PatternKind, { transfers: Transfer[]; accounts: number }> = {
  'fan-in': { transfers: five.map((i) => [`p${i}`, 'hub', 400 + i / 2]), accounts: 6 },
  'fan-out': { transfers: five.map((i) => ['hub', `p${i}`, 400 + i / 2]), accounts: 6 },
  cycle: {
    transfers: [
      ['x', 'y', 400],
      ['y', 'z', 401],
      ['z', 'x', 402],
    ],
    accounts: 3,
  },
  'scatter-gather': {
    transfers: five.flatMap((i): Transfer[] => [
      ['source', `m${i}`, 400],
      [`m${i}`, 'sink', 402],
    ]),
    accounts: 7,
  },
  'gather-scatter': {
    transfers: five.flatMap((i): Transfer[] => [
      [`in${i}`, 'hub', 400],
      ['hub', `out${i}`, 402],
    ]),
    accounts: 11,
  },
  bipartite: {
    transfers: ['p', 'q'].flatMap((payer) =>
      ['r', 's'].map((payee): Transfer => [payer, payee, 400]),
    ),
    accounts: 4,
  },
  stack: {
    transfers: [
      ...['p', 'q'].flatMap((payer) => ['r', 's'].map((payee): Transfer => [payer, payee, 400])),
      ...['r', 's'].flatMap((payer) => ['t', 'u'].map((payee): Transfer => [payer, payee, 402])),
    ],
    accounts: 6,
  },
};

test.each(Object.entries(injected))(
  'an injected %s is found whole, with its edges',
  (kind, plan) => {
    const patterns = patternsOf([...ordinary, ...plan.transfers]).filter(
      (pattern) => pattern.kind === kind,
    );
    const whole = patterns.find(({ rows }) => rows.length === plan.transfers.length)!;
    expect(whole.accounts).toHaveLength(plan.accounts);
    const expectedAccounts = new Set<string | number>(
      plan.transfers.flatMap((transfer) => transfer.slice(0, 2)),
    );
    expect(new Set(whole.accounts)).toEqual(expectedAccounts);
    const edges = whole.edges.map(([from, to]) => `${whole.accounts[from]}>${whole.accounts[to]}`);
    expect(edges.sort()).toEqual(plan.transfers.map(([from, to]) => `${from}>${to}`).sort());
  },
);

test('the background alone holds none of them', () => {
  expect(patternsOf(ordinary)).toEqual([]);
});

test('the same payments spread over months are no pattern', () => {
  const slow = injected['fan-in'].transfers.map(
    ([from, to], i): Transfer => [from, to, 400 + 30 * i],
  );
  expect(patternsOf([...ordinary, ...slow]).filter(({ kind }) => kind === 'fan-in')).toEqual([]);
});

test('a hub that everybody pays does not stop the search', () => {
  const crowd = Array.from({ length: 6000 }, (_, i): Transfer => [`c${i}`, 'hub', 400 + (i % 5)]);
  const wide = patternsOf([...ordinary, ...crowd, ...injected.cycle.transfers]);
  expect(wide.filter(({ kind }) => kind === 'cycle')).toHaveLength(1);
  expect(wide.find(({ kind }) => kind === 'fan-in')!.size).toBe(6001);
});

/** Accounts that pay a hub, or are paid by it, one per time step. */
const payers = (hub: string, count: number, time = 0) =>
  Array.from({ length: count }, (_, i): TestTransfer => [`${hub}-in${i}`, hub, time + i]);
const payees = (hub: string, count: number, time = 0) =>
  Array.from({ length: count }, (_, i): TestTransfer => [hub, `${hub}-out${i}`, time + i]);

function kindsOf(transfers: TestTransfer[], options: PatternOptions) {
  const sorted = [...transfers, ...apart].toSorted((a, b) => a[2] - b[2]);
  return findPatterns(graphOf(sorted), { leastSurprise: -100, ...options }).map(
    ({ kind, size }) => `${kind} ${size}`,
  );
}

test('a fan has at least the requested number of partners within the window', () => {
  expect(kindsOf(payers('hub', 3), { partners: 3, window: 2 })).toEqual(['fan-in 4']);
  expect(kindsOf(payers('hub', 2), { partners: 3, window: 2 })).toEqual([]);
  expect(kindsOf(payers('hub', 3), { partners: 3, window: 1 })).toEqual([]);
  expect(kindsOf(payees('hub', 3), { partners: 3, window: 2 })).toEqual(['fan-out 4']);
  // Three partners in a week by default.
  const week = 7 * 86_400_000;
  const last: TestTransfer = ['hub-in4', 'hub', week];
  expect(kindsOf([...payers('hub', 2), last], {})).toEqual(['fan-in 4']);
  expect(kindsOf([...payers('hub', 2), ['hub-in4', 'hub', week + 1]], {})).toEqual([]);
});

test('scattering begins after gathering and within a window of its end', () => {
  const both = (time: number) =>
    kindsOf([...payers('hub', 3, 10), ...payees('hub', 3, time)], { partners: 3, window: 5 });
  const fans = ['fan-in 4', 'fan-out 4'];
  expect(both(17)).toEqual(['gather-scatter 7', ...fans]);
  expect(both(18)).toEqual(fans);
  expect(both(10)).toEqual(['gather-scatter 7', ...fans]);
  expect(both(9)).toEqual(fans);
});

test('ranks patterns of a kind by surprise, ties by name, up to the requested number', () => {
  const transfers = [...payers('small', 3), ...payers('large', 4), ...payers('also', 3)];
  const names = (most: number) =>
    findPatterns(graphOf([...transfers, ...apart]), {
      partners: 3,
      window: 9,
      most,
      leastSurprise: -100,
    }).map(({ accounts }) => accounts[0]);
  expect(names(20)).toEqual(['large', 'also', 'small']);
  expect(names(2)).toEqual(['large', 'also']);
});

test('a pattern that several of its accounts lead to is answered once', () => {
  const ring: TestTransfer[] = [
    ['a', 'b', 0],
    ['b', 'c', 1],
    ['c', 'a', 2],
    ['a', 'b', 3],
    ['b', 'c', 4],
  ];
  expect(kindsOf(ring, { window: 9 })).toEqual(['cycle 3']);
});

test('patterns that chance makes as often are left out', () => {
  const transfers = [...payers('hub', 5), ...apart].toSorted((a, b) => a[2] - b[2]);
  const options = { partners: 3, window: 1e9 };
  const [fan] = findPatterns(graphOf(transfers), options);
  expect(fan?.surprise).toBeGreaterThan(0);
  const more = { ...options, leastSurprise: (fan?.surprise ?? 0) + 0.01 };
  expect(findPatterns(graphOf(transfers), more)).toEqual([]);
});
