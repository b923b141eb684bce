import { expect, test } from 'vitest';
import { presets } from './configuration/presets.ts';
import { hourProfiles } from './events/hours.ts';
import { channels, kinds } from './events/kinds.ts';
import { formatDate, parseDate } from './rows/civil-date.ts';
import { bankOf, cents, groupBy, type Row } from './testing.ts';
import { calendarOf } from './world/calendar.ts';

const configuration = presets['us-community-bank'];
const year = bankOf({
  seed: 9n,
  customers: 300,
  accounts: 550,
  transactions: 120_000,
  startDate: '2025-01-01',
  endDate: '2025-12-31',
});
const types = new Map(year.accounts.map((a) => [a.account_id!, a.account_type!]));
const ofType = (type: string) => year.transactions.filter((row) => row.type === type);
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const summer = [Date.parse('2025-03-09T07:00:00Z'), Date.parse('2025-11-02T06:00:00Z')] as const;

/** Local date and time in Ohio in 2025. */
function clock(row: Row) {
  const utc = Date.parse(row.txn_ts!);
  const hours = utc >= summer[0] && utc < summer[1] ? 4 : 5;
  const date = new Date(utc - hours * 3_600_000);
  const iso = date.toISOString();
  return {
    weekday: WEEKDAYS[date.getUTCDay()]!,
    hour: date.getUTCHours(),
    date: iso.slice(0, 10),
    month: iso.slice(0, 7),
  };
}
const weekend = (row: Row) => ['Sat', 'Sun'].includes(clock(row).weekday);

test('salaries are steady, come from one employer, repeat with the calendar, and rise once', () => {
  const people = groupBy(ofType('salary'), (row) => row.account_id!);
  expect(people.size).toBeGreaterThan(80);
  for (const [, rows] of people) {
    if (rows.length < 10) continue;
    expect(new Set(rows.map((row) => row.counterparty)).size).toBe(1);
    const amounts = rows.map((row) => cents(row.amount));
    expect(new Set(amounts).size).toBeLessThanOrEqual(2);
    const mean = amounts.reduce((s, a) => s + a, 0) / amounts.length;
    const deviation = Math.sqrt(amounts.reduce((s, a) => s + (a - mean) ** 2, 0) / amounts.length);
    expect(deviation / mean).toBeLessThan(0.05);
    const days = rows.map((row) => Date.parse(row.txn_ts!) / 86_400_000);
    const gaps = days.slice(1).map((d, i) => d - days[i]!);
    const typical = gaps.sort((a, b) => a - b)[gaps.length >> 1]!;
    expect([7, 14, 30, 31].some((g) => Math.abs(typical - g) < 1.5)).toBe(true);
  }
  expect(ofType('salary').filter(weekend)).toEqual([]);
});

test.each(['rent', 'bill_payment', 'subscription', 'standing_order', 'fee', 'loan_payment'])(
  'each series of %s comes back month by month with one amount',
  (type) => {
    const rows = ofType(type).filter((row) => row.status === 'posted' && Number(row.amount) < 0);
    const series = groupBy(
      rows,
      (row) => `${row.account_id} ${row.counterparty} ${type === 'bill_payment' ? '' : row.amount}`,
    );
    const long = [...series.values()].filter((s) => s.length >= 10);
    expect(long.length).toBeGreaterThan(type === 'loan_payment' ? 10 : 25);
    for (const s of long) {
      const months = groupBy(s, (row) => clock(row).month);
      expect(months.size / s.length).toBeGreaterThan(0.45);
    }
  },
);

test('interest comes once a month, fees on the day that they are due', () => {
  const savings = ofType('interest').filter((row) => Number(row.amount) > 0);
  expect(savings.length).toBeGreaterThan(500);
  for (const row of savings) expect(types.get(row.account_id!)).toBe('savings');
  const byMonth = groupBy(savings, (row) => `${row.account_id} ${clock(row).month}`);
  expect([...byMonth.values()].every((rows) => rows.length === 1)).toBe(true);
});

