import { move, place } from '../move.ts';
import { type Builder, member, moment, type Node, sum } from '../scheme-builder.ts';
import { keep } from '../shares.ts';

/** Plans a chain of payments through n nodes, each of which retains a small share. */
function chain(
  b: Builder,
  { nodes, amount, first }: { nodes: Node[]; amount: number; first: number },
): void {
  let source = first;
  let passed = amount;
  const steps = nodes.length - 1;
  for (let i = 0; i < steps; i++) {
    const low = 0.1 + (0.9 * i) / steps;
    source = move(b, {
      from: nodes[i],
      to: nodes[i + 1],
      amount: passed,
      time: moment(b, low, low + 0.8 / steps),
      how: { role: 'link', hop: i + 1, source },
    });
    passed = keep(passed, 0.94 + 0.05 * b.stream.float());
  }
}

const begin = (b: Builder, to: Node, amount: number): number =>
  place(b, {
    to,
    amount: keep(amount, 1.05),
    time: moment(b, 0, 0.05),
    role: 'origin',
    cash: b.stream.below(4) === 0,
  });

/** Plans money that returns through firms, as loans or invoices between them. */
export function cycle(b: Builder): void {
  const count = Math.max(3, Math.min(8, Math.floor((b.rows - 1) / 2)));
  const nodes = Array.from({ length: count }, () => member(b, 'business'));
  const amount = sum(b);
  chain(b, { nodes: [...nodes, nodes[0]], amount, first: begin(b, nodes[0], amount) });
}

/** Plans a chain through persons and firms that does not return. */
export function randomWalk(b: Builder): void {
  const count = Math.max(3, Math.min(9, Math.floor((b.rows - 1) / 2) + 1));
  const nodes = Array.from({ length: count }, () =>
    member(b, b.stream.below(2) === 0 ? 'business' : 'person'),
  );
  const amount = sum(b);
  chain(b, { nodes, amount, first: begin(b, nodes[0], amount) });
}
