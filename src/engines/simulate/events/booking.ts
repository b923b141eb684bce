import type { Leg } from '../schemes/leg.ts';
import { NO_CATEGORY, party } from '../world/directory.ts';
import { typeCode, type World } from '../world/world.ts';
import { type EventBuffer, growRows, isRare, type RowBuffer, rules } from './buffers.ts';
import { channels, devices, kindCode, kindNames, kinds, ledgerAccounts, mirror } from './kinds.ts';
import { rememberPurchase, type Spending } from './spending-tables.ts';

export const POSTED = 0;
export const DECLINED = 1;

const KIND = kindNames.map((name) => {
  const { channels: all, device, ledger } = kinds[name];
  const back = mirror[name];
  return {
    channels: all.map((channel) => channels.indexOf(channel)),
    device: device === 'app' ? -1 : devices.indexOf(device),
    ledger: ledgerAccounts.indexOf(ledger),
    mirror: back === undefined ? -1 : kindCode[back],
  };
});
const CLEARING = ledgerAccounts.indexOf('onUsClearing');
const BETWEEN_CELLS = ledgerAccounts.indexOf('cellClearing');
const ACH = channels.indexOf('ACH');

/** What the clearing house is called in a country. */
export const railOf = (country: string): number =>
  channels.indexOf(country === 'US' ? 'ACH' : 'SEPA');

/** A booked leg and the number of its row within the cell. */
export type BookedLeg = { leg: Leg; row: number };

/** The books of one cell while it runs. */
export type Run = {
  world: World;
  spending: Spending;
  legs: readonly Leg[];
  rows: RowBuffer;
  /** Sum of the other legs by ledger account; with the accounts' movements it adds up to 0. */
  ledger: Float64Array;
  booked: BookedLeg[];
  made: number;
  /** Rows that may be made beyond those already promised. */
  slack: number;
  rail: number;
};

function write(
  run: Run,
  seconds: number,
  account: number,
  kind: number,
  channel: number,
  status: number,
  amount: number,
  to: number,
  flag: number,
  ledger: number,
): void {
  const { world, rows } = run;
  if (rows.count === rows.account.length) growRows(rows);
  const at = rows.count++;
  run.made++;
  if (status === POSTED) {
    world.balance[account] = world.balance[account]! + amount;
    run.ledger[ledger] = run.ledger[ledger]! - amount;
  }
  const line = KIND[kind]!;
  const rail = line.channels[channel]!;
  rows.seconds[at] = seconds;
  rows.account[at] = account;
  rows.kind[at] = kind;
  rows.status[at] = status;
  rows.channel[at] = rail === ACH ? run.rail : rail;
  rows.device[at] = line.device >= 0 ? line.device : world.customers[world.owner[account]!]!.device;
  const category = to < world.directory.size ? world.directory.category[to]! : NO_CATEGORY;
  rows.category[at] =
    category === NO_CATEGORY ? world.configuration.categories.length + kind : category;
  rows.flag[at] = flag;
  rows.party[at] = to;
  rows.amount[at] = amount;
  rows.balance[at] = world.balance[account]!;
}

/** What a rule makes of the amount when the moment has come; 0 means that nothing is booked. */
function dueAmount(world: World, events: EventBuffer, at: number): number {
  const account = events.account[at]!;
  const pair = events.pair[at]!;
  const amount = events.amount[at]!;
  switch (events.rule[at]) {
    case rules.overdraftInterest:
    case rules.interest: {
      const balance = world.balance[account]!;
      const charged = events.kind[at] === kindCode.interestCharged;
      const interest = Math.round(balance * amount);
      if (!charged) return Math.max(0, interest);
      const line = world.type[account] === typeCode.loan ? 1e15 : world.accounts[account]!.limit;
      return Math.min(
        0,
        Math.max(-Math.max(0, -interest), world.reserved[account]! - line - balance),
      );
    }
    case rules.payOff:
    case rules.minimum: {
      const owed = -world.balance[pair >= 0 ? pair : account]!;
      if (owed <= 0) return 0;
      const least = Math.min(owed, Math.max(2500, Math.round(owed * 0.06)));
      const paid = events.rule[at] === rules.payOff ? owed : least;
      return pair >= 0 ? -paid : paid;
    }
    case rules.instalment: {
      const left = Math.max(0, -world.balance[pair >= 0 ? pair : account]!);
      return amount < 0 ? Math.max(amount, -left) : Math.min(amount, left);
    }
    case rules.overdrawn: {
      const balance = world.balance[account]!;
      const least = world.floor[account]! + world.reserved[account]!;
      return balance < 0 && balance + amount >= least ? amount : 0;
    }
    case rules.closure:
    case rules.chargeOff:
      return -world.balance[account]!;
    default:
      return amount;
  }
}

