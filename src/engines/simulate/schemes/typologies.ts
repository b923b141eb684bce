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
  withdraw,
} from './scheme-builder.ts';

/** Lays out one scheme within `b.rows` rows; at least `least` rows are given. */
type Typology = { least: number; build: (b: Builder) => void };

const keep = (amount: number, share: number) => Math.max(100, Math.floor(amount * share));
const splits = (total: number, n: number, b: Builder): number[] => {
  const weights = Array.from({ length: n }, () => 0.6 + b.stream.float());
  const whole = weights.reduce((s, w) => s + w, 0);
  return weights.map((w) => Math.max(100, Math.floor((total * w) / whole)));
};
const cash = (b: Builder) => b.stream.below(2) === 0;

function fanOut(b: Builder): void {
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

function fanIn(b: Builder): void {
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

function gatherScatter(b: Builder): void {
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

function scatterGather(b: Builder): void {
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
    source = move(b, nodes[i]!, nodes[i + 1]!, passed, moment(b, low, low + 0.8 / steps), {
      role: 'link',
      hop: i + 1,
      source,
    });
    passed = keep(passed, 0.94 + 0.05 * b.stream.float());
  }
}

function cycle(b: Builder): void {
  const count = Math.max(3, Math.min(8, Math.floor((b.rows - 1) / 2)));
  const nodes = Array.from({ length: count }, () => member(b));
  const amount = sum(b, 1.5);
  const first = place(b, nodes[0]!, keep(amount, 1.05), moment(b, 0, 0.05), 'origin', cash(b));
  chain(b, [...nodes, nodes[0]!], amount, first);
}

function randomWalk(b: Builder): void {
  const count = Math.max(3, Math.min(9, Math.floor((b.rows - 1) / 2) + 1));
  const nodes = Array.from({ length: count }, () => member(b));
  const amount = sum(b, 1.5);
  chain(
    b,
    nodes,
    amount,
    place(b, nodes[0]!, keep(amount, 1.05), moment(b, 0, 0.05), 'origin', cash(b)),
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
    splits(keep(purse[i]!, 0.95), to.length, b).forEach((part, j) => {
      last[j] = move(b, s, to[j]!, part, moment(b, low, high), {
        role: hop === 1 ? 'input' : 'middle',
        peerRole: hop === 1 ? 'middle' : 'output',
        hop,
        source: sources[i]!,
      });
      received[j] = received[j]! + part;
    });
  });
  return { received, last };
}

function inputs(b: Builder, count: number) {
  const nodes = Array.from({ length: count }, () => member(b));
  const purse = nodes.map(() => sum(b, 2));
  const sources = nodes.map((node, i) =>
    'member' in node ? place(b, node, purse[i]!, moment(b, 0, 0.1), 'input', cash(b)) : 0,
  );
  return { nodes, purse, sources };
}

function bipartite(b: Builder): void {
  const { nodes, purse, sources } = inputs(b, 2);
  const outputs = Array.from({ length: Math.max(2, Math.min(4, Math.floor(b.rows / 4))) }, () =>
    member(b),
  );
  layer(b, nodes, outputs, purse, 0.15, 1, 1, sources);
}

function stack(b: Builder): void {
  const { nodes, purse, sources } = inputs(b, 2);
  const middle = [member(b), member(b)];
  const outputs = [member(b), member(b)];
  const { received, last } = layer(b, nodes, middle, purse, 0.15, 0.5, 1, sources);
  layer(b, middle, outputs, received, 0.55, 1, 2, last);
}

/** A sum just under the reporting threshold, or under a thousand where amounts are small. */
function underThreshold(b: Builder): number {
  const top = b.small ? 100_000 : b.configuration.laundering.threshold * 100;
  const share = b.small ? 0.08 + 0.85 * b.stream.float() : 0.86 + 0.135 * b.stream.float();
  return Math.round((top * share) / 1000) * 1000;
}

function structuring(b: Builder): void {
  const v = member(b);
  const rows = b.rows;
  let total = 0;
  let source = 0;
  for (let i = 0; i < Math.max(1, rows - 1); i++) {
    const amount = underThreshold(b);
    source = place(b, v, amount, moment(b, 0, 0.9), 'depositor', true);
    total += amount;
  }
  if (b.rows >= 1)
    move(b, v, outside(b, 'foreign'), keep(total, 0.8), moment(b, 0.93, 1), {
      role: 'depositor',
      hop: 1,
      source,
    });
}

function smurfing(b: Builder): void {
  const boss = member(b);
  const count = Math.max(2, Math.min(6, Math.floor(b.rows / 3)));
  for (let i = 0; i < count; i++) {
    const smurf = member(b);
    const amount = underThreshold(b);
    const placed =
      'member' in smurf ? place(b, smurf, amount, moment(b, 0, 0.5), 'smurf', true) : 0;
    move(b, smurf, boss, keep(amount, 0.93), moment(b, 0.55, 1), {
      role: 'smurf',
      peerRole: 'boss',
      hop: 1,
      source: placed,
    });
  }
}

function mule(b: Builder): void {
  const v = member(b, 'person');
  const total = sum(b, 5);
  const first = place(b, v, total, moment(b, 0, 0.1), 'mule', false);
  const count = Math.max(1, Math.min(6, b.rows));
  const parts = splits(keep(total, 0.9), count, b);
  parts.forEach((part, i) => {
    const how = { role: 'mule', hop: 1, source: first };
    const time = moment(b, 0.15, 1);
    if (i % 2 === 0 && part > 4000) withdraw(b, v, part, time, how);
    else move(b, v, outside(b, 'person'), part, time, how);
  });
}

function roundTrip(b: Builder): void {
  const v = member(b, 'business');
  const amount = sum(b, 3);
  const abroad = outside(b, 'foreign');
  const first = place(b, v, keep(amount, 1.05), moment(b, 0, 0.08), 'owner', false);
  const count = Math.max(1, Math.min(3, Math.floor(b.rows / 2)));
  let source = first;
  let sent = amount;
  for (let i = 0; i < count; i++) {
    const low = 0.1 + (0.9 * i) / count;
    source = move(b, v, abroad, sent, moment(b, low, low + 0.3 / count), {
      role: 'owner',
      hop: 2 * i + 1,
      source,
    });
    const back = keep(sent, 0.92 + 0.06 * b.stream.float());
    source = move(b, abroad, v, back, moment(b, low + 0.4 / count, low + 0.85 / count), {
      role: 'owner',
      hop: 2 * i + 2,
      source,
    });
    sent = keep(back, 0.97);
  }
}

function rapidInOut(b: Builder): void {
  const v = member(b);
  const count = Math.max(1, Math.min(6, Math.floor(b.rows / 2)));
  for (let i = 0; i < count; i++) {
    const amount = sum(b, 1.5);
    const time = moment(b, i / count, (i + 0.5) / count);
    const source = place(b, v, amount, time, 'passer', false);
    const delay = Math.floor(
      Math.min(b.span / count / 3, 40 * 3600) * (0.1 + 0.9 * b.stream.float()),
    );
    move(
      b,
      v,
      outside(b, 'person'),
      keep(amount, 0.85 + 0.13 * b.stream.float()),
      time + 60 + delay,
      { role: 'passer', hop: 1, source },
    );
  }
}

function funnel(b: Builder): void {
  const v = member(b);
  const deposits = Math.max(3, Math.floor(b.rows * 0.6));
  let total = 0;
  let source = 0;
  for (let i = 0; i < deposits; i++) {
    const amount = underThreshold(b);
    source = place(b, v, amount, moment(b, 0, 0.6), 'funnel', true);
    total += amount;
  }
  for (const part of splits(keep(total, 0.9), Math.max(1, Math.min(5, b.rows)), b)) {
    withdraw(b, v, Math.max(part, 2000), moment(b, 0.65, 1), { role: 'funnel', hop: 1, source });
  }
}

function tradeMisinvoicing(b: Builder): void {
  const v = member(b, 'business');
  const partner = outside(b, 'foreign');
  const count = Math.max(1, Math.min(5, Math.floor(b.rows / 2)));
  for (let i = 0; i < count; i++) {
    const worth = sum(b, 2);
    const low = i / count;
    const source = place(
      b,
      v,
      keep(worth, 1.9),
      moment(b, low, low + 0.3 / count),
      'importer',
      false,
    );
    const factor = 1.4 + 0.4 * b.stream.float();
    move(b, v, partner, keep(worth, factor), moment(b, low + 0.4 / count, low + 0.9 / count), {
      role: 'importer',
      hop: 1,
      source,
    });
  }
}

/** The eight patterns of AMLworld and those that supervisors describe. */
export const typologies: Readonly<Record<string, Typology>> = {
  fan_out: { least: 5, build: fanOut },
  fan_in: { least: 7, build: fanIn },
  gather_scatter: { least: 10, build: gatherScatter },
  scatter_gather: { least: 9, build: scatterGather },
  cycle: { least: 7, build: cycle },
  random: { least: 5, build: randomWalk },
  bipartite: { least: 10, build: bipartite },
  stack: { least: 18, build: stack },
  structuring: { least: 1, build: structuring },
  smurfing: { least: 6, build: smurfing },
  mule: { least: 3, build: mule },
  round_trip: { least: 3, build: roundTrip },
  rapid_in_out: { least: 2, build: rapidInOut },
  funnel: { least: 5, build: funnel },
  trade_misinvoicing: { least: 2, build: tradeMisinvoicing },
};
