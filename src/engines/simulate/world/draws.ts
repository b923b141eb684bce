import { exponential, naturalLog } from '../../random/exponential.ts';
import { fromTable, standardNormal } from '../../random/quantile-table.ts';
import { type RandomStream, streamFor } from '../../random/stream.ts';
import type { BookPlan } from './plan.ts';

/** Stream numbers of the books; those of the bank end below 100. */
export const bookPurposes = {
  person: 100,
  lives: 101,
  contract: 102,
  claims: 103,
  parties: 104,
  crime: 105,
  activity: 106,
} as const;

export const streamOf = (
  plan: BookPlan,
  entity: number,
  purpose: keyof typeof bookPurposes,
): RandomStream => streamFor(BigInt(plan.seed), entity, bookPurposes[purpose]);

export const normal = (stream: RandomStream): number => fromTable(standardNormal, stream.uint32());

/** Draws a log-normal number. */
export const logNormal = (stream: RandomStream, median: number, sigma: number): number =>
  median * exponential(sigma * normal(stream));

/** Draws a Poisson count by inversion; for means below some 30. */
export function poisson(stream: RandomStream, mean: number): number {
  let p = exponential(-mean);
  let rest = stream.float() - p;
  let n = 0;
  while (rest >= 0 && n < 200) {
    n++;
    p *= mean / n;
    rest -= p;
  }
  return n;
}

/** Draws the number of years until an event of a constant yearly probability, at least 1. */
export const geometric = (stream: RandomStream, p: number): number =>
  p >= 1 ? 1 : 1 + Math.floor(naturalLog(1 - stream.float()) / naturalLog(1 - p));
