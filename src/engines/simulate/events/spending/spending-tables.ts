import { type AliasTable, aliasTable } from '../../../random/alias-table.ts';
import {
  histogramTable,
  logNormalTable,
  type QuantileTable,
} from '../../../random/quantile-table.ts';
import type { CellState } from '../../bank/cell-state.ts';
import type { Configuration } from '../../configuration/schema.ts';
import { hourProfiles } from '../hours.ts';
import { type Activity, activityOf } from './activity.ts';

export const RECENT = 256;

/** Customer activities, by the code that `Spending.mix` draws. */
export const choices = {
  purchase: 0,
  cashWithdrawal: 1,
  cashDeposit: 2,
  transferOut: 3,
  transferIn: 4,
  check: 5,
  wire: 6,
} as const;

/** Tables that depend only on the configuration; built once. */
type Habits = {
  categories: AliasTable;
  mix: AliasTable;
  hours: QuantileTable[];
  cash: QuantileTable;
  deposit: QuantileTable;
  /** Largest withdrawal, and deposit of a person. */
  mostCash: number;
  mostDeposit: number;
  transfer: QuantileTable;
  wire: QuantileTable;
  receipt: QuantileTable;
  payment: QuantileTable;
  officeHours: QuantileTable;
  homeHours: QuantileTable;
};

export type Spending = Habits & {
  /** By account: day of the last withdrawal, or of the opening, and 1 after the first withdrawal. */
  lastWithdrawal: Int32Array;
  withdrew: Uint8Array;
  activity: Activity;
  /** Ring of booked purchases available for refunds. */
  recent: {
    account: Int32Array;
    party: Int32Array;
    amount: Float64Array;
    row: Int32Array;
    count: number;
  };
};

const cache = new WeakMap<Configuration, Habits>();

function habitsOf(c: Configuration): Habits {
  const before = cache.get(c);
  if (before !== undefined) return before;
  const hours = Object.fromEntries(
    Object.entries(hourProfiles).map(([name, weights]) => [
      name,
      histogramTable(weights, 0, 86_400),
    ]),
  ) as Record<keyof typeof hourProfiles, QuantileTable>;
  const amounts = ({ median, sigma }: { median: number; sigma: number }) =>
    logNormalTable(median * 100, sigma);
  const habits: Habits = {
    categories: aliasTable(c.categories.map((category) => category.weight)),
    mix: aliasTable((Object.keys(choices) as (keyof typeof choices)[]).map((name) => c.mix[name])),
    hours: c.categories.map((category) => hours[category.hours]),
    cash: logNormalTable(c.cash.typical * 100, c.cash.sigma),
    deposit: logNormalTable(c.cash.typical * 100, c.cash.deposit.sigma),
    mostCash: (c.cash.most ?? Infinity) * 100,
    mostDeposit: (c.cash.deposit.most ?? Infinity) * 100,
    transfer: amounts(c.transfer),
    wire: amounts(c.wire),
    receipt: amounts(c.businessReceipt),
    payment: amounts(c.businessPayment),
    officeHours: hours.office,
    homeHours: hours.online,
  };
  cache.set(c, habits);
  return habits;
}

export function spendingOf(state: CellState): Spending {
  const habits = habitsOf(state.configuration);
  return {
    ...habits,
    lastWithdrawal: Int32Array.from(state.profiles, (_, account) => state.accounts[account].opened),
    withdrew: Uint8Array.from(state.profiles, (_, account) =>
      state.accounts[account].opened < state.calendar.start ? 1 : 0,
    ),
    activity: activityOf(state),
    recent: {
      account: new Int32Array(RECENT),
      party: new Int32Array(RECENT),
      amount: new Float64Array(RECENT),
      row: new Int32Array(RECENT),
      count: 0,
    },
  };
}

export function rememberPurchase(
  s: Spending,
  { account, to, amount, row }: { account: number; to: number; amount: number; row: number },
): void {
  const at = s.recent.count++ % RECENT;
  s.recent.account[at] = account;
  s.recent.party[at] = to;
  s.recent.amount[at] = amount;
  s.recent.row[at] = row;
}
