import type { NumberCodec } from './number-codec.ts';

/** Returns the mean of a code's decoded values; NaN for a missing value. */
export function meanOfCode(codec: NumberCodec, code: number): number {
  if (code === codec.nullCode || codec.upper.length === 0) return Number.NaN;
  const { atomStart, atomRows, atomValue, looseRows, edgeStart, edges } = codec;
  let sum = 0;
  let before = 0;
  for (let i = atomStart[code]; i < atomStart[code + 1]; i++) {
    sum += (atomRows[i] - before) * atomValue[i];
    before = atomRows[i];
  }
  const loose = looseRows[code];
  if (loose === 0) return sum / before;
  const from = edgeStart[code];
  const intervals = edgeStart[code + 1] - from - 1;
  let middles = 0;
  for (let i = from; i < from + intervals; i++) middles += (edges[i] + edges[i + 1]) / 2;
  return (sum + (loose * middles) / intervals) / (before + loose);
}
