import { type Builder, cost, type Node, outside } from './scheme-builder.ts';
import { atWakingHour } from './waking-hours.ts';

function isBusiness(b: Builder, time: number): boolean {
  const day = b.common.calendar.days[Math.floor(time / 86_400)];
  const second = atWakingHour(time) % 86_400;
  return day?.business === true && second >= 8 * 3600 && second < 17 * 3600;
}

/** Returns the cash channel: counter in business hours, machine otherwise. */
const cashChannel = (b: Builder, time: number): number => (isBusiness(b, time) ? 0 : 1);

type Move = { role: string; peerRole?: string; hop: number; source?: number; cash?: boolean };

/**
 * Moves money from one node to another: one row per end that is an account of the bank.
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

/** Plans placement: illicit money enters as a cash deposit or a transfer from outside. */
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

/** Withdraws money in whole notes; amounts below one note leave by transfer. */
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
