import { entityCounter, pickPoints, type ValuePoints } from './value-points.ts';

export type Range = { low: number; high: number };

/** Gap, as a share of the range, beyond which values of few entities are isolated. */
const ISOLATED = 1 / 5;

type Window = { from: number; to: number; skip: number; take: number; step: 1 | -1 };

/**
 * Returns the mean of one value per entity, walking from one point to another: the first `skip`
 * entities are left out, the next `take` count. NaN if there are not enough.
 */
export function meanOfEntities(points: ValuePoints, window: Window): number {
  const { from, to, skip, take, step } = window;
  const { values, start, entity } = points;
  const seen = new Set<number>();
  let sum = 0;
  let met = 0;
  for (let j = from; step > 0 ? j <= to : j >= to; j += step) {
    for (let i = start[j]; i < start[j + 1]; i++) {
      if (entity !== null) {
        if (seen.has(entity[i])) continue;
        seen.add(entity[i]);
      }
      met++;
      if (met > skip) sum += values[j];
      if (met === skip + take) return sum / take;
    }
  }
  return Number.NaN;
}

/**
 * Returns bounds that no single entity determines: the greatest `threshold` - 1 entities are left
 * out, and the bound is the mean of the next `threshold`; the lower bound likewise. So at least
 * `threshold` entities reach each bound. With fewer than three times as many entities, both bounds
 * are the mean of the middle half.
 */
export function sharedRange(points: ValuePoints, threshold: number): Range {
  const last = points.values.length - 1;
  const [skip, take] = [threshold - 1, threshold];
  const low = meanOfEntities(points, { from: 0, to: last, skip, take, step: 1 });
  const high = meanOfEntities(points, { from: last, to: 0, skip, take, step: -1 });
  if (low <= high) return { low, high };
  const counter = entityCounter(points);
  let entities = 0;
  for (let j = 0; j <= last; j++) entities = counter.add(j);
  const outer = Math.floor(entities / 4);
  const middle = { from: 0, to: last, skip: outer, take: entities - 2 * outer, step: 1 } as const;
  const mean = meanOfEntities(points, middle);
  return { low: mean, high: mean };
}

function roundStep(atMost: number): number {
  if (!(atMost > 0)) return 0;
  const unit = 10 ** Math.floor(Math.log10(atMost));
  return [5, 2, 1].map((digit) => digit * unit).find((step) => step <= atMost) ?? unit / 2;
}

/** Removes isolated values of fewer than `threshold` entities. */
export function withoutIsolated(points: ValuePoints, threshold: number): ValuePoints {
  const { values } = points;
  const { low, high } = sharedRange(points, threshold);
  const gap = roundStep((high - low) * ISOLATED);
  const retained = new Uint8Array(values.length);
  const counter = entityCounter(points);
  let first = 0;
  for (let j = 0; j < values.length; j++) {
    const entities = counter.add(j);
    if (j + 1 < values.length && values[j + 1] - values[j] <= gap) continue;
    if (entities >= threshold) retained.fill(1, first, j + 1);
    counter.clear();
    first = j + 1;
  }
  return retained.includes(1) ? pickPoints(points, retained) : points;
}
