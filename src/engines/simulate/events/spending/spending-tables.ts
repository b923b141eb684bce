import { type AliasTable, aliasTable } from '../../../random/alias-table.ts';
import { exponential } from '../../../random/exponential.ts';
import {
  fromTable,
  histogramTable,
  logNormalTable,
  type QuantileTable,
  standardNormal,
} from '../../../random/quantile-table.ts';
import { streamFor } from '../../../random/stream.ts';
import type { CellState } from '../../bank/cell-state.ts';
import { purposes } from '../../bank/draws.ts';
import type { Configuration } from '../../configuration/schema.ts';
import { hourProfiles } from '../hours.ts';

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
  transfer: QuantileTable;
  wire: QuantileTable;
  receipt: QuantileTable;
  payment: QuantileTable;
  officeHours: QuantileTable;
  homeHours: QuantileTable;
};

export type Spending = Habits & {
  accounts: AliasTable;
  spenders: Int32Array;
  /** Ring of booked purchases available for refunds. */
  recent: { account: Int32Array; party: Int32Array; amount: Float64Array; count: number };
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
    cash: logNormalTable(c.cash.typical * 100, 0.7),
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

/** Relative activity by account type, in the order of the types. */
const ACTIVITY = [1, 0.06, 0.75, 0, 1.4];

function spendersOf(state: CellState): { spenders: number[]; weights: number[] } {
  const weights: number[] = [];
  const spenders: number[] = [];
  for (let account = 0; account < state.accounts.length; account++) {
    const stream = streamFor(
      state.seed,
      state.cell * 1_000_000 + account,
      purposes.habits + 0x10000,
    );
    const busy = exponential(0.5 * fromTable(standardNormal, stream.uint32()));
    const base = ACTIVITY[state.type[account]];
    if (state.from[account] > state.calendar.end || base === 0) continue;
    weights.push(base * busy);
    spenders.push(account);
  }
  if (spenders.length === 0) {
    weights.push(1);
    spenders.push(state.anchor);
  }
  return { spenders, weights };
}

export function spendingOf(state: CellState): Spending {
  const { spenders, weights } = spendersOf(state);
  return {
    ...habitsOf(state.configuration),
    accounts: aliasTable(weights),
    spenders: Int32Array.from(spenders),
    recent: {
      account: new Int32Array(RECENT),
      party: new Int32Array(RECENT),
      amount: new Float64Array(RECENT),
      count: 0,
    },
  };
}

export function rememberPurchase(
  s: Spending,
  { account, to, amount }: { account: number; to: number; amount: number },
): void {
  const at = s.recent.count++ % RECENT;
  s.recent.account[at] = account;
  s.recent.party[at] = to;
  s.recent.amount[at] = amount;
}
