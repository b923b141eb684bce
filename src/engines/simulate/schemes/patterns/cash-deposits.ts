import { between } from '../../bank/draws.ts';
import { depositCash, leave, move, thresholdOf, withdraw } from '../move.ts';
import { type Builder, cost, member, moment, type Node, sum } from '../scheme-builder.ts';
import { keep } from '../shares.ts';

/** Spread of the amounts of innocent deposits, which have no threshold in mind. */
const INNOCENT_SPREAD = 0.3;

/** Draws a deposit: below the reporting threshold, or of any size if innocent. */
const cashDeposit = (b: Builder): number => {
  if (!b.laundering) {
    const { median, sigma } = b.amount;
    return sum({ ...b, amount: { median, sigma: Math.max(sigma, INNOCENT_SPREAD) } });
  }
  const below = thresholdOf(b) * (0.93 + 0.065 * b.stream.float());
  return Math.min(sum(b), Math.floor(below / 1000) * 1000);
};

/** Plans cash deposits below the threshold, over weeks and branches, and the payment onward. */
export function structuring(b: Builder): void {
  const v = member(
    b,
    b.laundering ? (b.stream.below(2) === 0 ? 'business' : 'person') : 'business',
  );
  // Larger sums leave in several payments, each after some weeks of deposits.
  const exits = b.rows < 10 ? 1 : between(b.stream, 1, 3);
  const deposits = Math.max(1, b.rows - exits);
  let total = 0;
  let paid = 0;
  for (let i = 0; i < deposits; i++) {
    const low = (0.92 * i) / deposits;
    const time = moment(b, low, low + 0.9 / deposits);
    const amount = cashDeposit(b);
    const where = i % 3 === 2 ? 'nearby' : 'home';
    const source = depositCash(b, { to: v, amount, time, role: 'depositor', where });
    total += Math.max(1000, Math.round(amount / 1000) * 1000);
    if ((i + 1) * exits < (paid + 1) * deposits || b.rows < cost(v)) continue;
    paid++;
    const how = { role: 'depositor', hop: 1, source };
    const then = low + 0.92 / deposits;
    leave(b, { from: v, amount: keep(total, 0.88), time: moment(b, then, then + 0.06), how });
    total = 0;
  }
}

/** Plans smurfs who deposit cash and pass it on to one account. */
export function smurfing(b: Builder): void {
  const boss = member(b, b.stream.below(2) === 0 ? 'business' : 'person');
  const count = Math.max(2, Math.min(7, Math.floor(b.rows / 4)));
  for (let i = 0; i < count; i++) {
    const smurf = member(b, 'person');
    let total = 0;
    let source = 0;
    const deposits = 'member' in smurf ? (b.rows >= 4 * (count - i) ? 2 : 1) : 0;
    for (let n = 0; n < deposits; n++) {
      const amount = Math.max(1000, Math.round(cashDeposit(b) / 1000) * 1000);
      source = depositCash(b, { to: smurf, amount, time: moment(b, 0, 0.6), role: 'smurf' });
      total += amount;
    }
    const how = { role: 'smurf', peerRole: 'boss', hop: 1, source };
    const amount = deposits === 0 ? cashDeposit(b) : keep(total, 0.95);
    move(b, { from: smurf, to: boss, amount, time: moment(b, 0.62, 1), how });
  }
}

/** Plans deposits by others in other cities, each taken out at home within a day or two. */
export function funnel(b: Builder): void {
  const v: Node = member(b, 'person');
  const pairs = Math.max(2, Math.min(12, Math.floor(b.rows / 2)));
  for (let i = 0; i < pairs; i++) {
    const amount = Math.max(1000, Math.round(cashDeposit(b) / 1000) * 1000);
    const time = moment(b, i / pairs, (i + 0.5) / pairs);
    const source = depositCash(b, { to: v, amount, time, role: 'funnel', where: 'elsewhere' });
    const how = { role: 'funnel', hop: 1, source };
    const later = time + Math.floor((0.1 + 1.4 * b.stream.float()) * 86_400);
    const part = keep(amount, 0.9 + 0.08 * b.stream.float());
    if (b.stream.below(4) === 0) leave(b, { from: v, amount: part, time: later, how });
    else withdraw(b, { from: v, amount: part, time: later, how });
  }
}
