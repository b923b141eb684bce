import { expect, test } from 'vitest';
import { presets } from '../configuration/presets.ts';
import { faultsOf } from '../faults.fixture.ts';
import { bankOf, cents, groupBy, type Row } from '../simulate.fixture.ts';
import { frauds } from './build-frauds.ts';

const preset = presets['us-community-bank'];
const bank = bankOf({
  seed: 31n,
  customers: 2500,
  accounts: 4000,
  transactions: 150_000,
  startDate: '2025-01-01',
  endDate: '2025-12-31',
  configuration: { ...preset, fraud: { ...preset.fraud, rate: 0.02 } },
});
const byId = new Map(bank.transactions.map((row) => [row.txn_id!, row]));
const people = new Map(bank.customers.map((c) => [c.customer_id!, c]));
const accounts = new Map(bank.accounts.map((a) => [a.account_id!, a]));
const cases = groupBy(
  bank.groundTruth.filter(({ fraud }) => fraud !== ''),
  (row) => row.scheme_id!,
);
const innocent = bank.groundTruth.filter(({ scheme_id }) => /-f\d+$/.test(scheme_id!));

type Case = { truth: Row; row: Row }[];
const of = (kind: string): Case[] =>
  [...cases.values()]
    .filter((truth) => truth[0]!.fraud === kind)
    .map((truth) => truth.map((leg) => ({ truth: leg, row: byId.get(leg.txn_id!)! })));

const hours = (rows: Row[]): number => {
  const times = rows.map((row) => Date.parse(row.txn_ts!));
  return (Math.max(...times) - Math.min(...times)) / 3_600_000;
};

const share = <T>(list: readonly T[], holds: (item: T) => boolean): number =>
  list.filter(holds).length / list.length;

/** Definition of each kind, from its rows alone. */
const definitions: Record<string, (rows: Row[], truth: Row[]) => boolean> = {
  card_testing: (rows, truth) => {
    const tests = rows.filter((_, i) => truth[i]!.role === 'test');
    return (
      tests.length >= 3 &&
      tests.every((row) => row.channel === 'ONLINE' && cents(row.amount) >= -300) &&
      new Set(tests.map((row) => row.counterparty)).size === 1 &&
      hours(tests) < 1
    );
  },
  lost_stolen: (rows) =>
    rows.every((row) => ['POS', 'ATM'].includes(row.channel!)) && hours(rows) <= 48,
  card_not_present: (rows, truth) =>
    rows.filter((_, i) => truth[i]!.role === 'purchase').every((row) => row.type === 'purchase'),
  account_takeover: (rows) =>
    rows.every((row) => row.type === 'transfer_out') &&
    new Set(rows.map((row) => row.counterparty)).size === 1 &&
    hours(rows) <= 72,
  push_payment_scam: (rows) =>
    rows.every((row) => ['transfer_out', 'wire_out'].includes(row.type!)) &&
    new Set(rows.map((row) => row.counterparty)).size === 1,
  mule_recruitment: (rows) =>
    rows.some((row) => row.type === 'transfer_in') &&
    rows.some((row) => row.type === 'transfer_out'),
  bust_out: (rows) =>
    rows.every((row) => accounts.get(row.account_id!)!.account_type === 'credit_card') &&
    rows.every((row) => row.txn_ts! >= '2025-01-26'),
  first_party: (rows) => rows.every((row) => ['purchase', 'chargeback'].includes(row.type!)),
  application: (rows) =>
    rows.some((row) => row.type === 'benefit') &&
    accounts.get(rows[0]!.account_id!)!.open_date! >= '2025-01-01',
  refund_abuse: (rows) =>
    new Set(rows.map((row) => row.counterparty)).size <= 3 &&
    rows.every((row) => ['purchase', 'refund'].includes(row.type!)),
};

