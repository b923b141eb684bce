import { move, place } from '../move.ts';
import { type Builder, cost, member, moment, type Node, outside, sum } from '../scheme-builder.ts';
import { cash, keep, splitAmount } from '../shares.ts';

export function fanOut(b: Builder): void {
  const v = member(b);
  const count = Math.max(2, Math.min(8, Math.floor((b.rows - 1) / 2)));
  const parts = Array.from({ length: count }, () => sum(b));
  const total = parts.reduce((s, p) => s + p, 0);
  const first = place(b, {
    to: v,
    amount: keep(total, 1.06),
    time: moment(b, 0, 0.1),
    role: 'origin',
    cash: cash(b),
  });
  for (const part of parts) {
    const to = member(b);
    if (b.rows < cost(v, to)) break;
    move(b, {
      from: v,
      to,
      amount: part,
      time: moment(b, 0.15, 1),
      how: {
        role: 'distributor',
        peerRole: 'recipient',
        hop: 1,
        source: first,
      },
    });
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
    const s = b.rows >= 3 * (count - i) ? member(b) : outside(b, 'person');
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
    source = move(b, {
      from: s,
      to: v,
      amount,
      time: moment(b, from + (to - from) * 0.45, to),
      how: {
        role: 'source',
        peerRole: 'collector',
        hop: 1,
        source: placed,
      },
    });
    total += amount;
  }
  return { total, source };
}

export function fanIn(b: Builder): void {
  const v = member(b);
  const { total, source } = gather(b, {
    v,
    count: Math.max(2, Math.min(7, Math.floor((b.rows - 1) / 3))),
    from: 0,
    to: 0.8,
  });
  if (b.rows >= cost(v))
    move(b, {
      from: v,
      to: outside(b, 'foreign'),
      amount: keep(total, 0.9),
      time: moment(b, 0.85, 1),
      how: {
        role: 'collector',
        hop: 2,
        source,
      },
    });
}

export function gatherScatter(b: Builder): void {
  const v = member(b);
  const rows = b.rows;
  const { total, source } = gather(b, {
    v,
    count: Math.max(2, Math.min(5, Math.floor(rows / 5))),
    from: 0,
    to: 0.5,
  });
  const count = Math.max(2, Math.min(6, Math.floor(b.rows / 2)));
  for (const part of splitAmount(keep(total, 0.95), count, b)) {
    const to = b.rows >= 4 ? member(b) : outside(b, 'person');
    if (b.rows < cost(v, to)) break;
    move(b, {
      from: v,
      to,
      amount: part,
      time: moment(b, 0.55, 1),
      how: {
        role: 'hub',
        peerRole: 'recipient',
        hop: 2,
        source,
      },
    });
  }
}

export function scatterGather(b: Builder): void {
  const u = member(b);
  const w = member(b);
  const count = Math.max(2, Math.min(6, Math.floor((b.rows - 1) / 4)));
  const parts = Array.from({ length: count }, () => sum(b));
  const total = parts.reduce((s, p) => s + p, 0);
  const first = place(b, {
    to: u,
    amount: keep(total, 1.03),
    time: moment(b, 0, 0.05),
    role: 'origin',
    cash: cash(b),
  });
  for (const part of parts) {
    const middle = member(b);
    const time = moment(b, 0.1, 0.5);
    const got = move(b, {
      from: u,
      to: middle,
      amount: part,
      time,
      how: {
        role: 'origin',
        peerRole: 'intermediary',
        hop: 1,
        source: first,
      },
    });
    move(b, {
      from: middle,
      to: w,
      amount: keep(part, 0.96),
      time: moment(b, 0.55, 1),
      how: {
        role: 'intermediary',
        peerRole: 'destination',
        hop: 2,
        source: got,
      },
    });
  }
}
