import { drawAlias } from '../../random/alias-table.ts';
import { fromTable } from '../../random/quantile-table.ts';
import type { RandomStream } from '../../random/stream.ts';
import type { CalendarDay } from '../bank/calendar.ts';
import {
  type CellState,
  drawLocalMerchant,
  isCurrent,
  LOYAL,
  typeCode,
} from '../bank/cell-state.ts';
import { party } from '../bank/directory.ts';
import { type EventBuffer, pushEvent, rules } from './buffers.ts';
import { kindCode, kindNames, kinds } from './kinds.ts';
import { choices, RECENT, type Spending } from './spending-tables.ts';

/** The price nearest to a sum among those `step` apart that end in the given cents. */
const nearest = (minor: number, step: number, cents: number): number =>
  Math.max(cents, Math.round((minor - cents) / step) * step + cents);

/** Less than this is priced to the next ten cents, so that what is cheap does not all cost the same. */
const SMALL = 1000;

/** A price somebody would print: many end in 99, 95, 49 or 00, small ones in 9, 5 or 0. */
function priced(minor: number, draw: number): number {
  const step = minor < SMALL ? 10 : 100;
  switch (draw & 15) {
    case 0:
    case 1:
    case 2:
      return nearest(minor, step, step - 1);
    case 3:
      return nearest(minor, step, step - 5);
    case 4:
      return nearest(minor, step, step === 10 ? 9 : 49);
    case 5:
      return minor < step ? minor : nearest(minor, step, 0);
    default:
      return minor;
  }
}

/** A round sum that shows in about as many cases as people choose round sums. */
function rounded(minor: number, draw: number): number {
  const step = minor >= 100_000 ? 10_000 : minor >= 10_000 ? 1000 : 500;
  return (draw & 3) === 0 ? Math.max(1, minor) : Math.max(step, Math.round(minor / step) * step);
}

/** By code: 1 where a kind goes through either of two channels. */
const twoWays = Uint8Array.from(kindNames, (name) => (kinds[name].channels.length > 1 ? 1 : 0));

function push(
  events: EventBuffer,
  kind: number,
  second: number,
  account: number,
  pair: number,
  to: number,
  amount: number,
  draw: number,
): void {
  pushEvent(events, second, kind, draw & twoWays[kind], account, pair, to, amount, rules.free, -1);
}

/** The day on which somebody spends, and where that is written down. */
export type SpendingDay = {
  state: CellState;
  s: Spending;
  stream: RandomStream;
  events: EventBuffer;
  date: CalendarDay;
};

const atOffice = ({ s, stream }: SpendingDay): number =>
  Math.floor(fromTable(s.officeHours, stream.uint32()));

function pushPurchase(moment: SpendingDay, account: number, after: number): void {
  const { state, s, stream, events } = moment;
  const { directory, configuration } = state;
  const customerIndex = state.owner[account];
  const draw = stream.uint32();
  let merchant: number;
  if (stream.uint32() < configuration.crossBorder * state.abroad[customerIndex] * 4294967296) {
    merchant = directory.firstAbroad + drawAlias(directory.abroad, stream);
  } else if ((draw & 0xff) < 158) {
    const k = Math.min((draw >>> 8) & 7, (draw >>> 11) & 7);
    merchant = state.loyal[customerIndex * LOYAL + k];
  } else {
    const category = drawAlias(s.categories, stream);
    merchant = drawLocalMerchant(directory, { category, city: state.city[customerIndex], stream });
  }
  const category = directory.category[merchant];
  let second = Math.floor(fromTable(s.hours[category], stream.uint32()));
  const opens = directory.opens[merchant];
  const closes = directory.closes[merchant];
  if (second < opens || second > closes) {
    second = Math.floor(fromTable(s.hours[category], stream.uint32()));
  }
  if (second < opens || second > closes) {
    second = opens + Math.floor(((stream.uint32() >>> 1) / 2147483648) * (closes - opens));
  }
  if (after >= 0) second = after;
  const online = directory.online[merchant] === 1;
  if (stream.uint32() < configuration.categories[category].refunds * 4294967296) {
    const { recent } = s;
    const at = recent.count === 0 ? -1 : (draw >>> 14) % Math.min(RECENT, recent.count);
    const back = at < 0 ? -1 : recent.account[at];
    const day = state.calendar.start;
    if (back >= 0 && state.to[back] > day + 100_000) {
      push(
        events,
        kindCode.refund,
        second,
        back,
        -1,
        recent.party[at],
        recent.amount[at],
        draw >>> 30,
      );
      recent.amount[at] = Math.max(1, Math.floor(recent.amount[at] / 2));
      return;
    }
  }
  const ticket = fromTable(directory.tickets[category], stream.uint32());
  const amount = Math.max(
    1,
    Math.round(ticket * directory.level[merchant] * state.spendingScale[customerIndex]),
  );
  push(
    events,
    online ? kindCode.onlinePurchase : kindCode.purchase,
    second,
    account,
    -1,
    merchant,
    -priced(amount, draw >>> 28),
    0,
  );
}