test('a merchant has one category, one code and one country', () => {
  const merchants = groupBy(ofType('purchase'), (row) => row.counterparty!);
  for (const rows of merchants.values()) {
    for (const column of ['mcc', 'merchant_category', 'country', 'merchant']) {
      expect(new Set(rows.map((row) => row[column])).size).toBe(1);
    }
  }
  const codes = new Map(configuration.categories.map((c) => [c.name, c.mcc]));
  expect(ofType('purchase').filter((row) => row.mcc !== codes.get(row.merchant_category!))).toEqual(
    [],
  );
});

test('customers keep going back to a few merchants', () => {
  const accounts = groupBy(ofType('purchase'), (row) => row.account_id!);
  const shares = [...accounts.values()]
    .filter((rows) => rows.length >= 200)
    .map((rows) => {
      const visits = [...groupBy(rows, (r) => r.counterparty!).values()].map((v) => v.length);
      return (
        visits
          .sort((a, b) => b - a)
          .slice(0, 8)
          .reduce((s, n) => s + n, 0) / rows.length
      );
    });
  expect(shares.length).toBeGreaterThan(50);
  expect(shares.reduce((s, x) => s + x, 0) / shares.length).toBeGreaterThan(0.5);
});

test('each type goes through its own channels and devices', () => {
  const allowed = new Map<string, Set<string>>();
  for (const kind of Object.values(kinds)) {
    const known = allowed.get(kind.type) ?? new Set();
    for (const channel of kind.channels) known.add(channel);
    allowed.set(kind.type, known);
  }
  const strange = year.transactions.filter(
    (row) => !channels.some((c) => c === row.channel) || !allowed.get(row.type!)!.has(row.channel!),
  );
  expect(strange).toEqual([]);
  expect(ofType('cash_withdrawal').filter((row) => cents(row.amount) % 2000 !== 0)).toEqual([]);
  const banking = ['ACH', 'WIRE', 'CHECK', 'BRANCH'];
  expect(year.transactions.filter((row) => banking.includes(row.channel!) && weekend(row))).toEqual(
    [],
  );
});

test('in Europe the clearing house is SEPA', () => {
  const bank = bankOf({ preset: 'eu-retail-bank', transactions: 5000 });
  const seen = new Set(bank.transactions.map((row) => row.channel));
  expect(seen.has('SEPA')).toBe(true);
  expect(seen.has('ACH')).toBe(false);
});

test('purchases follow the configured weekdays, months and holidays', () => {
  const purchases = ofType('purchase').filter((row) => row.aml_flag === 'false');
  const { days } = calendarOf(
    configuration,
    'US',
    parseDate('2025-01-01'),
    parseDate('2025-12-31'),
  );
  const perDay = groupBy(purchases, (row) => clock(row).date);
  const bins = new Map<string, { seen: number; weight: number }>();
  let weight = 0;
  for (const day of days) {
    const seen = perDay.get(formatDate(day.day))?.length ?? 0;
    weight += day.weight;
    for (const bin of [`weekday ${day.weekday}`, `month ${day.month}`, `holiday ${day.holiday}`]) {
      const known = bins.get(bin) ?? { seen: 0, weight: 0 };
      bins.set(bin, { seen: known.seen + seen, weight: known.weight + day.weight });
    }
  }
  for (const [bin, { seen, weight: share }] of bins) {
    const expected = (purchases.length * share) / weight;
    expect(Math.abs(seen / expected - 1), bin).toBeLessThan(0.06);
  }
});

test('shops sell in their hours, the internet round the clock', () => {
  const groceries = ofType('purchase').filter(
    (r) => r.merchant_category === 'Groceries' && r.channel === 'POS' && r.country === 'US',
  );
  const hours = groceries.map((row) => clock(row).hour);
  expect(Math.min(...hours)).toBeGreaterThanOrEqual(7);
  const noon = hours.filter((h) => h >= 9 && h < 19).length / hours.length;
  const profile: readonly number[] = hourProfiles.shop;
  const expected =
    profile.slice(9, 19).reduce((s, w) => s + w, 0) / profile.reduce((s, w) => s + w, 0);
  // A few popular shops, each with hours of its own, make most of the sample.
  expect(Math.abs(noon - expected)).toBeLessThan(0.12);
  const online = ofType('purchase').filter((row) => row.channel === 'ONLINE');
  expect(new Set(online.map((row) => clock(row).hour)).size).toBe(24);
});

