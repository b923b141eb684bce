import { expect, test } from 'vitest';
import { formatIsoDate } from '../../../../shared/civil-date.ts';
import { type PresetName, presets } from '../../configuration/presets.ts';
import { bankOf, cents, groupBy, type Row } from '../../simulate.fixture.ts';
import { clock, days, ofType, year } from '../../year.fixture.ts';
import { hourProfiles } from '../hours.ts';
import { channels, kinds } from '../kinds.ts';

const configuration = presets['us-community-bank'];

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

test('the most popular hundredth of merchants has 20 to 40 % of the visits', () => {
  const bank = bankOf({ seed: 6n, customers: 6000, accounts: 7000, transactions: 60_000 });
  const bought = bank.transactions.filter((row) => row.type === 'purchase');
  const visits = [...groupBy(bought, (row) => row.counterparty!).values()].map((v) => v.length);
  visits.sort((a, b) => b - a);
  const top = visits.slice(0, Math.round(visits.length / 100)).reduce((sum, n) => sum + n, 0);
  expect(top / bought.length).toBeGreaterThan(0.2);
  expect(top / bought.length).toBeLessThan(0.4);
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
  expect(shares.reduce((s, x) => s + x, 0) / shares.length).toBeGreaterThan(0.38);
});

test('each type goes through its own channels and devices', () => {
  const allowed = new Map<string, Set<string>>();
  for (const kind of Object.values(kinds)) {
    const allowedChannels = allowed.get(kind.type) ?? new Set();
    for (const channel of kind.channels) allowedChannels.add(channel);
    allowed.set(kind.type, allowedChannels);
  }
  const strange = year.transactions.filter(
    (row) => !channels.some((c) => c === row.channel) || !allowed.get(row.type!)!.has(row.channel!),
  );
  expect(strange).toEqual([]);
  expect(ofType('cash_withdrawal').filter((row) => cents(row.amount) % 2000 !== 0)).toEqual([]);
  const banking = ['ACH', 'WIRE', 'CHECK', 'BRANCH'];
  const open = new Set(days.filter((day) => day.business).map((day) => formatIsoDate(day.day)));
  const idle = year.transactions.filter(
    (row) => banking.includes(row.channel!) && !open.has(clock(row).date),
  );
  expect(idle).toEqual([]);
});

test('in Europe the clearing house is SEPA', () => {
  const bank = bankOf({ preset: 'eu-retail-bank', transactions: 5000 });
  const seen = new Set(bank.transactions.map((row) => row.channel));
  expect(seen.has('SEPA')).toBe(true);
  expect(seen.has('ACH')).toBe(false);
});

/** Critical values of chi-square at 0.999 by degrees of freedom (NIST e-Handbook, 1.3.6.7.4). */
const CRITICAL: Record<number, number> = { 1: 10.828, 6: 22.458, 11: 31.264, 23: 49.728 };

function chiSquare(bins: Iterable<{ seen: number; weight: number }>): {
  statistic: number;
  freedom: number;
} {
  const all = [...bins];
  const total = all.reduce((sum, bin) => sum + bin.seen, 0);
  const weight = all.reduce((sum, bin) => sum + bin.weight, 0);
  const statistic = all.reduce((sum, bin) => {
    const expected = (total * bin.weight) / weight;
    return sum + (bin.seen - expected) ** 2 / expected;
  }, 0);
  return { statistic, freedom: all.length - 1 };
}

function expectToFollow(bins: Iterable<{ seen: number; weight: number }>): void {
  const { statistic, freedom } = chiSquare(bins);
  expect(statistic).toBeLessThan(CRITICAL[freedom]);
}

const innocent = (row: Row) => row.aml_flag === 'false';

test.each(['weekday', 'holiday'] as const)(
  'purchases follow the configured weights by %s (chi-square)',
  (key) => {
    const perDay = groupBy(ofType('purchase').filter(innocent), (row) => clock(row).date);
    const bins = new Map<number | boolean, { seen: number; weight: number }>();
    for (const day of days) {
      const bin = bins.get(day[key]) ?? { seen: 0, weight: 0 };
      bin.seen += perDay.get(formatIsoDate(day.day))?.length ?? 0;
      bin.weight += day.weight;
      bins.set(day[key], bin);
    }
    expectToFollow(bins.values());
  },
);

