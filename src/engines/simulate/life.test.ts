import { expect, test } from 'vitest';
import { presets } from './configuration/presets.ts';
import { lifeIsLegal } from './faults.fixture.ts';
import { bankOf, cents, groupBy } from './simulate.fixture.ts';
import { clock, ofType, weekend, year } from './year.fixture.ts';

const types = new Map(year.accounts.map((a) => [a.account_id!, a.account_type!]));
test('pay varies a little, comes from one employer at a time, and repeats with the calendar', () => {
  const salariesByAccount = groupBy(ofType('salary'), (row) => row.account_id!);
  expect(salariesByAccount.size).toBeGreaterThan(60);
  const variations: number[] = [];
  for (const [, rows] of salariesByAccount) {
    if (rows.length < 10) continue;
    const employers = rows.map((row) => row.counterparty);
    const changes = employers.filter((to, i) => i > 0 && to !== employers[i - 1]).length;
    expect(changes).toBeLessThanOrEqual(1);
    const amounts = rows.map((row) => cents(row.amount));
    const mean = amounts.reduce((s, a) => s + a, 0) / amounts.length;
    const deviation = Math.sqrt(amounts.reduce((s, a) => s + (a - mean) ** 2, 0) / amounts.length);
    variations.push(deviation / mean);
    const days = rows.map((row) => Date.parse(row.txn_ts!) / 86_400_000);
    const gaps = days.slice(1).map((d, i) => d - days[i]);
    const typical = gaps.sort((a, b) => a - b)[gaps.length >> 1];
    expect([7, 14, 30, 31].some((g) => Math.abs(typical - g) < 1.5)).toBe(true);
  }
  expect(ofType('salary').filter(weekend)).toEqual([]);
  const sorted = variations.sort((a, b) => a - b);
  expect(sorted[sorted.length >> 1]).toBeGreaterThan(0.02);
  expect(sorted.at(-1)).toBeLessThan(0.8);
});

test('rents rise in most contracts, and a new contract follows a move', () => {
  const rents = groupBy(ofType('rent'), (row) => `${row.account_id} ${row.counterparty}`);
  const whole = [...rents.values()].filter((rows) => rows.length >= 12);
  const rising = whole.filter((rows) => new Set(rows.map((row) => row.amount)).size > 1);
  expect(rising.length / whole.length).toBeGreaterThan(0.5);
  for (const rows of rising) {
    const amounts = rows.map((row) => -cents(row.amount));
    expect(amounts).toEqual([...amounts].sort((a, b) => a - b));
  }
});

const monthOf = (iso: string) => Number(iso.slice(0, 4)) * 12 + Number(iso.slice(5, 7));

test.each(['rent', 'bill_payment', 'subscription', 'standing_order', 'loan_payment'])(
  'every series of %s comes back each month, at the same time of the month',
  (type) => {
    const rows = ofType(type).filter((row) => Number(row.amount) < 0);
    // Bills are metered and the last installment is the rest, so these are matched by payee.
    const fixed = type === 'subscription' || type === 'standing_order';
    const again = new Set(
      year.payments.filter(({ event }) => event === 'second_collection').map((row) => row.txn_id),
    );
    const series = groupBy(
      rows.filter((row) => !again.has(row.txn_id)),
      (row) => `${row.account_id} ${row.counterparty} ${fixed ? row.amount : ''}`,
    );
    let long = 0;
    for (const list of series.values()) {
      const dates = list.map((row) => clock(row).date);
      // Two contracts with one payee at one price can't be distinguished.
      if (new Set(dates.map((date) => date.slice(0, 7))).size < dates.length) continue;
      if (list.length < 4) continue;
      long++;
      dates.slice(1).forEach((date, i) => {
        const gap = (Date.parse(date) - Date.parse(dates[i])) / 86_400_000;
        const months = monthOf(date) - monthOf(dates[i]);
        // On the next business day after a fixed day of the month: a long weekend moves it by four.
        expect(Math.abs(gap - months * 30.44), `${dates[i]} to ${date}`).toBeLessThan(7);
        expect(months).toBe(1);
      });
    }
    expect(long).toBeGreaterThan(type === 'loan_payment' ? 10 : 25);
  },
);

test('monthly fees have the configured sizes, on the day that they are due', () => {
  const sizes = presets['us-community-bank'].rates.monthlyFees.map(({ amount }) => -amount * 100);
  const fees = ofType('fee').filter((row) => [-495, -800, -1200].includes(cents(row.amount)));
  expect(sizes).toEqual(expect.arrayContaining([-495, -800, -1200]));
  expect(fees.length).toBeGreaterThan(500);
  // A fee for a purchase abroad can be of the same size by chance.
  const onTime = fees.filter((row) => {
    const day = Number(clock(row).date.slice(8));
    return day >= 28 || day <= 4;
  });
  expect(onTime.length / fees.length).toBeGreaterThan(0.99);
});

