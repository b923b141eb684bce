import type { RandomStream } from './stream.ts';

/** Draws an index with a probability proportional to its weight; 0 without any weight. */
export function weightedIndex(weights: ArrayLike<number>, stream: RandomStream): number {
  let total = 0;
  for (let i = 0; i < weights.length; i++) total += weights[i];
  let left = stream.float() * total;
  let last = 0;
  for (let i = 0; i < weights.length; i++) {
    if (weights[i] === 0) continue;
    last = i;
    left -= weights[i];
    if (left < 0) return i;
  }
  return last;
}
