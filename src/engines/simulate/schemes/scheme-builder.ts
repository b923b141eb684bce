import { aliasTable, drawAlias } from '../../random/alias-table.ts';
import { fromTable, histogramTable } from '../../random/quantile-table.ts';
import { type RandomStream, UINT32_RANGE } from '../../random/stream.ts';
import { drawLocalMerchant } from '../bank/cell-state.ts';
import { drawMerchant, party, type Section } from '../bank/directory.ts';
import { amountOf, between } from '../bank/draws.ts';
import { spendingScaleOf } from '../bank/tickets.ts';
import type { Common } from '../cell.ts';
import type { Configuration } from '../configuration/schema.ts';
import { hourProfiles } from '../events/hours.ts';
import type { Kind } from '../events/kinds.ts';
import type { Member, MemberPool } from './members.ts';

/** One end of a movement: an account of the bank, or a party of the directory. */
export type Node = { member: Member } | { party: number };

/** A row to come, before it is known in which cell's terms it will be told. */
export type DraftLeg = {
  side: 0 | 1;
  time: number;
  account: Member;
  other: Node;
  kind: Kind;
  channel: number;
  amount: number;
  hold: number;
  role: string;
  hop: number;
  leg: number;
  source: number;
};

export type Builder = {
  /** What the scheme is; one that can't be laid out here becomes another. */
  typology: string;
  stream: RandomStream;
  common: Common;
  configuration: Configuration;
  /** Rows left for the scheme's own shape, and seconds it may take. */
  rows: number;
  span: number;
  /** Seconds from the beginning of the window at which it starts. */
  start: number;
  /** Everyday amounts rather than large ones. */
  small: boolean;
  legs: DraftLeg[];
  pool: MemberPool;
  across: boolean;
};

/** The next member: an account while there are any, else somebody outside. */
export function member(b: Builder, memberKind?: 'person' | 'business'): Node {
  const side = b.across && b.stream.below(2) === 1 ? 1 : 0;
  const found = b.pool(side, memberKind) ?? b.pool(0);
  return found === null ? outside(b, 'person') : { member: found };
}

export const outside = (b: Builder, section: Section): Node => ({
  party: party(b.common.directory, section, b.stream.below(65_536)),
});

export const cost = (...nodes: Node[]): number => nodes.filter((n) => 'member' in n).length;

/** A moment between two fractions of the scheme's span. */
export const moment = (b: Builder, low: number, high: number): number =>
  Math.floor(b.start + b.span * (low + (high - low) * b.stream.float()));

/** A sum of the scheme's size class. */
export function sum(b: Builder, factor = 1): number {
  const amount = b.small ? { median: 105, sigma: 0.95 } : { median: 2300, sigma: 0.9 };
  const minor = Math.max(500, Math.round(amountOf(b.stream, amount) * factor));
  return b.stream.below(2) === 0 ? Math.max(500, Math.round(minor / 500) * 500) : minor;
}

const waking = histogramTable(hourProfiles.online, 0, 86_399);

/** Carries an evenly drawn time over to the hours in which people bank; keeps the order of times. */
export function atWakingHour(time: number): number {
  const second = time % 86_400;
  return (
    time - second + Math.floor(fromTable(waking, Math.floor((second / 86_400) * UINT32_RANGE)))
  );
}

function isBusiness(b: Builder, time: number): boolean {
  const day = b.common.calendar.days[Math.floor(time / 86_400)];
  const second = atWakingHour(time) % 86_400;
  return day?.business === true && second >= 8 * 3600 && second < 17 * 3600;
}

/** Cash is handed over at a counter in business hours and put into a machine otherwise. */
const cashChannel = (b: Builder, time: number): number => (isBusiness(b, time) ? 0 : 1);

type Move = { role: string; peerRole?: string; hop: number; source?: number; cash?: boolean };

/**
 * Moves money from one node to another: a row for each end that is an account of the bank.
 *
 * @returns number of the receiving leg, or of the paying one where the receiver is outside
 */
export function move(
  b: Builder,
  {
    from,
    to,
    amount,
    time,
    how,
  }: { from: Node; to: Node; amount: number; time: number; how: Move },
): number {
  const wire = !b.small && amount >= 300_000 && isBusiness(b, time) && b.stream.below(3) === 0;
  const number = b.legs.length + 1;
  const channel = b.stream.below(2);
  const source = how.source ?? 0;
  if ('member' in from) {
    b.legs.push({
      side: from.member.side,
      time,
      account: from.member,
      other: to,
      kind: how.cash ? 'atmWithdrawal' : wire ? 'wireOut' : 'transferOut',
      channel: wire || how.cash ? 0 : channel,
      amount: -amount,
      hold: 0,
      role: how.role,
      hop: how.hop,
      leg: number,
      source,
    });
  }
  if ('member' in to) {
    b.legs.push({
      side: to.member.side,
      time: time + ('member' in from ? 1 : 0),
      account: to.member,
      other: from,
      kind: how.cash ? 'cashDeposit' : wire ? 'wireIn' : 'transferIn',
      channel: how.cash ? cashChannel(b, time) : wire ? 0 : channel,
      amount,
      hold: 0,
      role: how.peerRole ?? how.role,
      hop: how.hop,
      leg: b.legs.length + 1,
      source: 'member' in from ? number : source,
    });
  }
  b.rows -= cost(from, to);
  return b.legs.length;
}

