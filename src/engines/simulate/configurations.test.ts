import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type PresetName, presets } from './configuration/presets.ts';
import { type Configuration, configurationSchema } from './configuration/schema.ts';
import { faultsOf } from './faults.fixture.ts';
import { bankOf } from './simulate.fixture.ts';

const share = fc.oneof(
  fc.constantFrom(0, 1),
  fc.double({ min: 0, max: 1, noNaN: true }),
  fc.double({ min: 0, max: 0.1, noNaN: true }),
);
const small = fc.double({ min: 0, max: 0.25, noNaN: true });
const amount = fc.record({
  median: fc.double({ min: 0.5, max: 20_000, noNaN: true }),
  sigma: fc.double({ min: 0, max: 1.5, noNaN: true }),
});

const weights = <K extends string>(...names: K[]) =>
  fc
    .record(Object.fromEntries(names.map((name) => [name, share])) as Record<K, typeof share>)
    .filter((record) => Object.values(record).some((weight) => Number(weight) > 0));

const list = (length: number) =>
  fc.array(fc.double({ min: 0, max: 3, noNaN: true }), { minLength: length, maxLength: length });

const customers = fc.record({
  business: share,
  household: share,
  employment: weights('salaried', 'selfEmployed', 'retired', 'student', 'unemployed'),
  monthlyIncome: amount,
  pay: weights('weekly', 'biweekly', 'monthly', 'lastBusinessDay'),
  raise: fc.record({ month: fc.integer({ min: 1, max: 12 }), mean: small }),
  riskSegment: weights('low', 'medium', 'high'),
});

const accounts = fc.record({
  first: weights('checking', 'savings', 'credit_card', 'loan'),
  further: weights('checking', 'savings', 'credit_card', 'loan'),
  overdraft: fc.record({ share, limit: amount }),
  creditLimit: amount,
  loan: amount,
  balance: fc.record({ checking: amount, savings: amount, business: amount }),
  openedInWindow: small,
  dormant: small,
  frozen: small,
  closed: small,
  pending: small,
  delinquency: fc.record({ days30: small, days60: small, days90: small, chargedOff: small }),
});

const rates = fc.record({
  savings: share,
  card: share,
  loan: share,
  overdraft: share,
  monthlyFees: fc.array(fc.record({ amount: fc.double({ min: 0, max: 90, noNaN: true }), share }), {
    minLength: 1,
    maxLength: 3,
  }),
  wireFees: fc.record({ in: fc.constantFrom(0, 15), out: fc.constantFrom(0, 30) }),
  foreignFee: share,
  overdraftFee: fc.double({ min: 0, max: 90, noNaN: true }),
});

const recurring = fc.record({
  atMost: share,
  salaryHere: share,
  salaryOnUs: share,
  rent: share,
  rentOfIncome: share,
  utilities: fc.array(
    fc.record({ name: fc.constant('Water'), mcc: fc.constant('4900'), amount, share }),
    { maxLength: 3 },
  ),
  subscriptions: fc.record({ mean: fc.double({ min: 0, max: 8, noNaN: true }), amount }),
  saving: share,
  savingOfIncome: share,
});

const months = fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 3 });
const season = list(12);

const behavior = fc.record({
  activity: fc.double({ min: 0, max: 2, noNaN: true }),
  phases: fc.record({ spread: fc.double({ min: 0, max: 2, noNaN: true }), persistence: share }),
  outing: fc.double({ min: 0, max: 0.8, noNaN: true }),
  quiet: fc.record({ share, weeks: fc.constantFrom(0.1, 1, 30) }),
  inflation: fc.constantFrom(-0.1, 0, 0.5),
  seasons: fc.record({
    student: season,
    pensioner: season,
    family: season,
    couple: season,
    single: season,
    selfEmployed: season,
    firm: season,
  }),
  pay: fc.record({
    hourly: share,
    hours: fc.double({ min: 0, max: 0.5, noNaN: true }),
    bonus: fc.record({ share, months, ofMonthly: share }),
    extra: fc.constantFrom({}, { DE: { months: [11], ofMonthly: 1 } }),
    gigs: fc.record({
      perMonth: fc.constantFrom(1, 4.5, 12),
      sigma: fc.double({ min: 0, max: 2, noNaN: true }),
    }),
    source: fc.constant('test'),
  }),
  rentRise: fc.record({ mean: share, share }),
  life: fc.record({
    move: share,
    birth: share,
    jobLoss: share,
    retirement: share,
    divorce: share,
    death: share,
    source: fc.constant('test'),
  }),
});

