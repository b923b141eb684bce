import { expect, test } from 'vitest';
import { daysFromCivil } from '../../../shared/civil-date.ts';
import { naturalLog } from '../../random/exponential.ts';
import { streamFor } from '../../random/stream.ts';
import { euRetailBank } from '../configuration/eu-retail-bank.ts';
import { configurationSchema } from '../configuration/schema.ts';
import { plan } from '../plan.ts';
import { fitProfiles } from './fit-profiles.ts';
import { MOVEMENT_KINDS, type MovementKind, type Movements, rowsByAccount } from './movements.ts';
import { movementsOfBank } from './movements-of-bank.ts';

const codeOf = (kind: MovementKind) => MOVEMENT_KINDS.indexOf(kind);
const START = daysFromCivil(2025, 1, 1);
const DAYS = 365;

/** Accounts with deposits at random that withdraw after exponential gaps, but after 28 days at the latest. */
function movements(accounts: number, longest: number): Movements {
  const stream = streamFor(5n, 0, 0);
  const rows: { account: number; day: number; amount: number; kind: number; balance: number }[] =
    [];
  for (let account = 0; account < accounts; account++) {
    let balance = 0;
    let [next, gap] = [longest, longest];
    for (let day = 0; day < DAYS; day++) {
      const add = (kind: MovementKind, amount: number) => {
        balance += kind === 'cash_deposit' ? amount : -amount;
        rows.push({ account, day: START + day, amount, kind: codeOf(kind), balance });
      };
      if (day === 0 || stream.below(9) === 0) add('cash_deposit', 300 + stream.below(900));
      if (day < next) continue;
      const part = gap === longest ? 0.4 : 0.2;
      if (balance > 200) add('cash_withdrawal', 10 + Math.floor((balance * part) / 10) * 10);
      gap = Math.min(longest, 1 - Math.floor(16 * naturalLog(1 - stream.float())));
      next = day + gap;
    }
  }
  const of = (key: keyof (typeof rows)[number]) => rows.map((row) => row[key]);
  return {
    accounts,
    account: Int32Array.from(of('account')),
    day: Int32Array.from(of('day')),
    amount: Float64Array.from(of('amount')),
    kind: Uint8Array.from(of('kind')),
    balance: Float64Array.from(of('balance')),
  };
}

/** Shares of the gaps between withdrawals that are of a length, and longer. */
function gapsOf(of: Movements, length: number) {
  const gaps = rowsByAccount(of).flatMap((rows) => {
    const days = rows
      .filter((row) => of.kind[row] === codeOf('cash_withdrawal'))
      .map((row) => of.day[row]!);
    return days.slice(1).map((day, i) => day - days[i]!);
  });
  const share = (is: (gap: number) => boolean) => gaps.filter(is).length / gaps.length;
  return { equal: share((gap) => gap === length), longer: share((gap) => gap > length) };
}

test('accounts that withdraw after a pause at the latest are found, and simulated so', () => {
  const file = movements(220, 28);
  const [profile] = fitProfiles(file);
  expect(profile!.pause).toMatchObject({ days: 28, first: true });
  // Withdrawals after a pause are twice as large a share of the balance.
  expect(profile!.pause!.sizes[3]! / profile!.sizes.cashWithdrawal![3]!).toBeGreaterThan(1.5);
  expect(fitProfiles(movements(220, 400))[0]!.pause).toBeNull();

  const configuration = structuredClone(euRetailBank);
  configuration.profiles = [profile!];
  configuration.accounts.first = { checking: 1, savings: 0, credit_card: 0, loan: 0 };
  configuration.accounts.openedInWindow = 1;
  configuration.calendar.daily = true;
  configuration.people.business = 0;
  configuration.declinedWhenShort = 1;
  configuration.payments.shares = {};
  configuration.fraud.rate = 0;
  configuration.recurring.charged = 'all';
  const bank = movementsOfBank(
    plan({
      seed: 3n,
      customers: 150,
      accounts: 150,
      transactions: 4500,
      preset: 'eu-retail-bank',
      configuration: configurationSchema.parse(configuration),
      amlRate: 0,
      startDate: '2025-01-01',
      endDate: '2025-12-31',
    }),
  );
  const [own, found] = [gapsOf(file, 28), gapsOf(bank, 28)];
  expect(own.equal).toBeGreaterThan(0.1);
  expect(Math.abs(found.equal - own.equal)).toBeLessThan(0.06);
  expect(found.longer).toBeLessThan(0.1);
});
