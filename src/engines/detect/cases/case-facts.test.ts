import { expect, test } from 'vitest';
import { parseColumns } from '../../table/parse-columns.ts';
import { caseNetwork } from './case-network.ts';
import { caseRows } from './case-rows.ts';
import { narrative } from './narrative.ts';
import { nextChecks } from './next-checks.ts';
import { usualFacts } from './usual.ts';

const ROLES = {
  time: 'at',
  account: 'account',
  counterparty: 'other',
  amount: 'amount',
  channel: 'channel',
};

/** Rows of the file from 1: at, account, other, amount, channel. */
function rowsOf(...lines: string[]) {
  const cells = lines.map((line) => line.split(' '));
  const names = ['at', 'account', 'other', 'amount', 'channel'];
  const columns = names.map((_, i) => cells.map((row) => (row[i] === '-' ? null : row[i]!)));
  const numbers = lines.map((_, i) => i + 1);
  return caseRows(parseColumns(names, columns), { roles: ROLES, numbers });
}

/** A pays B, B pays C, C pays A, each shown by both accounts, and A buys bread each day. */
const RING = rowsOf(
  '2025-03-03 A B -900.00 wire',
  '2025-03-03 B A 900.00 wire',
  '2025-03-04 B C -880.00 wire',
  '2025-03-04 C B 880.00 wire',
  '2025-03-05 C A -860.00 wire',
  '2025-03-05 A C 860.00 wire',
  '2025-03-01 A bakery -4.00 card',
  '2025-03-02 A bakery -5.00 card',
  '2025-03-06 A bakery -6.00 card',
);
const FLAGGED = new Set([1, 6]);
const RING_ROWS = [1, 2, 3, 4, 5, 6];
const network = caseNetwork(RING, {
  subject: 'A',
  flagged: FLAGGED,
  central: new Set(RING_ROWS),
});

test('a ring is drawn once, from payer to payee, in order of time', () => {
  expect(network.accounts[0]).toBe('A');
  const named = network.transfers.map(({ from, to, amount, rows, flagged }) =>
    [network.accounts[from], network.accounts[to], amount, rows.join('+'), flagged].join(' '),
  );
  expect(named).toEqual([
    'A bakery 4 7 false',
    'A bakery 5 8 false',
    'A B 900 1+2 true',
    'B C 880 3+4 false',
    'C A 860 5+6 true',
    'A bakery 6 9 false',
  ]);
  expect(network.omitted).toBe(0);
});

test('at most 200 accounts, the rows of the case before larger ones', () => {
  const lines = Array.from({ length: 300 }, (_, i) => `2025-03-01 A P${i} -${i + 1}.00 wire`);
  const star = caseNetwork(rowsOf(...lines), {
    subject: 'A',
    flagged: new Set([1]),
    central: new Set([1]),
  });
  expect(star.accounts).toHaveLength(200);
  expect(star.accounts).toContain('P0');
  expect(star.accounts).not.toContain('P1');
  expect(star).toMatchObject({ omitted: 101 });
});

test('unsigned amounts go from the account to its counterparty; rows without one are no transfer', () => {
  const rows = rowsOf('2025-03-01 A B 5.00 wire', '2025-03-02 A - 7.00 cash');
  const { accounts, transfers } = caseNetwork(rows, {
    subject: 'A',
    flagged: new Set(),
    central: new Set(),
  });
  expect(transfers.map(({ from, to }) => [accounts[from], accounts[to]])).toEqual([['A', 'B']]);
});

test('flagged rows are compared with the other rows of the account', () => {
  const own = RING.filter(({ owner }) => owner === 'A');
  expect(usualFacts(own, FLAGGED)).toEqual([
    {
      name: 'Amount',
      usual: 'median 5.00, 95% up to 6.00, largest 6.00',
      flagged: '860.00 to 900.00',
      rows: [1, 6],
    },
    { name: 'Rows a day', usual: 'mostly 1, at most 1', flagged: '1 on 2025-03-03', rows: [1] },
    {
      name: 'Counterparties',
      usual: '1, most often bakery',
      flagged: '2 of 2 in no other row: B, C',
      rows: [1, 6],
    },
    { name: 'Channel', usual: 'card 100 %', flagged: 'wire (2 rows)', rows: [1, 6] },
  ]);
});

test('the narrative states facts with their rows: who, what, when, where and how', () => {
  const parts = narrative({
    filename: 'bank.csv',
    subjectColumn: 'account',
    subject: 'A',
    rows: RING.filter(({ owner }) => owner === 'A'),
    flagged: FLAGGED,
    reasons: [{ row: 1, sentence: 'usual is 5.00' }],
    patterns: [{ kind: 'cycle', accounts: ['A', 'B', 'C'], rows: RING_ROWS }],
    network,
  });
  const lines = parts.flatMap(({ question, facts }) =>
    facts.map(({ text, rows }) => `${question}: ${text} [${rows.join(',')}]`),
  );
  expect(lines).toEqual([
    'Who: account A, with 5 rows in bank.csv. []',
    'Who: 2 counterparties of the flagged rows: B, C. [1,6]',
    'What: 2 rows flagged. [1,6]',
    'What: Outgoing: 900.00 in 1 row. [1]',
    'What: Incoming: 860.00 in 1 row. [6]',
    'When: Flagged rows are dated from 2025-03-03 to 2025-03-05, on 2 days. [1,6]',
    'Where: Channel: wire (2 rows). [1,6]',
    'How: Row 1 on 2025-03-03: usual is 5.00. [1]',
    'How: Money returns to where it began, 3 accounts: A to B 900.00 on 2025-03-03; B to C 880.00 on 2025-03-04; C to A 860.00 on 2025-03-05. [1,2,3,4,5,6]',
  ]);
});

test('each check is listed once, that of earlier cases first', () => {
  const checks = nextChecks({
    features: ['fan_in', 'structuring', 'unknown'],
    patterns: ['fan-in', 'cycle'],
    earlier: 1,
  });
  expect(checks).toHaveLength(4);
  expect(checks[0]).toBe('Read the earlier cases of the same accounts.');
});
