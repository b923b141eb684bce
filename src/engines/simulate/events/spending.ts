import { drawAlias } from '../../random/alias-table.ts';
import { fromTable } from '../../random/quantile-table.ts';
import type { RandomStream } from '../../random/stream.ts';
import type { CalendarDay } from '../world/calendar.ts';
import { party } from '../world/directory.ts';
import { drawLocalMerchant, LOYAL, type World } from '../world/world.ts';
import { type EventBuffer, pushEvent, rules } from './buffers.ts';
import { type Kind, kindCode, kinds } from './kinds.ts';
import { RECENT, type Spending } from './spending-tables.ts';

/** A price somebody would print: many end in 99, 95, 49 or 00. */
function priced(minor: number, draw: number): number {
  const whole = minor - (minor % 100);
  switch (draw & 15) {
    case 0:
    case 1:
    case 2:
      return whole + 99;
    case 3:
      return whole + 95;
    case 4:
      return whole + 49;
    case 5:
      return whole === 0 ? minor : whole;
    default:
      return minor;
  }
}

/** A round sum that shows in about as many cases as people choose round sums. */
function rounded(minor: number, draw: number): number {
  const step = minor >= 100_000 ? 10_000 : minor >= 10_000 ? 1000 : 500;
  return (draw & 3) === 0 ? Math.max(1, minor) : Math.max(step, Math.round(minor / step) * step);
}

function channelOf(kind: Kind, draw: number): number {
  const { length } = kinds[kind].channels;
  return length === 1 ? 0 : draw & 1;
}

function push(
  events: EventBuffer,
  kind: Kind,
  second: number,
  account: number,
  pair: number,
  to: number,
  amount: number,
  draw: number,
): void {
  pushEvent(
    events,
    second,
    kindCode[kind],
    channelOf(kind, draw),
    account,
    pair,
    to,
    amount,
    rules.free,
    -1,
  );
}

function pushPurchase(
  world: World,
  s: Spending,
  stream: RandomStream,
  events: EventBuffer,
  account: number,
  after: number,
): void {
  const { directory, configuration } = world;
  const who = world.owner[account]!;
  const customer = world.customers[who]!;
  const draw = stream.uint32();
  let merchant: number;
  if (stream.uint32() < configuration.crossBorder * customer.abroad * 4294967296) {
    merchant = directory.firstAbroad + drawAlias(directory.abroad, stream);
  } else if ((draw & 0xff) < 158) {
    const k = Math.min((draw >>> 8) & 7, (draw >>> 11) & 7);
    merchant = world.loyal[who * LOYAL + k]!;
  } else {
    const category = drawAlias(s.categories, stream);
    merchant = drawLocalMerchant(directory, category, customer.city, stream);
  }
  const category = directory.category[merchant]!;
  let second = Math.floor(fromTable(s.hours[category]!, stream.uint32()));
  const opens = directory.opens[merchant]!;
  const closes = directory.closes[merchant]!;
  if (second < opens || second > closes) {
    second = opens + Math.floor(((stream.uint32() >>> 1) / 2147483648) * (closes - opens));
  }
  if (after >= 0) second = after;
  const online = directory.online[merchant] === 1;
  if (stream.uint32() < configuration.categories[category]!.refunds * 4294967296) {
    const { recent } = s;
    const at = recent.count === 0 ? -1 : (draw >>> 14) % Math.min(RECENT, recent.count);
    const back = at < 0 ? -1 : recent.account[at]!;
    const day = world.calendar.start;
    if (back >= 0 && world.to[back]! > day + 100_000) {
      push(events, 'refund', second, back, -1, recent.party[at]!, recent.amount[at]!, draw >>> 30);
      recent.amount[at] = Math.max(1, Math.floor(recent.amount[at]! / 2));
      return;
    }
  }
  const ticket = fromTable(s.tickets[category]!, stream.uint32());
  const amount = Math.max(1, Math.round(ticket * directory.level[merchant]! * world.purse[who]!));
  push(
    events,
    online ? 'onlinePurchase' : 'purchase',
    second,
    account,
    -1,
    merchant,
    -priced(amount, draw >>> 28),
    0,
  );
}

