import { PER_CITY, placeIn } from '../bank/directory.ts';
import { countries } from '../data/countries.ts';
import type { Kind } from '../events/kinds.ts';
import { bankingTime, isBankingTime } from './banking-hours.ts';
import { type Builder, cost, fundedFrom, isFirm, type Node, outside } from './scheme-builder.ts';

export type Rail = 'cash' | 'wire' | 'counter';

export type Move = {
  role: string;
  peerRole?: string;
  hop: number;
  source?: number;
  rail?: Rail;
  reference?: string;
};

/** Payments to and from other banks go by wire from this size on, in minor units. */
export const WIRE_FROM = 1_000_000;
/** Payments of persons above this size are not made in the mobile app. */
const MOBILE_TO = 250_000;
/** Maximum cash that a machine takes, or pays to one customer in a day. */
const MACHINE_TAKES = 300_000;
export const MACHINE_PAYS = 80_000;

type Form = { out: Kind; into: Kind; channel: number; time: number };

/** Chooses rail and time of a movement by its size and parties. */
export function formOf(
  b: Builder,
  {
    from,
    to,
    amount,
    time,
    rail,
  }: { from: Node; to: Node; amount: number; time: number; rail?: Rail | undefined },
): Form {
  if (rail === 'cash' || rail === 'counter') {
    const counter = rail === 'counter' || amount > MACHINE_TAKES;
    const when = counter ? bankingTime(b, time) : time;
    const open = isBankingTime(b, when);
    const out = rail === 'counter' && open ? 'counterWithdrawal' : 'atmWithdrawal';
    return { out, into: 'cashDeposit', channel: open ? 0 : 1, time: when };
  }
  const external = cost(from, to) === 1;
  if (rail === 'wire' || (external && amount >= WIRE_FROM)) {
    const when = bankingTime(b, time);
    if (isBankingTime(b, when)) return { out: 'wireOut', into: 'wireIn', channel: 0, time: when };
  }
  if (isFirm(b, from) && isFirm(b, to)) {
    const when = bankingTime(b, time);
    if (isBankingTime(b, when)) return { out: 'supplier', into: 'receipt', channel: 0, time: when };
  }
  const channel = amount > MOBILE_TO ? 1 : b.stream.below(2);
  return { out: 'transferOut', into: 'transferIn', channel, time };
}

/**
 * Moves money from one node to another: one row per end that is an account of the bank. A payment
 * follows its source leg, and all money that its account received so far.
 *
 * @returns number of the receiving leg, or of the paying one if the receiver is outside
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
  const { role, hop, source = 0, reference = '' } = how;
  const funded = 'member' in from ? fundedFrom(b, from.member) : 0;
  const after = Math.max(funded, b.legs[source - 1]?.time ?? 0);
  const earliest = after === 0 ? 0 : after + 240 + b.stream.below(5400);
  const form = formOf(b, { from, to, amount, time: Math.max(time, earliest), rail: how.rail });
  const { channel } = form;
  const number = b.legs.length + 1;
  const shared = { channel, hold: 0, hop, reference };
  if ('member' in from) {
    b.legs.push({
      ...shared,
      side: from.member.side,
      time: form.time,
      account: from.member,
      other: to,
      kind: form.out,
      channel: form.out === 'transferOut' ? channel : 0,
      amount: -amount,
      role,
      leg: number,
      source,
    });
  }
  if ('member' in to) {
    b.legs.push({
      ...shared,
      side: to.member.side,
      time: form.time + ('member' in from ? 1 : 0),
      account: to.member,
      other: from,
      kind: form.into,
      amount,
      role: how.peerRole ?? role,
      leg: b.legs.length + 1,
      source: 'member' in from ? number : source,
    });
  }
  b.rows -= cost(from, to);
  return b.legs.length;
}

/** City of a branch or machine: the customer's, the nearest one, or any other one. */
export type Where = 'home' | 'nearby' | 'elsewhere';

