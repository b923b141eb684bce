import { expect, test } from 'vitest';
import { daysFromCivil } from '../../../shared/civil-date.ts';
import { advance } from './advance.ts';
import { dayOf, type LiveAccount, type Movement, SECONDS_OF_DAY } from './state.ts';

const CLOCK = daysFromCivil(2025, 3, 31);

const account = (id: string, balance: bigint, more: Partial<LiveAccount> = {}): LiveAccount => ({
  id,
  customer: `C-${id}`,
  currency: 'EUR',
  type: 'checking',
  isActive: true,
  isClosed: false,
  balance,
  creditLimit: 0n,
  daysPastDue: 0,
  openDay: 0,
  ...more,
});

const row = (
  id: string,
  of: string,
  [date, type, cents, counterparty, channel = 'SEPA']: [string, string, bigint, string, string?],
): Movement => ({
  id,
  account: of,
  time: Date.parse(`${date}T12:00:00Z`) / 1000,
  cents,
  status: 'posted',
  type,
  counterparty,
  channel,
  balanceAfter: null,
  isLaundering: false,
  details: {},
});

const dated = (rows: readonly Movement[]) =>
  rows.map(({ time, type, cents, status }) => [
    new Date(time * 1000).toISOString().slice(0, 10),
    type,
    cents,
    status,
  ]);

const lived = (accounts: LiveAccount[], history: Movement[], days = 30) =>
  advance({ accounts, history, clock: CLOCK, anchor: CLOCK, start: CLOCK - 60, days, seed: 1n });

test('payments recur on the same day of the next month, or after the weeks between the last two', () => {
  const { added } = lived(
    [account('A', 500_000n)],
    [
      row('1', 'A', ['2025-03-14', 'payroll', 20_000n, 'E']),
      row('2', 'A', ['2025-03-28', 'payroll', 20_000n, 'E']),
      row('3', 'A', ['2025-03-31', 'rent', -90_000n, 'L']),
    ],
  );
  expect(dated(added)).toEqual([
    ['2025-04-11', 'payroll', 20_000n, 'posted'],
    ['2025-04-25', 'payroll', 20_000n, 'posted'],
    ['2025-04-30', 'rent', -90_000n, 'posted'],
  ]);
});

test('a loan payment reaches the loan; one that bounces adds 30 days past due', () => {
  const loan = () => account('Loan', -1_000_000n, { type: 'loan' });
  const last = row('1', 'A', ['2025-03-10', 'loan_payment', -30_000n, 'Loan', 'INTERNAL']);
  const paid = [account('A', 50_000n), loan()];
  expect(dated(lived(paid, [last]).added)).toEqual([
    ['2025-04-10', 'loan_payment', -30_000n, 'posted'],
    ['2025-04-10', 'loan_repayment', 30_000n, 'posted'],
  ]);
  expect(paid.map(({ balance, daysPastDue }) => [balance, daysPastDue])).toEqual([
    [20_000n, 0],
    [-970_000n, 0],
  ]);
  const bounced = [account('A', 29_999n), loan()];
  const direct = { ...last, channel: 'SEPA' };
  expect(dated(lived(bounced, [direct]).added)).toEqual([
    ['2025-04-10', 'loan_payment', -30_000n, 'declined'],
  ]);
  expect(bounced.map(({ balance, daysPastDue }) => [balance, daysPastDue])).toEqual([
    [29_999n, 0],
    [-1_000_000n, 30],
  ]);
});

test('purchases are pending, hold their amount and are posted after one or two days', () => {
  const history = Array.from({ length: 60 }, (_, i) =>
    row(`P${i}`, 'A', ['2025-03-20', 'purchase', -1_001n, 'M', 'POS']),
  );
  const accounts = [account('A', 100_000n)];
  const { added, changed } = lived(accounts, history, 9);
  expect(changed).toEqual([]);
  const posted = added.filter(({ status }) => status === 'posted');
  const spent = posted.reduce((sum, { cents }) => sum + cents, 0n);
  expect(accounts[0]!.balance).toBe(100_000n + spent);
  for (const { id, time } of posted) {
    const made = Date.parse(`${id.slice(1, 5)}-${id.slice(5, 7)}-${id.slice(7, 9)}`) / 1000;
    expect([1, 2]).toContain(dayOf(time) - made / SECONDS_OF_DAY);
  }
  const pending = added.filter(({ status }) => status === 'pending');
  expect(pending.length).toBeGreaterThan(0);
  expect(posted.length).toBeGreaterThan(0);
  for (const { time } of pending) expect(CLOCK + 9 - dayOf(time)).toBeLessThan(2);
  const poor = lived([account('A', 3_000n)], history, 9).added;
  const kept = poor.filter(({ status }) => status !== 'declined');
  expect(kept.reduce((sum, { cents }) => sum + cents, 3_000n)).toBeGreaterThanOrEqual(0n);
  expect(poor.some(({ status }) => status === 'declined')).toBe(true);
});
