import { type AliasTable, aliasTable } from '../../random/alias-table.ts';
import { exponential } from '../../random/exponential.ts';
import {
  fromTable,
  histogramTable,
  logNormalTable,
  type QuantileTable,
  standardNormal,
} from '../../random/quantile-table.ts';
import { streamFor } from '../../random/stream.ts';
import { purposes } from '../world/draws.ts';
import type { World } from '../world/world.ts';
import { hourProfiles } from './hours.ts';
import { ticketTables } from './tickets.ts';

/** Size of the ring of recent purchases. */
export const RECENT = 256;

/** Tables that one cell's spending is drawn from. */
export type Spending = {
  accounts: AliasTable;
  /** Account of each entry of `accounts`. */
  spenders: Int32Array;
  categories: AliasTable;
  mix: AliasTable;
  tickets: QuantileTable[];
  hours: QuantileTable[];
  cash: QuantileTable;
  transfer: QuantileTable;
  wire: QuantileTable;
  receipt: QuantileTable;
  payment: QuantileTable;
  officeHours: QuantileTable;
  homeHours: QuantileTable;
  /** A ring of purchases already booked, which refunds return. */
  recent: { account: Int32Array; party: Int32Array; amount: Float64Array; count: number };
};

const ACTIVITY = [1, 0.06, 0.75, 0, 1.4];

export function spendingOf(world: World): Spending {
  const { configuration: c } = world;
  const weights: number[] = [];
  const spenders: number[] = [];
  for (let account = 0; account < world.accounts.length; account++) {
    const stream = streamFor(
      world.seed,
      world.cell * 1_000_000 + account,
      purposes.habits + 0x10000,
    );
    const busy = exponential(0.5 * fromTable(standardNormal, stream.uint32()));
    const base = ACTIVITY[world.type[account]!]!;
    if (world.from[account]! > world.calendar.end || base === 0) continue;
    weights.push(base * busy);
    spenders.push(account);
  }
  if (spenders.length === 0) {
    weights.push(1);
    spenders.push(world.anchor);
  }
  const hours = (profile: keyof typeof hourProfiles) =>
    histogramTable(hourProfiles[profile], 0, 86_400);
  return {
    accounts: aliasTable(weights),
    spenders: Int32Array.from(spenders),
    categories: aliasTable(c.categories.map((category) => category.weight)),
    mix: aliasTable([
      c.mix.purchase,
      c.mix.cashWithdrawal,
      c.mix.cashDeposit,
      c.mix.transferOut,
      c.mix.transferIn,
      c.mix.check,
      c.mix.wire,
    ]),
    tickets: ticketTables(c),
    hours: c.categories.map((category) => hours(category.hours)),
    cash: logNormalTable(c.cash.typical * 100, 0.7),
    transfer: logNormalTable(c.transfer.median * 100, c.transfer.sigma),
    wire: logNormalTable(c.wire.median * 100, c.wire.sigma),
    receipt: logNormalTable(c.businessReceipt.median * 100, c.businessReceipt.sigma),
    payment: logNormalTable(c.businessPayment.median * 100, c.businessPayment.sigma),
    officeHours: hours('office'),
    homeHours: hours('online'),
    recent: {
      account: new Int32Array(RECENT),
      party: new Int32Array(RECENT),
      amount: new Float64Array(RECENT),
      count: 0,
    },
  };
}

/** Remembers a booked purchase, so that it may be returned. */
export function rememberPurchase(s: Spending, account: number, to: number, amount: number): void {
  const at = s.recent.count++ % RECENT;
  s.recent.account[at] = account;
  s.recent.party[at] = to;
  s.recent.amount[at] = amount;
}