const typology = fc.record({
  weight: share,
  amount,
  days: fc.record({
    least: fc.constantFrom(0.1, 2),
    most: fc.constantFrom(3, 400),
  }),
  source: fc.constant('test'),
});

const fraud = fc.record({
  rate: fc.constantFrom(0, 0.001, 0.05),
  lookAlikes: fc.double({ min: 0, max: 5, noNaN: true }),
  disputed: share,
  kinds: fc
    .record({ weight: share, amount, source: fc.constant('test') })
    .map((kind) =>
      Object.fromEntries(
        Object.keys(presets['us-community-bank'].fraud.kinds).map((name) => [name, kind]),
      ),
    ),
});

const laundering = fc.record({
  thresholds: fc.constantFrom<Record<string, number>>({}, { US: 50, DE: 1000 }, { US: 10_000 }),
  typologies: fc
    .record(
      Object.fromEntries(
        Object.keys(presets['us-community-bank'].laundering.typologies).map((n) => [n, typology]),
      ),
    )
    .filter((all) => Object.values(all).some(({ weight }) => weight > 0)),
  acrossCells: share,
  integration: share,
  lookAlikes: fc.double({ min: 0, max: 5, noNaN: true }),
});

const anyConfiguration: fc.Arbitrary<Configuration> = fc
  .record({
    preset: fc.constantFrom(...Object.values(presets)),
    change: fc.record(
      {
        people: customers,
        accounts,
        rates,
        recurring,
        mix: weights(
          'purchase',
          'cashWithdrawal',
          'cashDeposit',
          'transferOut',
          'transferIn',
          'check',
          'wire',
        ),
        cash: fc.record({
          note: fc.constantFrom(1, 5, 20, 50, 500),
          typical: amount.map((a) => a.median),
        }),
        transfer: amount,
        wire: amount,
        businessReceipt: amount,
        businessPayment: amount,
        declinedWhenShort: share,
        crossBorder: share,
        calendar: fc.record({
          weekdays: list(7),
          months: list(12),
          holiday: fc.constantFrom(0.1, 1, 4),
        }),
        behavior,
        fraud,
        laundering,
      },
      { requiredKeys: [] },
    ),
    refunds: fc.option(share, { nil: undefined }),
    categories: fc.integer({ min: 1, max: 20 }),
  })
  .map(({ preset, change, refunds, categories }) =>
    configurationSchema.parse({
      ...preset,
      ...change,
      categories: preset.categories
        .slice(0, categories)
        .map((category) => ({ ...category, refunds: refunds ?? category.refunds })),
    }),
  );

test('over random configurations money is conserved, nothing is orphaned, and accounts live legally', () => {
  fc.assert(
    fc.property(
      fc.record({
        configuration: anyConfiguration,
        seed: fc.bigInt({ min: 0n, max: 0xffffffffffffffffn }),
        customers: fc.integer({ min: 1, max: 1400 }),
        accounts: fc.integer({ min: 1, max: 1800 }),
        transactions: fc.integer({ min: 0, max: 5000 }),
        amlRate: fc.constantFrom(0, 0.001, 0.02, 0.2),
        window: fc.constantFrom(
          {},
          { startDate: '2024-02-26', endDate: '2024-04-02' },
          { startDate: '2023-06-15', endDate: '2025-01-31' },
        ),
      }),
      ({ window, configuration, ...request }) => {
        const preset: PresetName =
          configuration.country === 'US' ? 'us-community-bank' : 'eu-retail-bank';
        const bank = bankOf({ ...request, ...window, configuration, preset });
        expect(faultsOf(bank)).toEqual([]);
      },
    ),
    { numRuns: process.env.TEST_LONG ? 500 : 12, seed: 6 },
  );
}, 600_000);