test('tickets have the quantiles of their category', () => {
  const bank = bankOf({ seed: 4n, customers: 3000, accounts: 4000, transactions: 150_000 });
  const purchases = bank.transactions.filter(
    (row) => row.type === 'purchase' && row.country === 'US',
  );
  for (const name of ['Groceries', 'Restaurants', 'Fast Food', 'Fuel']) {
    const { ticket } = configuration.categories.find((c) => c.name === name)!;
    const sorted = purchases
      .filter((row) => row.merchant_category === name)
      .map((row) => -cents(row.amount))
      .sort((a, b) => a - b);
    // Levels of merchants and purses widen the log-normal a little: allow a tenth at the median.
    const median = sorted[sorted.length >> 1]! / 100;
    expect(Math.abs(median / ticket.median - 1), name).toBeLessThan(0.12);
  }
  const ends = purchases.map((row) => row.amount!.slice(-2));
  expect(ends.filter((e) => e === '99').length / ends.length).toBeGreaterThan(0.12);
});

test('refunds return money for a purchase that was made before', () => {
  const refunds = ofType('refund');
  expect(refunds.length).toBeGreaterThan(500);
  const bought = groupBy(ofType('purchase'), (row) => `${row.account_id} ${row.counterparty}`);
  for (const row of refunds) {
    expect(Number(row.amount)).toBeGreaterThan(0);
    const before = bought.get(`${row.account_id} ${row.counterparty}`) ?? [];
    expect(
      before.some((b) => b.txn_ts! <= row.txn_ts! && -cents(b.amount) >= cents(row.amount)),
    ).toBe(true);
  }
});

const NEXT: Record<string, string[]> = {
  pending: ['active'],
  active: ['dormant', 'frozen', 'closed', 'charged_off'],
  dormant: ['active', 'closed'],
  frozen: [],
  closed: [],
  charged_off: [],
};

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
    const states = account.status_history!.split(';').map((s) => s.split(':') as [string, string]);
    expect(states[0]![0]).toBe('pending');
    states.slice(1).forEach(([state, day], i) => {
      expect(NEXT[states[i]![0]], account.status_history).toContain(state);
      expect(day >= states[i]![1]).toBe(true);
    });
    expect(states.at(-1)![0]).toBe(account.status);
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

test('the delinquent share is the configured one, and who is behind has not paid', () => {
  const bank = bankOf({ seed: 8n, customers: 8000, accounts: 14_000, transactions: 140_000 });
  const credit = bank.accounts.filter(
    (a) => a.account_type === 'credit_card' || a.account_type === 'loan',
  );
  const { days30, days60, days90, chargedOff } = configuration.accounts.delinquency;
  const share = (low: number, high: number) =>
    credit.filter((a) => Number(a.days_past_due) >= low && Number(a.days_past_due) < high).length /
    credit.length;
  expect(Math.abs(share(1, 1e9) - (days30 + days60 + days90 + chargedOff))).toBeLessThan(0.005);
  expect(Math.abs(share(30, 60) - days30)).toBeLessThan(0.005);
  expect(Math.abs(share(60, 90) - days60)).toBeLessThan(0.005);
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
});

test('the risk segment shapes behaviour', () => {
  const segment = new Map(year.customers.map((c) => [c.customer_id!, c.risk_segment!]));
  const share = (wanted: string) => {
    const rows = ofType('purchase').filter((row) => segment.get(row.customer_id!) === wanted);
    return rows.filter((row) => row.country !== 'US').length / rows.length;
  };
  expect(share('high')).toBeGreaterThan(1.5 * share('low'));
});