/** Draws a branch or machine in a city. */
export function cashPlace(
  b: Builder,
  section: 'branch' | 'atm',
  { home, where }: { home: number; where: Where },
): Node {
  const { directory } = b.common;
  const cities = directory.sections[section].count / PER_CITY[section];
  const city = {
    home: () => home,
    nearby: () => countries[b.country].nearest[home] % cities,
    elsewhere: () => (home + 1 + b.stream.below(Math.max(1, cities - 1))) % cities,
  }[where]();
  return { party: placeIn(directory, section, { city, n: b.stream.below(PER_CITY[section]) }) };
}

const homeOf = (node: Node): number => ('member' in node ? node.member.customer.city : 0);

/** Returns the cash reporting threshold of the bank's country in minor units. */
export const thresholdOf = (b: Builder): number =>
  (b.configuration.laundering.thresholds[b.country] ?? 10_000) * 100;

export type Placement = {
  to: Node;
  amount: number;
  time: number;
  role: string;
  reference?: string;
};

/** Plans one cash deposit in whole tens: at a counter, or a small one at a machine. */
export function depositCash(b: Builder, placement: Placement & { where?: Where }): number {
  const { to, amount, role, where = b.stream.below(3) === 0 ? 'nearby' : 'home' } = placement;
  const whole = Math.max(1000, Math.round(amount / 1000) * 1000);
  const time = whole > MACHINE_TAKES ? bankingTime(b, placement.time) : placement.time;
  const section = isBankingTime(b, time) ? 'branch' : 'atm';
  const from = cashPlace(b, section, { home: homeOf(to), where });
  return move(b, { from, to, amount: whole, time, how: { role, hop: 0, rail: 'cash' } });
}

/** Draws an outside sender: a person, or a firm at home or abroad to firms. */
export function senderTo(b: Builder, to: Node): Node {
  if (!isFirm(b, to)) return outside(b, 'person');
  return outside(b, b.stream.below(3) === 0 ? 'foreign' : 'firm');
}

/** Plans placement of illicit money: a cash deposit below the threshold, or a payment from outside. */
export function place(b: Builder, { cash, ...placement }: Placement & { cash: boolean }): number {
  const { to, amount, time, role, reference = '' } = placement;
  const covering = Math.ceil(amount / 1000) * 1000;
  if (cash && covering < thresholdOf(b)) return depositCash(b, { ...placement, amount: covering });
  return move(b, { from: senderTo(b, to), to, amount, time, how: { role, hop: 0, reference } });
}

/** Plans the exit of money: to a person, a firm, abroad or a crypto exchange. */
export function leave(
  b: Builder,
  { from, amount, time, how }: { from: Node; amount: number; time: number; how: Move },
): number {
  const firm = isFirm(b, from);
  const draw = b.stream.below(10);
  const section = draw < 3 ? 'foreign' : draw < 5 ? 'exchange' : firm ? 'firm' : 'person';
  return move(b, { from, to: outside(b, section), amount, time, how });
}

/** Withdraws cash in whole notes: at a machine up to its limit, else at the counter. */
export function withdraw(
  b: Builder,
  { from, amount, time, how }: { from: Node; amount: number; time: number; how: Move },
): number {
  const note = b.configuration.cash.note * 100;
  if (amount < note) return leave(b, { from, amount, time, how });
  const counter = amount > MACHINE_PAYS;
  const when = counter
    ? bankingTime(b, Math.max(time, 'member' in from ? fundedFrom(b, from.member) + 600 : 0))
    : time;
  const rail: Rail = counter && isBankingTime(b, when) ? 'counter' : 'cash';
  const most = rail === 'counter' ? amount : Math.min(amount, Math.max(note, MACHINE_PAYS));
  const section = rail === 'counter' ? 'branch' : 'atm';
  return move(b, {
    from,
    to: cashPlace(b, section, { home: homeOf(from), where: 'home' }),
    amount: Math.floor(most / note) * note,
    time: when,
    how: { ...how, rail },
  });
}
