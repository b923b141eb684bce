import { move, place } from '../move.ts';
import { type Builder, member, moment, type Node, sum } from '../scheme-builder.ts';
import { keep, splitAmount } from '../shares.ts';

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
  const nodes = Array.from({ length: count }, () => member(b, 'business'));
  const amounts = nodes.map(() => sum(b));
  const sources = nodes.map((to, i) =>
    'member' in to
      ? place(b, { to, amount: amounts[i], time: moment(b, 0, 0.1), role: 'input', cash: false })
      : 0,
  );
  return { nodes, amounts, sources };
}

/** Plans layering between firms: each input pays each output. */
export function bipartite(b: Builder): void {
  const { nodes, amounts, sources } = inputs(b, 2);
  const outputs = Array.from({ length: Math.max(2, Math.min(4, Math.floor(b.rows / 4))) }, () =>
    member(b, 'business'),
  );
  layer(b, { from: nodes, to: outputs, amounts, low: 0.15, high: 1, hop: 1, sources });
}

/** Plans two layers of firms behind each other. */
export function stack(b: Builder): void {
  const { nodes, amounts, sources } = inputs(b, 2);
  const middle = [member(b, 'business'), member(b, 'business')];
  const outputs = [member(b, 'business'), member(b)];
  const first = { from: nodes, to: middle, amounts, low: 0.15, high: 0.5, hop: 1, sources };
  const { received, last } = layer(b, first);
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
