import { leave, move, place } from '../move.ts';
import { type Builder, cost, member, moment, type Node, outside, sum } from '../scheme-builder.ts';
import { cash, keep, splitAmount } from '../shares.ts';

export function fanOut(b: Builder): void {
  const v = member(b);
  const count = Math.max(2, Math.min(9, Math.floor((b.rows - 1) / 2)));
  const parts = Array.from({ length: count }, () => sum(b));
  const total = parts.reduce((s, p) => s + p, 0);
  const source = place(b, {
    to: v,
    amount: keep(total, 1.06),
    time: moment(b, 0, 0.1),
    role: 'origin',
    cash: false,
  });
  for (const amount of parts) {
    const to = member(b, 'person');
    if (b.rows < cost(v, to)) break;
    const how = { role: 'distributor', peerRole: 'recipient', hop: 1, source };
    move(b, { from: v, to, amount, time: moment(b, 0.15, 1), how });
  }
}

/** Plans k sources, each funded from outside, that pay one collector. */
function gather(
  b: Builder,
  { v, count, from, to }: { v: Node; count: number; from: number; to: number },
): { total: number; source: number } {
  let total = 0;
  let source = 0;
  for (let i = 0; i < count; i++) {
    const s = b.rows >= 3 * (count - i) ? member(b, 'person') : outside(b, 'person');
    const amount = sum(b);
    let placed = 0;
    if ('member' in s)
      placed = place(b, {
        to: s,
        amount: keep(amount, 1.04),
        time: moment(b, from, from + (to - from) * 0.4),
        role: 'source',
        cash: cash(b),
      });
    const how = { role: 'source', peerRole: 'collector', hop: 1, source: placed };
    source = move(b, {
      from: s,
      to: v,
      amount,
      time: moment(b, from + (to - from) * 0.45, to),
      how,
    });
    total += amount;
  }
  return { total, source };
}

export function fanIn(b: Builder): void {
  const v = member(b, b.laundering ? 'business' : undefined);
  const count = Math.max(2, Math.min(7, Math.floor((b.rows - 1) / 3)));
  const { total, source } = gather(b, { v, count, from: 0, to: 0.8 });
  if (b.rows < cost(v)) return;
  const how = { role: 'collector', hop: 2, source };
  leave(b, { from: v, amount: keep(total, 0.93), time: moment(b, 0.85, 1), how });
}

export function gatherScatter(b: Builder): void {
  const v = member(b, 'business');
  const count = Math.max(2, Math.min(5, Math.floor(b.rows / 5)));
  const { total, source } = gather(b, { v, count, from: 0, to: 0.5 });
  const parts = Math.max(2, Math.min(6, Math.floor(b.rows / 2)));
  for (const amount of splitAmount(keep(total, 0.95), parts, b)) {
    const to = b.rows >= 4 ? member(b) : outside(b, 'person');
    if (b.rows < cost(v, to)) break;
    const how = { role: 'hub', peerRole: 'recipient', hop: 2, source };
    move(b, { from: v, to, amount, time: moment(b, 0.55, 1), how });
  }
}

export function scatterGather(b: Builder): void {
  const u = member(b, 'business');
  const w = member(b);
  const count = Math.max(2, Math.min(6, Math.floor((b.rows - 1) / 4)));
  const parts = Array.from({ length: count }, () => sum(b));
  const total = parts.reduce((s, p) => s + p, 0);
  const first = place(b, {
    to: u,
    amount: keep(total, 1.03),
    time: moment(b, 0, 0.05),
    role: 'origin',
    cash: false,
  });
  for (const amount of parts) {
    const middle = member(b, b.stream.below(3) === 0 ? 'business' : 'person');
    const source = move(b, {
      from: u,
      to: middle,
      amount,
      time: moment(b, 0.1, 0.5),
      how: { role: 'origin', peerRole: 'intermediary', hop: 1, source: first },
    });
    move(b, {
      from: middle,
      to: w,
      amount: keep(amount, 0.94 + 0.04 * b.stream.float()),
      time: moment(b, 0.55, 1),
      how: { role: 'intermediary', peerRole: 'destination', hop: 2, source },
    });
  }
}