function pushTransfer(moment: SpendingDay, account: number, room: number, out: boolean): void {
  const { state, s, stream, events, date } = moment;
  const { directory } = state;
  const second = Math.floor(fromTable(s.homeHours, stream.uint32()));
  const draw = stream.uint32();
  const spendingScale = state.spendingScale[state.owner[account]];
  const amount = rounded(
    Math.round(fromTable(s.transfer, stream.uint32()) * spendingScale),
    draw >>> 8,
  );
  const friend = s.spenders[drawAlias(s.accounts, stream)];
  const inside =
    out &&
    room >= 2 &&
    (draw & 0xff) < 90 &&
    friend !== account &&
    isCurrent(state.type[friend]) &&
    state.from[friend] <= date.day &&
    state.to[friend] > date.day;
  const abroad = draw >>> 16 < 1600 * state.abroad[state.owner[account]];
  const other = party(directory, abroad ? 'foreign' : 'person', draw >>> 4);
  const kind = out ? kindCode.transferOut : kindCode.transferIn;
  push(
    events,
    kind,
    second,
    account,
    inside ? friend : -1,
    inside ? -1 : other,
    out ? -amount : amount,
    draw >>> 31,
  );
}

/** Savings and loans: now and then something goes to or comes from an account at another bank. */
function pushIdle(day: SpendingDay, account: number, after: number): void {
  const { state, s, stream, events } = day;
  const own = party(state.directory, 'own', state.owner[account] * 7 + state.cell);
  const draw = stream.uint32();
  const amount = rounded(Math.round(fromTable(s.transfer, stream.uint32()) * 2), draw);
  const second = after >= 0 ? after : atOffice(day);
  if (state.type[account] === typeCode.loan) {
    push(events, kindCode.loanRepayment, second, account, -1, own, amount, 1);
    return;
  }
  const out = (draw & 16) === 0;
  const kind = out ? kindCode.transferOut : kindCode.transferIn;
  push(events, kind, second, account, -1, own, out ? -amount : amount, draw >>> 31);
}

/** What firms take in and pay; between banks it moves on business days, at once on the others. */
function pushTrade(day: SpendingDay, account: number, draw: number): void {
  const { state, s, stream, events } = day;
  const firm = party(state.directory, 'firm', draw >>> 9);
  const income = (draw & 0xff) < 110;
  const table = income ? s.receipt : s.payment;
  const amount = Math.max(100, Math.round(fromTable(table, stream.uint32())));
  const kind = income
    ? day.date.business
      ? kindCode.receipt
      : kindCode.transferIn
    : day.date.business
      ? kindCode.supplier
      : kindCode.transferOut;
  push(events, kind, atOffice(day), account, -1, firm, income ? amount : -amount, 0);
}

