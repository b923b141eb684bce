import {
  type Builder,
  cost,
  member,
  moment,
  move,
  type Node,
  outside,
  place,
  sum,
} from './scheme-builder.ts';
import { cash, keep, splits } from './shares.ts';

export function fanOut(b: Builder): void {
  const v = member(b);
  const count = Math.max(2, Math.min(8, Math.floor((b.rows - 1) / 2)));
  const parts = Array.from({ length: count }, () => sum(b));
  const total = parts.reduce((s, p) => s + p, 0);
  const first = place(b, v, keep(total, 1.06), moment(b, 0, 0.1), 'origin', cash(b));
  for (const part of parts) {
    const to = member(b);
    if (b.rows < cost(v, to)) break;
    move(b, v, to, part, moment(b, 0.15, 1), {
      role: 'distributor',
      peerRole: 'recipient',
      hop: 1,
      source: first,
    });
  }
}

/** k sources, each funded from outside, pay one collector. */
function gather(
  b: Builder,
  v: Node,
  count: number,
  from: number,
  to: number,
): { total: number; source: number } {
  let total = 0;
  let source = 0;
  for (let i = 0; i < count; i++) {
    const s = b.rows >= 3 * (count - i) ? member(b) : outside(b, 'person');
    const amount = sum(b);
    let placed = 0;
    if ('member' in s)
      placed = place(
        b,
        s,
        keep(amount, 1.04),
        moment(b, from, from + (to - from) * 0.4),
        'source',
        cash(b),
      );
    source = move(b, s, v, amount, moment(b, from + (to - from) * 0.45, to), {
      role: 'source',
      peerRole: 'collector',
      hop: 1,
      source: placed,
    });
    total += amount;
  }
  return { total, source };
}

export function fanIn(b: Builder): void {
  const v = member(b);
  const { total, source } = gather(
    b,
    v,
    Math.max(2, Math.min(7, Math.floor((b.rows - 1) / 3))),
    0,
    0.8,
  );
  if (b.rows >= cost(v))
    move(b, v, outside(b, 'foreign'), keep(total, 0.9), moment(b, 0.85, 1), {
      role: 'collector',
      hop: 2,
      source,
    });
}

export function gatherScatter(b: Builder): void {
  const v = member(b);
  const rows = b.rows;
  const { total, source } = gather(b, v, Math.max(2, Math.min(5, Math.floor(rows / 5))), 0, 0.5);
  const count = Math.max(2, Math.min(6, Math.floor(b.rows / 2)));
  for (const part of splits(keep(total, 0.95), count, b)) {
    const to = b.rows >= 4 ? member(b) : outside(b, 'person');
    if (b.rows < cost(v, to)) break;
    move(b, v, to, part, moment(b, 0.55, 1), {
      role: 'hub',
      peerRole: 'recipient',
      hop: 2,
      source,
    });
  }
}

export function scatterGather(b: Builder): void {
  const u = member(b);
  const w = member(b);
  const count = Math.max(2, Math.min(6, Math.floor((b.rows - 1) / 4)));
  const parts = Array.from({ length: count }, () => sum(b));
  const total = parts.reduce((s, p) => s + p, 0);
  const first = place(b, u, keep(total, 1.03), moment(b, 0, 0.05), 'origin', cash(b));
  for (const part of parts) {
    const middle = member(b);
    const time = moment(b, 0.1, 0.5);
    const got = move(b, u, middle, part, time, {
      role: 'origin',
      peerRole: 'intermediary',
      hop: 1,
      source: first,
    });
    move(b, middle, w, keep(part, 0.96), moment(b, 0.55, 1), {
      role: 'intermediary',
      peerRole: 'destination',
      hop: 2,
      source: got,
    });
  }
}

/** A chain of payments through n nodes; each keeps a small share. */
function chain(b: Builder, nodes: Node[], amount: number, first: number): void {
  let source = first;
  let passed = amount;
  const steps = nodes.length - 1;
  for (let i = 0; i < steps; i++) {
    const low = 0.1 + (0.9 * i) / steps;
    source = move(b, nodes[i], nodes[i + 1], passed, moment(b, low, low + 0.8 / steps), {
      role: 'link',
      hop: i + 1,
      source,
    });
    passed = keep(passed, 0.94 + 0.05 * b.stream.float());
  }
}

export function cycle(b: Builder): void {
  const count = Math.max(3, Math.min(8, Math.floor((b.rows - 1) / 2)));
  const nodes = Array.from({ length: count }, () => member(b));
  const amount = sum(b, 1.5);
  const first = place(b, nodes[0], keep(amount, 1.05), moment(b, 0, 0.05), 'origin', cash(b));
  chain(b, [...nodes, nodes[0]], amount, first);
}

export function randomWalk(b: Builder): void {
  const count = Math.max(3, Math.min(9, Math.floor((b.rows - 1) / 2) + 1));
  const nodes = Array.from({ length: count }, () => member(b));
  const amount = sum(b, 1.5);
  chain(
    b,
    nodes,
    amount,
    place(b, nodes[0], keep(amount, 1.05), moment(b, 0, 0.05), 'origin', cash(b)),
  );
}

/** Every node of one layer pays every node of the next. */
function layer(
  b: Builder,
  from: Node[],
  to: Node[],
  purse: number[],
  low: number,
  high: number,
  hop: number,
  sources: number[],
) {
  const received = to.map(() => 0);
  const last = to.map(() => 0);
  from.forEach((s, i) => {
    splits(keep(purse[i], 0.95), to.length, b).forEach((part, j) => {
      last[j] = move(b, s, to[j], part, moment(b, low, high), {
        role: hop === 1 ? 'input' : 'middle',
        peerRole: hop === 1 ? 'middle' : 'output',
        hop,
        source: sources[i],
      });
      received[j] = received[j] + part;
    });
  });
  return { received, last };
}

function inputs(b: Builder, count: number) {
  const nodes = Array.from({ length: count }, () => member(b));
  const purse = nodes.map(() => sum(b, 2));
  const sources = nodes.map((node, i) =>
    'member' in node ? place(b, node, purse[i], moment(b, 0, 0.1), 'input', cash(b)) : 0,
  );
  return { nodes, purse, sources };
}

export function bipartite(b: Builder): void {
  const { nodes, purse, sources } = inputs(b, 2);
  const outputs = Array.from({ length: Math.max(2, Math.min(4, Math.floor(b.rows / 4))) }, () =>
    member(b),
  );
  layer(b, nodes, outputs, purse, 0.15, 1, 1, sources);
}

export function stack(b: Builder): void {
  const { nodes, purse, sources } = inputs(b, 2);
  const middle = [member(b), member(b)];
  const outputs = [member(b), member(b)];
  const { received, last } = layer(b, nodes, middle, purse, 0.15, 0.5, 1, sources);
  layer(b, middle, outputs, received, 0.55, 1, 2, last);
}