test('every case is found again by the definition of its kind', () => {
  const seen = new Set<string>();
  const wrong: string[] = [];
  for (const [id, truth] of cases) {
    const kind = truth[0]!.fraud!;
    seen.add(kind);
    const rows = truth.map((leg) => byId.get(leg.txn_id!)!);
    if (!definitions[kind]!(rows, truth)) wrong.push(`${id} ${kind}`);
  }
  expect(wrong).toEqual([]);
  expect([...seen].sort()).toEqual(Object.keys(frauds).sort());
  expect(Object.keys(preset.fraud.kinds).sort()).toEqual(Object.keys(frauds).sort());
});

test('the ledger holds, and fraud is neither flagged nor booked twice', () => {
  expect(faultsOf(bank)).toEqual([]);
  for (const [, truth] of cases) {
    for (const leg of truth) expect(byId.get(leg.txn_id!)!.aml_flag).toBe('false');
  }
  const rows = [...cases.values()].flat();
  expect(rows.length / bank.transactions.length).toBeGreaterThan(0.012);
  expect(rows.length / bank.transactions.length).toBeLessThan(0.028);
});

test('chargebacks follow a posted purchase of the same amount, with a reason', () => {
  const chargebacks = bank.transactions.filter((row) => row.type === 'chargeback');
  expect(chargebacks.length).toBeGreaterThan(100);
  const truth = new Map(bank.groundTruth.map((leg) => [leg.txn_id!, leg]));
  for (const row of chargebacks) {
    const leg = truth.get(row.txn_id!);
    // Ordinary disputes are in `payments` only.
    if (leg === undefined) continue;
    expect(leg.reference).toMatch(/^reason 1\d\.\d /);
    const source = bank.groundTruth.find(
      (other) => other.scheme_id === leg.scheme_id && other.leg === leg.source_leg,
    )!;
    const purchase = byId.get(source.txn_id!)!;
    expect(purchase.status).toBe('posted');
    expect(cents(purchase.amount)).toBe(-cents(row.amount));
    expect(purchase.txn_ts! < row.txn_ts!).toBe(true);
  }
});

test('losses are what was posted; declined attempts lose nothing', () => {
  const rows = [...cases.values()].flat();
  const declined = rows.filter((leg) => byId.get(leg.txn_id!)!.status === 'declined');
  expect(declined.length).toBeGreaterThan(50);
  expect(declined.every((leg) => cents(leg.loss) === 0)).toBe(true);
  for (const leg of rows) {
    const row = byId.get(leg.txn_id!)!;
    expect([0, cents(row.amount), -cents(row.amount)].map(Math.abs)).toContain(
      Math.abs(cents(leg.loss)),
    );
  }
});

test("takeovers come from a device that is not the owner's, scams from the own one", () => {
  const own = new Map<string, string>();
  const planned = new Set(bank.groundTruth.map((leg) => leg.txn_id));
  for (const row of bank.transactions) {
    if (row.channel === 'MOBILE' && row.type === 'transfer_out' && !planned.has(row.txn_id))
      own.set(row.customer_id!, row.device!);
  }
  const known = (cases: Case[]) =>
    cases.flat().filter(({ row }) => own.has(row.customer_id!) && people.has(row.customer_id!));
  const foreign = ({ row }: Case[number]) => own.get(row.customer_id!) !== row.device;
  expect(share(known(of('account_takeover')), foreign)).toBe(1);
  expect(share(known(of('push_payment_scam')), foreign)).toBe(0);
});

test('innocent look-alikes have the same forms, without fraud or loss', () => {
  const names = new Set(innocent.map((leg) => leg.typology));
  expect([...names].sort()).toEqual([
    'day_in_town',
    'first_benefits',
    'furnishing',
    'game_credits',
    'honest_dispute',
    'new_payee',
    'new_phone',
    'online_spree',
    'platform_sales',
  ]);
  expect(innocent.every((leg) => leg.fraud === '' && leg.loss === '')).toBe(true);
});
