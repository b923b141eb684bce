import type { RandomStream } from '../../random/stream.ts';

/** Returns the integers below n in random order (Fisher and Yates), or the first `most` of them. */
export function shuffled(n: number, stream: RandomStream, most = n): Uint32Array {
  const order = Uint32Array.from({ length: n }, (_, i) => i);
  const count = Math.min(n, most);
  for (let i = 0; i < count; i++) {
    const j = i + stream.below(n - i);
    const value = order[i];
    order[i] = order[j];
    order[j] = value;
  }
  return order.slice(0, count);
}