function pushWithdrawal(day: SpendingDay, account: number): void {
  const { state, s, stream, events } = day;
  const note = state.configuration.cash.note * 100;
  const amount = Math.max(note, Math.round(fromTable(s.cash, stream.uint32()) / note) * note);
  const second = Math.floor(fromTable(s.homeHours, stream.uint32()));
  const machine = state.directory.sections.atm.first;
  push(events, kindCode.atmWithdrawal, second, account, -1, machine, -amount, 0);
}

function pushDeposit(day: SpendingDay, account: number, draw: number): void {
  const { state, s, stream, events } = day;
  const size = state.type[account] === typeCode.business_checking ? 8 : 2.4;
  const amount = Math.max(500, Math.round((fromTable(s.cash, stream.uint32()) * size) / 500) * 500);
  const counter = day.date.business ? draw >>> 31 : 1;
  const bank = state.directory.sections.bank.first;
  push(events, kindCode.cashDeposit, atOffice(day), account, -1, bank, amount, counter);
}

function pushCheck(day: SpendingDay, account: number, draw: number): void {
  const { state, s, stream, events } = day;
  const sum = Math.round(fromTable(s.transfer, stream.uint32()) * 1.4);
  const to = party(state.directory, 'person', draw >>> 5);
  push(events, kindCode.check, atOffice(day), account, -1, to, -rounded(sum, draw >>> 3), 0);
}

function pushWire(day: SpendingDay, account: number, draw: number): void {
  const { state, s, stream, events } = day;
  const amount = Math.max(10_000, Math.round(fromTable(s.wire, stream.uint32())));
  const out = (draw & 1) === 0;
  const other = party(state.directory, (draw & 6) === 0 ? 'foreign' : 'firm', draw >>> 5);
  const kind = out ? kindCode.wireOut : kindCode.wireIn;
  push(events, kind, atOffice(day), account, -1, other, out ? -amount : amount, 0);
}

/** An account that may be used on the day: after some draws in vain the one that always may. */
function drawAccount({ state, s, stream, date }: SpendingDay): number {
  for (let attempt = 0; attempt < 8; attempt++) {
    const account = s.spenders[drawAlias(s.accounts, stream)];
    if (state.from[account] <= date.day && state.to[account] > date.day) return account;
  }
  return state.anchor;
}

/** Who uses more cash than others pays with notes now and then, and who uses less with the card. */
function inCash(choice: number, habit: number, draw: number): number {
  const lot = ((draw >>> 8) & 0xff) / 256;
  if (choice === choices.purchase && lot < 0.045 * (habit - 1)) {
    return draw & 0x10000 ? choices.cashWithdrawal : choices.cashDeposit;
  }
  const isCash = choice === choices.cashWithdrawal || choice === choices.cashDeposit;
  return isCash && lot < 1 - habit ? choices.purchase : choice;
}

/**
 * Draws one thing that somebody does of their own accord on a day.
 *
 * @param room rows that may still be made; a transfer inside the cell takes two
 * @param after a second of the day to use instead of a drawn one, -1 for none
 */
export function drawSpending(day: SpendingDay, room: number, after: number): void {
  const { state, s, stream, date } = day;
  const account = drawAccount(day);
  const type = state.type[account];
  if (type === typeCode.savings || type === typeCode.loan) {
    pushIdle(day, account, after);
    return;
  }
  if (after >= 0 || type === typeCode.credit_card) {
    pushPurchase(day, account, after);
    return;
  }
  const draw = stream.uint32();
  if (type === typeCode.business_checking && (draw & 0xff) < 205) {
    pushTrade(day, account, draw);
    return;
  }
  const choice = inCash(drawAlias(s.mix, stream), state.cash[state.owner[account]], draw);
  if (choice === choices.purchase) pushPurchase(day, account, -1);
  else if (choice === choices.cashWithdrawal) pushWithdrawal(day, account);
  else if (choice === choices.cashDeposit) pushDeposit(day, account, draw);
  else if (choice === choices.transferIn) pushTransfer(day, account, room, false);
  else if (choice === choices.transferOut || !date.business) pushTransfer(day, account, room, true);
  else if (choice === choices.check) pushCheck(day, account, draw);
  else pushWire(day, account, draw);
}