function pushTransfer(
  world: World,
  s: Spending,
  stream: RandomStream,
  events: EventBuffer,
  account: number,
  day: CalendarDay,
  room: number,
  out: boolean,
): void {
  const { directory } = world;
  const second = Math.floor(fromTable(s.homeHours, stream.uint32()));
  const draw = stream.uint32();
  const purse = world.purse[world.owner[account]!]!;
  const amount = rounded(Math.round(fromTable(s.transfer, stream.uint32()) * purse), draw >>> 8);
  const friend = s.spenders[drawAlias(s.accounts, stream)]!;
  const inside =
    out &&
    room >= 2 &&
    (draw & 0xff) < 90 &&
    friend !== account &&
    (world.type[friend] === 0 || world.type[friend] === 4) &&
    world.from[friend]! <= day.day &&
    world.to[friend]! > day.day;
  const abroad = draw >>> 16 < 1600 * world.customers[world.owner[account]!]!.abroad;
  const other = party(directory, abroad ? 'foreign' : 'person', draw >>> 4);
  const kind = out ? 'transferOut' : 'transferIn';
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

/**
 * Draws one thing that somebody does of their own accord on a day.
 *
 * @param room rows that may still be made; a transfer inside the cell takes two
 * @param after a second of the day to use instead of a drawn one, -1 for none
 */
export function drawSpending(
  world: World,
  s: Spending,
  stream: RandomStream,
  events: EventBuffer,
  day: CalendarDay,
  room: number,
  after: number,
): void {
  const { directory, configuration } = world;
  let account = s.spenders[drawAlias(s.accounts, stream)]!;
  for (let attempt = 0; attempt < 8; attempt++) {
    if (world.from[account]! <= day.day && world.to[account]! > day.day) break;
    account = attempt < 7 ? s.spenders[drawAlias(s.accounts, stream)]! : world.anchor;
  }
  const type = world.type[account]!;
  if (after >= 0 || type === 2) {
    if (type !== 3 && type !== 1) {
      pushPurchase(world, s, stream, events, account, after);
      return;
    }
  }
  const own = party(directory, 'own', world.owner[account]! * 7 + world.cell);
  const draw = stream.uint32();
  const office = () => Math.floor(fromTable(s.officeHours, stream.uint32()));
  if (type === 1 || type === 3) {
    const amount = rounded(Math.round(fromTable(s.transfer, stream.uint32()) * 2), draw);
    const second = after >= 0 ? after : office();
    if (type === 3) push(events, 'loanRepayment', second, account, -1, own, amount, 0);
    else {
      const out = (draw & 16) === 0;
      push(
        events,
        out ? 'transferOut' : 'transferIn',
        second,
        account,
        -1,
        own,
        out ? -amount : amount,
        draw >>> 31,
      );
    }
    return;
  }
  if (type === 4 && (draw & 0xff) < 205) {
    const firm = party(directory, 'firm', draw >>> 9);
    const income = (draw & 0xff) < 110;
    const table = income ? s.receipt : s.payment;
    const amount = Math.max(100, Math.round(fromTable(table, stream.uint32())));
    push(
      events,
      income ? 'receipt' : 'supplier',
      office(),
      account,
      -1,
      firm,
      income ? amount : -amount,
      0,
    );
    return;
  }
  switch (drawAlias(s.mix, stream)) {
    case 0:
      pushPurchase(world, s, stream, events, account, -1);
      return;
    case 1: {
      const note = configuration.cash.note * 100;
      const sum = fromTable(s.cash, stream.uint32());
      const amount = Math.max(note, Math.round(sum / note) * note);
      const second = Math.floor(fromTable(s.homeHours, stream.uint32()));
      push(events, 'atmWithdrawal', second, account, -1, directory.sections.atm.first, -amount, 0);
      return;
    }
    case 2: {
      const factor = type === 4 ? 8 : 2.4;
      const sum = fromTable(s.cash, stream.uint32()) * factor;
      const amount = Math.max(500, Math.round(sum / 500) * 500);
      push(
        events,
        'cashDeposit',
        office(),
        account,
        -1,
        directory.sections.bank.first,
        amount,
        draw >>> 31,
      );
      return;
    }
    case 3:
      pushTransfer(world, s, stream, events, account, day, room, true);
      return;
    case 4:
      pushTransfer(world, s, stream, events, account, day, room, false);
      return;
    case 5: {
      const amount = rounded(Math.round(fromTable(s.transfer, stream.uint32()) * 1.4), draw >>> 3);
      push(
        events,
        'check',
        office(),
        account,
        -1,
        party(directory, 'person', draw >>> 5),
        -amount,
        0,
      );
      return;
    }
    default: {
      const amount = Math.max(10_000, Math.round(fromTable(s.wire, stream.uint32())));
      const out = (draw & 1) === 0;
      const other = party(directory, (draw & 6) === 0 ? 'foreign' : 'firm', draw >>> 5);
      push(
        events,
        out ? 'wireOut' : 'wireIn',
        office(),
        account,
        -1,
        other,
        out ? -amount : amount,
        0,
      );
    }
  }
}
