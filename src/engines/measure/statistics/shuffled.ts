import type { RandomStream } from '../../random/stream.ts';

/** The numbers below n in random order (Fisher and Yates), or the first `most` of that order. */
export function shuffled(n: number, stream: RandomStream, most = n): Uint32Array {
  const order = Uint32Array.from({ length: n }, (_, i) => i);
  const taken = Math.min(n, most);
  for (let i = 0; i < taken; i++) {
    const j = i + stream.below(n - i);
    const value = order[i];
    order[i] = order[j];
    order[j] = value;
  }
  return order.slice(0, taken);
}
