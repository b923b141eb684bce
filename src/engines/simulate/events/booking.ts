import { type RandomStream, UINT32_RANGE } from '../../random/stream.ts';
import { type CellState, typeCode } from '../bank/cell-state.ts';
import { NO_CATEGORY, party } from '../bank/directory.ts';
import type { Leg } from '../schemes/leg.ts';
import { type EventBuffer, growRows, isRare, type RowBuffer, rules } from './buffers.ts';
import {
  channels,
  type Device,
  devices,
  kindCode,
  kindNames,
  kinds,
  ledgerAccounts,
  mirror,
} from './kinds.ts';
import { rememberPurchase, type Spending } from './spending/spending-tables.ts';

export const POSTED = 0;
export const DECLINED = 1;
/** Not a row's status: money from outside took the booking's place. */
const REPLACED = 2;

const lines = kindNames.map((name) => kinds[name]);
/** By kind: the code of its device (-1 for the customer's own), of its ledger account, and of its mirror. */
const DEVICE = Int8Array.from(lines, ({ device }) => devices.indexOf(device as Device));
const LEDGER = Uint8Array.from(lines, ({ ledger }) => ledgerAccounts.indexOf(ledger));
const MIRROR = Int8Array.from(kindNames, (name) => kindCode[mirror[name] ?? name]);
/** By kind, two channels each. */
const RAIL = Uint8Array.from(
  lines.flatMap(({ channels: ways }) => [ways[0], ways[ways.length - 1]]),
  (channel) => channels.indexOf(channel),
);
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
  state: CellState;
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

/**
 * Writes one row, and books it where it is posted. Its numbers stand in place: runs once a row, and an object
 * takes 8 % of a whole run.
 *
 * @param channel which of the kind's two channels
 * @param ledger the account of the bank's own books that takes the other leg
 */
function writeRow(
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
  const { state, rows } = run;
  if (rows.count === rows.account.length) growRows(rows);
  const at = rows.count++;
  run.made++;
  if (status === POSTED) {
    state.balance[account] = state.balance[account] + amount;
    run.ledger[ledger] = run.ledger[ledger] - amount;
  }
  const rail = RAIL[kind * 2 + channel];
  const device = DEVICE[kind];
  rows.seconds[at] = seconds;
  rows.account[at] = account;
  rows.kind[at] = kind;
  rows.status[at] = status;
  rows.channel[at] = rail === ACH ? run.rail : rail;
  rows.device[at] = device >= 0 ? device : state.device[state.owner[account]];
  const category = to < state.directory.size ? state.directory.category[to] : NO_CATEGORY;
  rows.category[at] =
    category === NO_CATEGORY ? state.configuration.categories.length + kind : category;
  rows.flag[at] = flag;
  rows.party[at] = to;
  rows.amount[at] = amount;
  rows.balance[at] = state.balance[account];
}

/** What a rule makes of the amount when the moment has come; 0 means that nothing is booked. */
function dueAmount(state: CellState, events: EventBuffer, at: number): number {
  const account = events.account[at];
  const pair = events.pair[at];
  const amount = events.amount[at];
  switch (events.rule[at]) {
    case rules.overdraftInterest:
    case rules.interest: {
      const balance = state.balance[account];
      const charged = events.kind[at] === kindCode.interestCharged;
      const interest = Math.round(balance * amount);
      if (!charged) return Math.max(0, interest);
      const line = state.type[account] === typeCode.loan ? 1e15 : state.accounts[account].limit;
      return Math.min(
        0,
        Math.max(-Math.max(0, -interest), state.reserved[account] - line - balance),
      );
    }
    case rules.payOff:
    case rules.minimum: {
      const owed = -state.balance[pair >= 0 ? pair : account];
      if (owed <= 0) return 0;
      const least = Math.min(owed, Math.max(2500, Math.round(owed * 0.06)));
      const paid = events.rule[at] === rules.payOff ? owed : least;
      return pair >= 0 ? -paid : paid;
    }
    case rules.installment: {
      const left = Math.max(0, -state.balance[pair >= 0 ? pair : account]);
      return amount < 0 ? Math.max(amount, -left) : Math.min(amount, left);
    }
    case rules.overdrawn: {
      const balance = state.balance[account];
      const least = state.floor[account] + state.reserved[account];
      return balance < 0 && balance + amount >= least ? amount : 0;
    }
    case rules.closure:
    case rules.chargeOff:
      return -state.balance[account];
    default:
      return amount;
  }
}