test('purchases follow the configured weights by month within 8 %, as kinds of households differ', () => {
  const total = days.reduce((sum, { weight }) => sum + weight, 0);
  const bought = ofType('purchase').filter(innocent);
  const perMonth = groupBy(bought, (row) => clock(row).month);
  expect(perMonth.size).toBe(12);
  for (const [month, rows] of perMonth) {
    const due = days.filter((day) => day.month === Number(month.slice(5)));
    const expected = due.reduce((sum, { weight }) => sum + weight, 0) / total;
    expect(Math.abs(rows.length / bought.length / expected - 1), month).toBeLessThan(0.08);
  }
});

test('other day weights change the result, so the seasonality test can fail', () => {
  const perDay = groupBy(ofType('purchase').filter(innocent), (row) => clock(row).date);
  const bins = Array.from({ length: 7 }, () => ({ seen: 0, weight: 0 }));
  for (const day of days) {
    bins[day.weekday].seen += perDay.get(formatIsoDate(day.day))?.length ?? 0;
    bins[day.weekday].weight += 1;
  }
  expect(chiSquare(bins).statistic).toBeGreaterThan(CRITICAL[6]);
});

test('cash machines and shops on the internet follow their weights by hour (chi-square)', () => {
  const web = ['Online Retail', 'Digital Goods'];
  const bought = ofType('purchase').filter(
    (row) => row.channel === 'ONLINE' && web.includes(row.merchant_category!),
  );
  for (const rows of [ofType('cash_withdrawal'), bought]) {
    const perHour = groupBy(rows.filter(innocent), (row) => String(clock(row).hour));
    expectToFollow(
      hourProfiles.online.map((weight, hour) => ({
        seen: perHour.get(String(hour))?.length ?? 0,
        weight,
      })),
    );
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
  // A few popular shops with individual hours make up most of the sample.
  expect(Math.abs(noon - expected)).toBeLessThan(0.12);
  const online = ofType('purchase').filter((row) => row.channel === 'ONLINE');
  expect(new Set(online.map((row) => clock(row).hour)).size).toBe(24);
});

const TICKETS: [PresetName, string][] = [
  ['us-community-bank', 'US'],
  ['eu-retail-bank', 'DE'],
];
test.runIf(process.env.TEST_LONG).each(TICKETS)(
  'tickets of %s have the quantiles of their category within 5 %%',
  (preset, country) => {
    const bank = bankOf({
      seed: 4n,
      customers: 6000,
      accounts: 8000,
      transactions: 300_000,
      preset,
      country,
    });
    const bought = groupBy(
      bank.transactions.filter((row) => row.type === 'purchase' && row.country === country),
      (row) => row.merchant_category!,
    );
    // Below ten thousand visits the sampling error approaches the tolerance.
    const common = presets[preset].categories.filter((c) => bought.get(c.name)!.length >= 10_000);
    expect(common.length).toBeGreaterThanOrEqual(4);
    for (const { name, ticket } of common) {
      const sorted = bought.get(name)!.map((row) => -cents(row.amount));
      sorted.sort((a, b) => a - b);
      // Standard normal quantiles at 10, 25, 50, 75 and 90 %.
      for (const [p, z] of [
        [0.1, -1.28155],
        [0.25, -0.67449],
        [0.5, 0],
        [0.75, 0.67449],
        [0.9, 1.28155],
      ] as const) {
        const expected = ticket.median * 100 * Math.exp(ticket.sigma * z);
        const quantile = sorted[Math.floor(sorted.length * p)];
        expect(Math.abs(quantile / expected - 1), `${name} ${p}`).toBeLessThan(0.05);
      }
    }
  },
);

test('many prices end in 99', () => {
  const ends = ofType('purchase').map((row) => row.amount!.slice(-2));
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

test('the risk segment shapes the use of foreign merchants and of cash', () => {
  const segment = new Map(year.customers.map((c) => [c.customer_id!, c.risk_segment!]));
  const cash = (riskSegment: string) => {
    const rows = year.transactions.filter((row) => segment.get(row.customer_id!) === riskSegment);
    return rows.filter((row) => row.merchant_category === 'Cash').length / rows.length;
  };
  expect(cash('high')).toBeGreaterThan(1.3 * cash('low'));
  const share = (riskSegment: string) => {
    const rows = ofType('purchase').filter((row) => segment.get(row.customer_id!) === riskSegment);
    return rows.filter((row) => row.country !== 'US').length / rows.length;
  };
  expect(share('high')).toBeGreaterThan(1.5 * share('low'));
});
