import { move, place, withdraw } from '../move.ts';
import { type Builder, member, moment, outside } from '../scheme-builder.ts';
import { keep, splitAmount } from '../shares.ts';

/** Returns an amount just below the reporting threshold, or below a thousand for small schemes. */
function underThreshold(b: Builder): number {
  const top = b.small ? 100_000 : b.configuration.laundering.threshold * 100;
  const share = b.small ? 0.08 + 0.85 * b.stream.float() : 0.86 + 0.135 * b.stream.float();
  return Math.round((top * share) / 1000) * 1000;
}

export function structuring(b: Builder): void {
  const v = member(b);
  const rows = b.rows;
  let total = 0;
  let source = 0;
  for (let i = 0; i < Math.max(1, rows - 1); i++) {
    const amount = underThreshold(b);
    source = place(b, { to: v, amount, time: moment(b, 0, 0.9), role: 'depositor', cash: true });
    total += amount;
  }
  if (b.rows >= 1)
    move(b, {
      from: v,
      to: outside(b, 'foreign'),
      amount: keep(total, 0.8),
      time: moment(b, 0.93, 1),
      how: {
        role: 'depositor',
        hop: 1,
        source,
      },
    });
}

export function smurfing(b: Builder): void {
  const boss = member(b);
  const count = Math.max(2, Math.min(6, Math.floor(b.rows / 3)));
  for (let i = 0; i < count; i++) {
    const smurf = member(b);
    const amount = underThreshold(b);
    const placed =
      'member' in smurf
        ? place(b, { to: smurf, amount, time: moment(b, 0, 0.5), role: 'smurf', cash: true })
        : 0;
    move(b, {
      from: smurf,
      to: boss,
      amount: keep(amount, 0.93),
      time: moment(b, 0.55, 1),
      how: {
        role: 'smurf',
        peerRole: 'boss',
        hop: 1,
        source: placed,
      },
    });
  }
}

export function funnel(b: Builder): void {
  const v = member(b);
  const deposits = Math.max(3, Math.floor(b.rows * 0.6));
  let total = 0;
  let source = 0;
  for (let i = 0; i < deposits; i++) {
    const amount = underThreshold(b);
    source = place(b, { to: v, amount, time: moment(b, 0, 0.6), role: 'funnel', cash: true });
    total += amount;
  }
  for (const part of splitAmount(keep(total, 0.9), Math.max(1, Math.min(5, b.rows)), b)) {
    withdraw(b, {
      from: v,
      amount: part,
      time: moment(b, 0.65, 1),
      how: { role: 'funnel', hop: 1, source },
    });
  }
}
