import { expect, test } from 'vitest';
import { parseColumns } from '../../table/parse-columns.ts';
import { rowKeys } from '../arrays/row-keys.ts';
import { layLedger } from '../features/ledger.ts';
import { findPatterns, type PatternKind } from './find-patterns.ts';
import { transferGraph } from './transfer-graph.ts';

type Transfer = [from: string, to: string, day: number];

/** Pairs that pay each other once, far apart: the background in which a pattern is planted. */
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
    transferGraph(layLedger(table, roles, rowKeys(table.columns, table.rows, 0n)))!,
  );
}

const five = [1, 2, 3, 4, 5];
// Back to the background, so that the file counts as one of transfers between accounts.
const known: Transfer[] = [
  ['b0', 'a0', 300],
  ['b1', 'a1', 310],
  ['b2', 'a2', 320],
];

const planted: Record<PatternKind, { transfers: Transfer[]; accounts: number }> = {
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

test.each(Object.entries(planted))(
  'a planted %s is found whole, with its picture',
  (kind, plan) => {
    const found = patternsOf([...known, ...plan.transfers]).filter((one) => one.kind === kind);
    const whole = found.find(({ rows }) => rows.length === plan.transfers.length)!;
    expect(whole.accounts).toHaveLength(plan.accounts);
    const named = new Set<string | number>(plan.transfers.flatMap((one) => one.slice(0, 2)));
    expect(new Set(whole.accounts)).toEqual(named);
    const drawn = whole.edges.map(([from, to]) => `${whole.accounts[from]}>${whole.accounts[to]}`);
    expect(drawn.sort()).toEqual(plan.transfers.map(([from, to]) => `${from}>${to}`).sort());
  },
);

test('the background alone holds none of them', () => {
  expect(patternsOf(known)).toEqual([]);
});

test('the same payments spread over months are no pattern', () => {
  const slow = planted['fan-in'].transfers.map(
    ([from, to], i): Transfer => [from, to, 400 + 30 * i],
  );
  expect(patternsOf([...known, ...slow]).filter(({ kind }) => kind === 'fan-in')).toEqual([]);
});

test('a hub that everybody pays does not stop the search', () => {
  const crowd = Array.from({ length: 6000 }, (_, i): Transfer => [`c${i}`, 'hub', 400 + (i % 5)]);
  const wide = patternsOf([...known, ...crowd, ...planted.cycle.transfers]);
  expect(wide.filter(({ kind }) => kind === 'cycle')).toHaveLength(1);
  expect(wide.find(({ kind }) => kind === 'fan-in')!.size).toBe(6001);
});
