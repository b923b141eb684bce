import { between } from '../bank/draws.ts';
import { leave, MACHINE_PAYS, move, place, withdraw } from './move.ts';
import {
  type Builder,
  fundedFrom,
  member,
  moment,
  type Node,
  outside,
  sum,
} from './scheme-builder.ts';
import { keep, splitAmount } from './shares.ts';

const HOUR = 3600;
/** Maximum of one round through a mule in minor units: no exit needs a wire. */
const MAX_THROUGH_MULE = 950_000;

/** Hours within which a mule is emptied. */
const EMPTIED_WITHIN = 16;

/** Plans one mule: a payment of a victim, gone within hours in cash, transfers and crypto. */
function emptied(b: Builder, v: Node, { time, rows }: { time: number; rows: number }): void {
  const amount = Math.min(sum(b), MAX_THROUGH_MULE);
  const source = place(b, { to: v, amount, time, role: 'mule', cash: false });
  const exits = Math.max(1, rows - 1);
  const kept = 0.04 + 0.11 * b.stream.float();
  const shares = splitAmount(keep(amount, 1 - kept), exits, b);
  const likesCash = 0.2 + 0.6 * b.stream.float();
  let at = 'member' in v ? fundedFrom(b, v.member) : time;
  let owed = 0;
  for (let i = 0; i < exits; i++) {
    const how = { role: 'mule', hop: 1, source };
    at += Math.floor((0.2 + (EMPTIED_WITHIN / exits) * b.stream.float() ** 2) * HOUR);
    const part = shares[i] + owed;
    // The rest of a machine's limit leaves with the next exit.
    const inCash = exits > 1 && i < exits - 1 && b.stream.float() < likesCash;
    const taken = inCash ? Math.min(MACHINE_PAYS, part) : part;
    owed = part - taken;
    if (inCash) withdraw(b, { from: v, amount: taken, time: at, how });
    else leave(b, { from: v, amount: taken, time: at, how });
  }
}

/** Plans a network of mules: young people with new accounts, emptied within hours. */
export function mule(b: Builder): void {
  const rounds = Math.max(1, Math.floor(b.rows / 4));
  const mules = Math.max(1, Math.ceil(rounds / 2));
  const accounts = Array.from({ length: mules }, () => member(b, 'new'));
  b.start = Math.max(b.start, openedBy(b, accounts));
  for (let i = 0; i < rounds && b.rows >= 2; i++) {
    const time = moment(b, i / rounds, (i + 0.6) / rounds);
    const rows = Math.min(b.rows, 2 + b.stream.below(i === rounds - 1 ? 5 : 4));
    emptied(b, accounts[i % mules], { time, rows });
  }
}

/** Returns the time from which all accounts can be used. */
const openedBy = (b: Builder, accounts: readonly Node[]): number =>
  accounts.reduce((latest, node) => {
    if (!('member' in node)) return latest;
    return Math.max(latest, (node.member.from - b.common.calendar.start + 2) * 86_400);
  }, 0);

/** Tranches in which money comes back, two at least. */
const MAX_TRANCHES = 3;

/** Plans takings sent abroad that come back to the firm in tranches, from the same party or as loans of another one. */
export function roundTrip(b: Builder): void {
  const v = member(b, 'business');
  const abroad = outside(b, 'foreign');
  const lender = b.stream.below(4) === 0 ? outside(b, 'foreign') : abroad;
  const count = Math.max(1, Math.min(6, Math.floor(b.rows / 4)));
  for (let i = 0; i < count; i++) {
    const low = i / count;
    const sent = sum(b);
    let source = place(b, {
      to: v,
      amount: keep(sent, 1.05),
      time: moment(b, low, low + 0.15 / count),
      role: 'owner',
      cash: false,
    });
    const pay = (from: Node, to: Node, part: [number, number], hop: number, amount: number) =>
      move(b, {
        from,
        to,
        amount,
        time: moment(b, low + part[0] / count, low + part[1] / count),
        how: { role: 'owner', hop, source, rail: 'wire' },
      });
    source = pay(v, abroad, [0.2, 0.35], 2 * i + 1, sent);
    const back = keep(sent, 0.92 + 0.06 * b.stream.float());
    const tranches = splitAmount(back, between(b.stream, 2, MAX_TRANCHES), b);
    tranches.forEach((part, n) => {
      const [from, to] = [n, n + 0.8].map((at) => 0.45 + (0.5 * at) / tranches.length);
      pay(lender, v, [from, to], 2 * i + 2, part);
    });
  }
}

