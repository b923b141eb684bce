import { expect, test } from 'vitest';
import { daysFromCivil } from '../../../shared/civil-date.ts';
import { streamFor } from '../../random/stream.ts';
import { fitProfiles } from './fit-profiles.ts';
import { MOVEMENT_KINDS, type MovementKind, type Movements } from './movements.ts';
import { refineProfiles } from './refine-profiles.ts';

const codeOf = (kind: MovementKind) => MOVEMENT_KINDS.indexOf(kind);
const START = daysFromCivil(2024, 1, 1);

/** 120 accounts over two years: two deposits and two withdrawals a month, six withdrawals in January. */
function movements(deposit: number): Movements {
  const stream = streamFor(9n, 0, 0);
  const rows: [account: number, day: number, amount: number, kind: MovementKind][] = [];
  for (let account = 0; account < 120; account++) {
    rows.push([account, START, 500, 'cash_deposit']);
    for (let month = 0; month < 24; month++) {
      const on = () =>
        daysFromCivil(2024 + Math.floor(month / 12), (month % 12) + 1, 2) + stream.below(26);
      const add = (kind: MovementKind, amount: number) => rows.push([account, on(), amount, kind]);
      for (let n = 0; n < 2; n++) add('cash_deposit', deposit + stream.below(deposit));
      for (let n = 0; n < (month % 12 === 0 ? 6 : 2); n++)
        add('cash_withdrawal', 100 + stream.below(50));
    }
  }
  return {
    accounts: 120,
    account: Int32Array.from(rows, ([account]) => account),
    day: Int32Array.from(rows, ([, day]) => day),
    amount: Float64Array.from(rows, ([, , amount]) => amount),
    kind: Uint8Array.from(rows, ([, , , kind]) => codeOf(kind)),
    balance: null,
  };
}

test('bookings by month of the year are relative to their mean', () => {
  const [{ seasons }] = fitProfiles(movements(300)) as [ReturnType<typeof fitProfiles>[number]];
  // 6 of 28 withdrawals a year are in January, 2 in each other month.
  expect(seasons.cashWithdrawal![0]).toBeCloseTo(6 / (28 / 12), 0);
  expect(seasons.cashWithdrawal![6]).toBeCloseTo(2 / (28 / 12), 1);
  expect(seasons.cashDeposit![0]! / seasons.cashDeposit![6]!).toBeCloseTo(1, 0);
});

test('figures are corrected by what the same estimate finds in a bank', () => {
  const [wanted, found] = [300, 360].map((deposit) => fitProfiles(movements(deposit)));
  const draft = structuredClone(wanted!);
  refineProfiles(draft, { wanted: wanted!, found: found!, step: 1 });
  const median = (profiles: typeof draft, name: string) =>
    profiles[0]!.figures.find((figure) => figure.name === name)!.quantiles[3]!;
  expect(
    median(draft, 'amount of cashDeposit') / median(wanted!, 'amount of cashDeposit'),
  ).toBeCloseTo(300 / 360, 1);
  expect(median(draft, 'cashWithdrawal a month')).toBeCloseTo(
    median(wanted!, 'cashWithdrawal a month'),
    1,
  );
});
