import { bankingTime, isBankingTime } from './banking-hours.ts';
import { cashPlace, depositCash, formOf, senderTo } from './move.ts';
import { type Builder, type DraftLeg, member, moment, type Node, sum } from './scheme-builder.ts';

/** Smallest part of a split placement in minor units; parts are in whole tens. */
const MIN_PART = 1000;
/** Second of the window from which schemes book. */
export const FIRST_SECOND = 10_800;
/** Part of a scheme's duration, and maximum seconds, by which a part of a placement comes earlier. */
const EARLIER_OF_SPAN = 0.12;
const MAX_EARLIER = 12 * 86_400;

/** Returns true for payments from outside that can come in two parts. */
const splittable = ({ amount, other, reference }: DraftLeg): boolean =>
  amount >= 2 * MIN_PART && 'party' in other && reference === '';

/** Returns a time before a placement's: within banking hours for deposits at the counter. */
function timeBefore(b: Builder, { kind, channel, time, account }: DraftLeg): number {
  const opened = (account.from - b.common.calendar.start + 1) * 86_400;
  const first = Math.min(time, Math.max(FIRST_SECOND, opened));
  const room = Math.min(time - first, MAX_EARLIER, Math.floor(b.span * EARLIER_OF_SPAN));
  const drawn = time - Math.floor(room * b.stream.float());
  if (kind !== 'cashDeposit' || channel !== 0) return drawn;
  const open = bankingTime(b, drawn);
  return open < time ? open : time;
}

/** Most seconds between two payments of one sender. */
const MAX_APART = 3000;

/** Returns a time shortly before a payment of the same sender, after the money that it passes on. */
function momentBefore(b: Builder, { time, source, account }: DraftLeg): number {
  const opened = (account.from - b.common.calendar.start + 1) * 86_400;
  const cause = b.legs[source - 1]?.time ?? 0;
  const earlier = time - 90 - b.stream.below(MAX_APART);
  const isAllowed = earlier > Math.max(FIRST_SECOND, opened, cause);
  return isAllowed && isBankingTime(b, earlier) === isBankingTime(b, time) ? earlier : time;
}

/** Takes a part off a placement, as an earlier deposit or payment of another sender. */
function splitOff(b: Builder, whole: DraftLeg): DraftLeg {
  const share = 0.35 + 0.3 * b.stream.float();
  const amount = Math.max(MIN_PART, Math.floor((whole.amount * share) / MIN_PART) * MIN_PART);
  whole.amount -= amount;
  const time = timeBefore(b, whole);
  const leg = { ...whole, amount, leg: b.legs.length + 1 };
  const to: Node = { member: whole.account };
  const again = { ...leg, time: momentBefore(b, whole) };
  if (whole.hop > 0) return again;
  if (whole.kind === 'cashDeposit') {
    const section = whole.channel === 0 ? 'branch' : 'atm';
    // Nobody deposits at two branches at a time.
    if (time === whole.time) return again;
    const where =
      b.typology === 'funnel' ? 'elsewhere' : b.stream.below(2) === 0 ? 'nearby' : 'home';
    const home = whole.account.customer.city;
    return { ...leg, time, other: cashPlace(b, section, { home, where }) };
  }
  const other = senderTo(b, to);
  const rail = b.typology === 'trade_misinvoicing' ? 'wire' : undefined;
  const form = formOf(b, { from: other, to, amount, time, rail });
  if (form.time > whole.time) return again;
  return { ...leg, other, kind: form.into, channel: form.channel, time: form.time };
}

/**
 * Splits the largest payments from outside until a scheme has exactly `rows` legs: money then comes
 * in more and smaller parts. The parts come earlier, so every later payment stays funded. Further
 * deposits follow if nothing is left to split.
 */
export function fillRows(b: Builder, rows: number): void {
  while (b.legs.length < rows) {
    const splits = b.legs.filter(splittable);
    const placements = splits.filter((leg) => leg.hop === 0);
    const candidates = placements.length > 0 ? placements : splits;
    if (candidates.length > 0) {
      const largest = candidates.reduce((a, c) => (c.amount > a.amount ? c : a));
      b.legs.push(splitOff(b, largest));
      continue;
    }
    const to: Node = b.legs.length > 0 ? { member: b.legs[0].account } : member(b);
    if (!('member' in to)) return;
    depositCash(b, { to, amount: sum(b), time: moment(b, 0, 1), role: 'depositor' });
  }
}