/** Plans payments passed on within hours to two days. */
export function rapidInOut(b: Builder): void {
  const v = member(b);
  const count = Math.max(1, Math.min(12, Math.floor(b.rows / 2)));
  for (let i = 0; i < count; i++) {
    const amount = sum(b);
    const time = moment(b, i / count, (i + 0.5) / count);
    const source = place(b, { to: v, amount, time, role: 'passer', cash: false });
    const delay = Math.floor(Math.min(b.span / count / 3, 30 * HOUR) * b.stream.float());
    const how = { role: 'passer', hop: 1, source };
    const part = keep(amount, 0.9 + 0.08 * b.stream.float());
    leave(b, { from: v, amount: part, time: time + 300 + delay, how });
  }
}

/** Returns the text of an invoice; prices in main units. */
function invoice(
  b: Builder,
  { number, amount, factor }: { number: number; amount: number; factor: number },
) {
  const units = 50 + b.stream.below(1950);
  const price = amount / 100 / units;
  const market = price / factor;
  return `invoice ${number}: ${units} units at ${price.toFixed(2)}, market price ${market.toFixed(2)}`;
}

/** Plans over-invoiced imports: wires of a firm to one foreign supplier, funded by a related firm. */
export function tradeMisinvoicing(b: Builder): void {
  const candidate = b.pool(0, 'business');
  if (candidate?.customer.employment !== 'business') {
    b.typology = 'rapid_in_out';
    rapidInOut(b);
    return;
  }
  const v = { member: candidate };
  const supplier = outside(b, 'foreign');
  const funder = outside(b, 'firm');
  const count = Math.max(1, Math.min(12, Math.floor(b.rows / 2)));
  const first = 100 + b.stream.below(900);
  for (let i = 0; i < count; i++) {
    const factor = b.laundering ? 1.4 + 1.1 * b.stream.float() : 0.97 + 0.06 * b.stream.float();
    const amount = sum(b);
    const low = i / count;
    const reference = invoice(b, { number: first + i * 3, amount, factor });
    const shared = { role: 'importer', rail: 'wire' } as const;
    const source = move(b, {
      from: funder,
      to: v,
      amount: keep(amount, 1.01 + 0.05 * b.stream.float()),
      time: moment(b, low, low + 0.3 / count),
      how: { ...shared, hop: 0 },
    });
    const how = { ...shared, hop: 1, source, reference };
    move(b, {
      from: v,
      to: supplier,
      amount,
      time: moment(b, low + 0.4 / count, low + 0.9 / count),
      how,
    });
  }
}

/** Plans a dormant account that wakes after half a year and passes money on within days. */
export function dormantBurst(b: Builder): void {
  const candidate = b.pool(0, 'dormant');
  if (candidate === null) {
    b.typology = 'rapid_in_out';
    rapidInOut(b);
    return;
  }
  const v = { member: candidate };
  const count = Math.max(1, Math.min(10, Math.floor(b.rows / 2)));
  for (let i = 0; i < count; i++) {
    const amount = sum(b);
    const low = i / count;
    const time = moment(b, low, low + 0.4 / count);
    const source = place(b, { to: v, amount, time, role: 'sleeper', cash: false });
    const how = { role: 'sleeper', hop: 1, source };
    const later = moment(b, low + 0.5 / count, low + 0.95 / count);
    leave(b, { from: v, amount: keep(amount, 0.95), time: later, how });
  }
}