function topUp(run: Run, seconds: number, account: number, shortage: number): void {
  const { world } = run;
  const amount = Math.ceil((shortage * 1.5) / 5000) * 5000;
  const own = party(world.directory, 'own', world.owner[account]! * 7 + world.cell);
  const card = world.type[account] === typeCode.credit_card;
  const kind = card ? kindCode.cardRepayment : kindCode.transferIn;
  write(run, seconds, account, kind, card ? 1 : 0, POSTED, amount, own, 0, KIND[kind]!.ledger);
}

/**
 * Books one event: one row, two for a transfer inside the cell, none where there is nothing to book. Who
 * lacks funds is declined, or is first sent money from outside.
 *
 * @param draw 32 random bits that decide between the two
 */
export function book(
  run: Run,
  events: EventBuffer,
  at: number,
  seconds: number,
  draw: number,
): void {
  const { world } = run;
  const kind = events.kind[at]!;
  const rule = events.rule[at]!;
  const account = events.account[at]!;
  const pair = events.pair[at]!;
  const channel = events.channel[at]!;
  const promised = isRare(rule) ? 0 : pair >= 0 ? 2 : 1;
  const before = run.made;
  const amount = dueAmount(world, events, at);
  const legIndex = events.leg[at]!;
  const leg = legIndex >= 0 ? run.legs[legIndex]! : undefined;
  const base = world.directory.size;
  const to =
    pair >= 0
      ? base + pair
      : leg !== undefined && leg.other >= 0
        ? base + leg.other
        : events.party[at]!;
  const line = KIND[kind]!;
  if (amount === 0 || (promised === 0 && run.slack === 0)) {
    run.slack += promised;
    return;
  }
  let posted = true;
  if (leg !== undefined) {
    world.reserved[account] = world.reserved[account]! + leg.hold;
  } else if (amount < 0 && rule !== rules.interest && !isRare(rule) && rule !== rules.closure) {
    const shortage =
      -amount - (world.balance[account]! - world.reserved[account]! - world.floor[account]!);
    if (shortage > 0) {
      const declined =
        world.behind[account] === 1 || draw < world.configuration.declinedWhenShort * 4294967296;
      if (rule === rules.free && !declined) {
        topUp(run, seconds, account, shortage);
        run.slack += promised - 1;
        return;
      }
      if (rule !== rules.free && !declined && run.slack > 0) topUp(run, seconds, account, shortage);
      else posted = false;
    }
  }
  const status = posted ? POSTED : DECLINED;
  const flag = leg?.laundering === true ? 1 : 0;
  if (leg !== undefined && leg.scheme !== '') run.booked.push({ leg, row: run.made });
  const across = leg !== undefined && leg.party >= base + world.accounts.length;
  const inside = pair >= 0 || (leg !== undefined && leg.other >= 0);
  const ledger = across ? BETWEEN_CELLS : inside ? CLEARING : line.ledger;
  write(run, seconds, account, kind, channel, status, amount, to, flag, ledger);
  if (posted && pair >= 0) {
    write(run, seconds, pair, line.mirror, 0, POSTED, -amount, base + account, flag, ledger);
  }
  if (posted && (kind === kindCode.purchase || kind === kindCode.onlinePurchase)) {
    rememberPurchase(run.spending, account, to, -amount);
  }
  run.slack -= run.made - before - promised;
}