const BANK = (b: Builder): Node => ({ party: b.common.directory.sections.bank.first });
const ATM = (b: Builder): Node => ({ party: b.common.directory.sections.atm.first });

/** Dirty money enters: cash over the counter, or a transfer from outside. */
export function place(
  b: Builder,
  {
    to,
    amount,
    time,
    role,
    cash,
  }: { to: Node; amount: number; time: number; role: string; cash: boolean },
): number {
  return move(b, {
    from: cash ? BANK(b) : outside(b, 'person'),
    to,
    amount,
    time,
    how: { role, hop: 0, cash },
  });
}

/** Money leaves as notes: whole notes only, and by transfer where it is less than one. */
export function withdraw(
  b: Builder,
  { from, amount, time, how }: { from: Node; amount: number; time: number; how: Move },
): number {
  const note = b.configuration.cash.note * 100;
  if (amount < note) return move(b, { from, to: outside(b, 'person'), amount, time, how });
  return move(b, {
    from,
    to: ATM(b),
    amount: Math.floor(amount / note) * note,
    time,
    how: {
      ...how,
      cash: true,
    },
  });
}

/** Money that a member holds at the end, by account, from legs already planned. */
export function balancesHeld(b: Builder): Map<Member, { amount: number; last: DraftLeg }> {
  const held = new Map<Member, { amount: number; last: DraftLeg }>();
  for (const leg of b.legs) {
    const before = held.get(leg.account);
    const last = before === undefined || leg.time >= before.last.time ? leg : before.last;
    held.set(leg.account, { amount: (before?.amount ?? 0) + leg.amount, last });
  }
  return held;
}

/** A moment within twelve days at which the merchant is open; right away where the window ends. */
function shoppingTime(
  b: Builder,
  { merchant, after, end }: { merchant: number; after: number; end: number },
): number {
  const { opens, closes } = b.common.directory;
  const from = opens[merchant];
  const until = closes[merchant];
  const day = Math.floor(after / 86_400) + 1 + b.stream.below(12);
  const time = day * 86_400 + between(b.stream, from, until);
  if (time < end) return time;
  const today = after - (after % 86_400);
  return Math.max(after + 1, Math.min(end, today + between(b.stream, from, until)));
}

/** Integration: members spend what is left like anybody else, one row each. */
export function integrate(b: Builder, rows: number): void {
  const { directory } = b.common;
  const categories = aliasTable(b.configuration.categories.map((c) => c.weight));
  const held = balancesHeld(b);
  const members = [...held.keys()];
  const end = b.common.calendar.days.length * 86_400 - 22_000;
  for (let n = 0; n < rows; n++) {
    const customerIndex = members[b.stream.below(members.length)];
    const state = held.get(customerIndex)!;
    const category = drawAlias(categories, b.stream);
    const merchant =
      b.stream.below(3) === 0
        ? drawMerchant(directory, category, b.stream)
        : drawLocalMerchant(directory, {
            category,
            city: customerIndex.customer.city,
            stream: b.stream,
          });
    const bought = directory.category[merchant];
    const typical = fromTable(directory.tickets[bought], b.stream.uint32());
    const scale =
      directory.level[merchant] * spendingScaleOf(b.configuration, customerIndex.customer);
    const ticket = Math.max(300, Math.round(typical * scale));
    const time = shoppingTime(b, { merchant, after: state.last.time, end });
    const leg: DraftLeg = {
      side: customerIndex.side,
      time,
      account: customerIndex,
      other: { party: merchant },
      kind: directory.online[merchant] === 1 ? 'onlinePurchase' : 'purchase',
      channel: 0,
      amount: -ticket,
      hold: 0,
      role: 'integration',
      hop: state.last.hop + 1,
      leg: b.legs.length + 1,
      source: state.last.leg,
    };
    if (state.amount < ticket) {
      leg.kind = 'transferIn';
      leg.other = outside(b, 'person');
      leg.amount = Math.ceil((ticket * (1.5 + b.stream.float())) / 500) * 500;
      leg.channel = b.stream.below(2);
      leg.role = 'placement';
      leg.hop = 0;
      leg.source = 0;
    }
    b.legs.push(leg);
    held.set(customerIndex, { amount: state.amount + leg.amount, last: leg });
  }
}

/** Puts legs in the order of their booking: by time, what comes in before what goes out. */
export const sortForBooking = (legs: DraftLeg[]): DraftLeg[] =>
  legs.sort(
    (a, b) => a.time - b.time || Math.sign(b.amount) - Math.sign(a.amount) || a.leg - b.leg,
  );

/** Decides what each account keeps back, so that every planned payment is funded when its time comes. */
export function reserve(legs: readonly DraftLeg[]): void {
  const byAccount = new Map<Member, DraftLeg[]>();
  for (const leg of legs) byAccount.set(leg.account, [...(byAccount.get(leg.account) ?? []), leg]);
  for (const list of byAccount.values()) {
    let needed = list.reduce((total, leg) => total + Math.max(0, -leg.amount), 0);
    let kept = 0;
    for (const leg of list) {
      if (leg.amount < 0) {
        if (kept < -leg.amount) throw new Error(`leg ${leg.leg} of a scheme is not funded`);
        leg.hold = leg.amount;
        kept += leg.amount;
        needed += leg.amount;
      } else {
        leg.hold = Math.min(leg.amount, needed - kept);
        kept += leg.hold;
      }
    }
  }
}
