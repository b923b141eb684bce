import { spreadRows, takeOfCodes } from './learning-rows.ts';
import type { Target } from './tree.ts';

const INFORMATION_ROWS = 20_000;

/** Returns the mutual information of two code arrays in nats, corrected for chance. */
function mutualInformation(
  a: Uint8Array,
  { sizeA, b, sizeB }: { sizeA: number; b: Uint8Array; sizeB: number },
): number {
  const joint = new Float64Array(sizeA * sizeB);
  const left = new Float64Array(sizeA);
  const right = new Float64Array(sizeB);
  const n = a.length;
  for (let i = 0; i < n; i++) {
    joint[a[i] * sizeB + b[i]]++;
    left[a[i]]++;
    right[b[i]]++;
  }
  let sum = 0;
  for (let i = 0; i < sizeA; i++) {
    for (let j = 0; j < sizeB; j++) {
      const cell = joint[i * sizeB + j];
      if (cell > 0) sum += cell * Math.log((cell * n) / (left[i] * right[j]));
    }
  }
  const used = (counts: Float64Array) => counts.reduce((k, count) => k + (count > 0 ? 1 : 0), 0);
  return Math.max(0, sum / n - ((used(left) - 1) * (used(right) - 1)) / (2 * n));
}

/** Maximum number of ordered codes; finer ones would influence the drawing order. */
const COARSE = 64;

export const coarseSize = ({ size, ordered }: Target) => (ordered ? Math.min(size, COARSE) : size);

/** Computes the mutual information of all pairs on rows spread over the table. */
export function informationTable(targets: readonly Target[], pause: () => void): Float64Array {
  const n = targets.length;
  const rows = targets[0]?.codes.length ?? 0;
  const budget = Math.max(1000, Math.floor(400_000_000 / Math.max(1, n * n)));
  const used = Math.min(rows, INFORMATION_ROWS, budget);
  const spread = spreadRows(rows, used);
  const sizes = targets.map(coarseSize);
  const sample = targets.map(({ codes, size }, t) => {
    const coarse = Uint8Array.from({ length: size }, (_, code) => (code * sizes[t]) / size);
    return takeOfCodes(coarse, codes, spread);
  });
  const table = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    pause();
    for (let j = 0; j < i; j++) {
      const shared = mutualInformation(sample[i], {
        sizeA: sizes[i],
        b: sample[j],
        sizeB: sizes[j],
      });
      table[i * n + j] = shared;
      table[j * n + i] = shared;
    }
  }
  return table;
}
