import { move, place } from '../move.ts';
import { type Builder, member, moment, type Node, sum } from '../scheme-builder.ts';
import { cash, keep, splitAmount } from '../shares.ts';

/** Plans payments from every node of one layer to every node of the next. */
function layer(
  b: Builder,
  {
    from,
    to,
    amounts,
    low,
    high,
    hop,
    sources,
  }: {
    from: Node[];
    to: Node[];
    amounts: number[];
    low: number;
    high: number;
    hop: number;
    sources: number[];
  },
) {
  const received = to.map(() => 0);
  const last = to.map(() => 0);
  from.forEach((s, i) => {
    splitAmount(keep(amounts[i], 0.95), to.length, b).forEach((part, j) => {
      last[j] = move(b, {
        from: s,
        to: to[j],
        amount: part,
        time: moment(b, low, high),
        how: {
          role: hop === 1 ? 'input' : 'middle',
          peerRole: hop === 1 ? 'middle' : 'output',
          hop,
          source: sources[i],
        },
      });
      received[j] = received[j] + part;
    });
  });
  return { received, last };
}

function inputs(b: Builder, count: number) {
  const nodes = Array.from({ length: count }, () => member(b));
  const amounts = nodes.map(() => sum(b, 2));
  const sources = nodes.map((node, i) =>
    'member' in node
      ? place(b, {
          to: node,
          amount: amounts[i],
          time: moment(b, 0, 0.1),
          role: 'input',
          cash: cash(b),
        })
      : 0,
  );
  return { nodes, amounts, sources };
}

export function bipartite(b: Builder): void {
  const { nodes, amounts, sources } = inputs(b, 2);
  const outputs = Array.from({ length: Math.max(2, Math.min(4, Math.floor(b.rows / 4))) }, () =>
    member(b),
  );
  layer(b, { from: nodes, to: outputs, amounts, low: 0.15, high: 1, hop: 1, sources });
}

export function stack(b: Builder): void {
  const { nodes, amounts, sources } = inputs(b, 2);
  const middle = [member(b), member(b)];
  const outputs = [member(b), member(b)];
  const { received, last } = layer(b, {
    from: nodes,
    to: middle,
    amounts,
    low: 0.15,
    high: 0.5,
    hop: 1,
    sources,
  });
  layer(b, {
    from: middle,
    to: outputs,
    amounts: received,
    low: 0.55,
    high: 1,
    hop: 2,
    sources: last,
  });
}