function topUp(
  run: Run,
  { seconds, account, shortage }: { seconds: number; account: number; shortage: number },
): void {
  const { state } = run;
  const amount = Math.ceil((shortage * 1.5) / 5000) * 5000;
  const own = party(state.directory, 'own', state.owner[account] * 7 + state.cell);
  const card = state.type[account] === typeCode.credit_card;
  const kind = card ? kindCode.cardRepayment : kindCode.transferIn;
  writeRow(run, seconds, account, kind, card ? 1 : 0, POSTED, amount, own, 0, LEDGER[kind]);
}

const isPurchase = (kind: number): boolean =>
  kind === kindCode.purchase || kind === kindCode.onlinePurchase;

/** Books a planned leg, for which funds are kept back. */
function bookLeg(run: Run, leg: Leg, seconds: number): void {
  const { state } = run;
  const { kind, account, amount, other, party: to } = leg;
  if (amount === 0) {
    run.slack++;
    return;
  }
  state.reserved[account] = state.reserved[account] + leg.hold;
  if (leg.scheme !== '') run.booked.push({ leg, row: run.made });
  const base = state.directory.size;
  const across = to >= base + state.accounts.length;
  const ledger = across ? BETWEEN_CELLS : other >= 0 ? CLEARING : LEDGER[kind];
  const whom = other >= 0 ? base + other : to;
  const flag = leg.laundering ? 1 : 0;
  writeRow(run, seconds, account, kind, leg.channel, POSTED, amount, whom, flag, ledger);
  if (isPurchase(kind)) rememberPurchase(run.spending, { account, to: whom, amount: -amount });
}

/** What becomes of a booking that lacks funds: posted once they were sent, declined, or given up for them. */
function withoutFunds(
  run: Run,
  {
    seconds,
    account,
    shortage,
    rule,
    draw,
  }: { seconds: number; account: number; shortage: number; rule: number; draw: number },
): number {
  const { behind, configuration } = run.state;
  const declined = behind[account] === 1 || draw < configuration.declinedWhenShort * UINT32_RANGE;
  if (declined || (rule !== rules.free && run.slack <= 0)) return DECLINED;
  topUp(run, { seconds, account, shortage });
  return rule === rules.free ? REPLACED : POSTED;
}

const needsFunds = (rule: number): boolean =>
  rule !== rules.interest && rule !== rules.closure && !isRare(rule);

/**
 * Books one event: one row, two for a transfer inside the cell, none where there is nothing to book. Who
 * lacks funds is declined, or is first sent money from outside.
 *
 * @param stream gives each event the bits that decide between the two
 */
export function book(
  run: Run,
  {
    events,
    at,
    seconds,
    stream,
  }: { events: EventBuffer; at: number; seconds: number; stream: RandomStream },
): void {
  const draw = stream.uint32();
  const leg = events.leg[at];
  if (leg >= 0) {
    bookLeg(run, run.legs[leg], seconds);
    return;
  }
  const { state, made: before } = run;
  const kind = events.kind[at];
  const rule = events.rule[at];
  const account = events.account[at];
  const pair = events.pair[at];
  const promised = isRare(rule) ? 0 : pair >= 0 ? 2 : 1;
  const amount = rule <= rules.due ? events.amount[at] : dueAmount(state, events, at);
  if (amount === 0 || (promised === 0 && run.slack === 0)) {
    run.slack += promised;
    return;
  }
  let status = POSTED;
  if (amount < 0 && needsFunds(rule)) {
    const shortage =
      -amount - (state.balance[account] - state.reserved[account] - state.floor[account]);
    if (shortage > 0) status = withoutFunds(run, { seconds, account, shortage, rule, draw });
  }
  if (status !== REPLACED) {
    const base = state.directory.size;
    const to = pair >= 0 ? base + pair : events.party[at];
    const ledger = pair >= 0 ? CLEARING : LEDGER[kind];
    const channel = events.channel[at];
    writeRow(run, seconds, account, kind, channel, status, amount, to, 0, ledger);
    if (status === POSTED && pair >= 0) {
      writeRow(run, seconds, pair, MIRROR[kind], 0, POSTED, -amount, base + account, 0, ledger);
    }
    if (status === POSTED && isPurchase(kind)) {
      rememberPurchase(run.spending, { account, to, amount: -amount });
    }
  }
  run.slack -= run.made - before - promised;
}