test('interest comes once a month, on its last business day', () => {
  const savings = ofType('interest').filter((row) => Number(row.amount) > 0);
  expect(savings.length).toBeGreaterThan(500);
  for (const row of savings) expect(types.get(row.account_id!)).toBe('savings');
  expect(savings.filter((row) => Number(clock(row).date.slice(8)) < 26 || weekend(row))).toEqual(
    [],
  );
  const byMonth = groupBy(savings, (row) => `${row.account_id} ${clock(row).month}`);
  expect([...byMonth.values()].every((rows) => rows.length === 1)).toBe(true);
});

test('accounts live through legal states only, and end in the one that is shown', () => {
  const bank = bankOf({
    seed: 2n,
    customers: 3000,
    accounts: 5000,
    transactions: 60_000,
    amlRate: 0.01,
  });
  const seen = new Set<string>();
  const rows = groupBy(bank.transactions, (row) => row.account_id!);
  for (const account of bank.accounts) {
    expect(lifeIsLegal(account), account.status_history).toBe(true);
    const states = account.status_history!.split(';').map((s) => s.split(':') as [string, string]);
    seen.add(account.status!);
    const own = rows.get(account.account_id!) ?? [];
    if (account.status === 'dormant' || account.status === 'pending') expect(own).toEqual([]);
    if (account.status === 'frozen' || account.status === 'closed') {
      for (const row of own) expect(row.txn_ts!.slice(0, 10) <= states.at(-1)![1]).toBe(true);
    }
    if (account.status === 'closed') expect(cents(account.current_balance)).toBe(0);
  }
  expect([...seen].sort()).toEqual([
    'active',
    'charged_off',
    'closed',
    'dormant',
    'frozen',
    'pending',
  ]);
});

test.runIf(process.env.TEST_LONG)(
  '30, 60 and 90 days past due and written off are the configured shares, and who is behind has not paid',
  () => {
    const bank = bankOf({ seed: 8n, customers: 8000, accounts: 14_000, transactions: 140_000 });
    const credit = bank.accounts.filter(
      (a) => a.account_type === 'credit_card' || a.account_type === 'loan',
    );
    const { days30, days60, days90, chargedOff } =
      presets['us-community-bank'].accounts.delinquency;
    const share = (low: number, high: number) =>
      credit.filter((a) => Number(a.days_past_due) >= low && Number(a.days_past_due) < high)
        .length / credit.length;
    for (const [low, high, expected] of [
      [1, 1e9, days30 + days60 + days90 + chargedOff],
      [30, 60, days30],
      [60, 90, days60],
      [90, 180, days90],
      [180, 1e9, chargedOff],
    ] as const) {
      expect(Math.abs(share(low, high) - expected), `${low} days`).toBeLessThan(0.005);
    }
    const paid = groupBy(
      bank.transactions.filter((r) => r.type === 'card_repayment' || r.type === 'loan_repayment'),
      (row) => row.account_id!,
    );
    const end = Date.parse(`${bank.plan.endDate}T00:00:00Z`);
    for (const account of credit.filter((a) => Number(a.days_past_due) > 0)) {
      for (const row of paid.get(account.account_id!) ?? []) {
        expect(end - Date.parse(row.txn_ts!)).toBeGreaterThan(
          (Number(account.days_past_due) - 2) * 86_400_000,
        );
      }
      if (account.status === 'charged_off') expect(cents(account.current_balance)).toBe(0);
    }
  },
);

test('cards stay within their line, and pay in full or the minimum', () => {
  const cards = new Map(
    year.accounts.filter((a) => a.account_type === 'credit_card').map((a) => [a.account_id!, a]),
  );
  const payments = ofType('card_repayment').filter((row) => row.channel === 'ACH');
  const before = new Map<string, number>();
  const full: boolean[] = [];
  for (const row of year.transactions) {
    const card = cards.get(row.account_id!);
    if (card === undefined) continue;
    const owed = -(before.get(row.account_id!) ?? cents(card.opening_balance));
    expect(-cents(row.balance_after)).toBeLessThanOrEqual(cents(card.credit_limit));
    if (row.type === 'card_repayment' && row.channel === 'ACH') {
      const paid = cents(row.amount);
      const minimum = Math.min(owed, Math.max(2500, Math.round(owed * 0.06)));
      expect([owed, minimum]).toContain(paid);
      full.push(paid === owed);
    }
    before.set(row.account_id!, cents(row.balance_after));
  }
  expect(payments.length).toBe(full.length);
  expect(full.filter((f) => f).length / full.length).toBeGreaterThan(0.4);
  expect(full.filter((f) => !f).length).toBeGreaterThan(50);
});

test('who stands below zero at the end of a month pays for it once', () => {
  const fee = -presets['us-community-bank'].rates.overdraftFee * 100;
  const fees = ofType('fee').filter((row) => cents(row.amount) === fee);
  expect(fees.length).toBeGreaterThan(20);
  for (const row of fees) expect(cents(row.balance_after)).toBeLessThan(fee);
  const months = groupBy(fees, (row) => `${row.account_id} ${clock(row).month}`);
  expect([...months.values()].filter((rows) => rows.length > 1)).toEqual([]);
});
