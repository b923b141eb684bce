import { powerOfTen } from './number-codec.ts';
import { belowEntityThreshold, type ValuePoints } from './value-points.ts';

/** Converts to integer units of the last decimal; NaN if too large. */
function unitsOf(value: number, decimals: number): number {
  const units = Math.round(Math.abs(value) * powerOfTen(decimals));
  return units <= Number.MAX_SAFE_INTEGER ? units : Number.NaN;
}

/** Returns the number of decimals that suffices for all but fewer than `threshold` entities. */
export function sharedDecimals(points: ValuePoints, decimals: number, threshold: number): number {
  for (let fewer = 0; fewer < decimals; fewer++) {
    const unit = 10 ** (decimals - fewer);
    const isFiner = (value: number) => unitsOf(value, decimals) % unit !== 0;
    if (belowEntityThreshold(points, threshold, isFiner)) return fewer;
  }
  return decimals;
}

/** Minimum decimals written, as customary for amounts. */
const CUSTOMARY = 2;

/**
 * Returns the decimals to write. If no value needs as many as the file has, all are retained with
 * trailing zeros; otherwise decimals needed by fewer than `threshold` entities are dropped.
 */
export function writtenDecimals(points: ValuePoints, decimals: number, threshold: number): number {
  if (sharedDecimals(points, decimals, 1) < decimals) return decimals;
  return Math.max(sharedDecimals(points, decimals, threshold), Math.min(decimals, CUSTOMARY));
}

/** Largest trial divisor; larger numbers are not fully factored. */
const MAX_TRIED = 1e6;

function divisorsOf(number: number): number[] {
  const small: number[] = [];
  const great: number[] = [];
  for (let tried = 1; tried <= Math.min(MAX_TRIED, number / tried); tried++) {
    if (number % tried !== 0) continue;
    if (tried * tried < number) great.push(number / tried);
    small.unshift(tried);
  }
  return [...great, ...small];
}

/** Steps for times of day in milliseconds, from an hour to a second. */
const CLOCK_STEPS = [3_600_000, 1_800_000, 900_000, 300_000, 60_000, 1000];

type Lattice = {
  points: ValuePoints;
  /** 1 for values that at least `threshold` entities share. */
  shared: Uint8Array;
  threshold: number;
};

function greatestStep(
  { points, shared, threshold }: Lattice,
  decimals: number,
  /** Candidate steps of the least shared value, the greatest first. */
  stepsOf: (least: number) => number[],
): number {
  let least = Number.POSITIVE_INFINITY;
  points.values.forEach((value, j) => {
    const units = shared[j] === 1 ? unitsOf(value, decimals) : 0;
    if (units > 0 && units < least) least = units;
  });
  if (least === Number.POSITIVE_INFINITY) return 1;
  const step = stepsOf(least).find((candidate) =>
    belowEntityThreshold(points, threshold, (value) => unitsOf(value, decimals) % candidate !== 0),
  );
  return step ?? 1;
}

/**
 * Returns the rounding step of numbers: the greatest common divisor of a shared value and of all
 * values except those of fewer than `threshold` entities. Requiring a shared value prevents a step
 * that only one entity has.
 */
export const latticeStep = (lattice: Lattice, decimals: number): number =>
  greatestStep(lattice, decimals, divisorsOf) / 10 ** decimals;

/** Returns the whole minutes or seconds of all but fewer than `threshold` entities; 1 if others. */
const wholeClockStep = ({ points, threshold }: Lattice): number =>
  [60_000, 1000].find((step) =>
    belowEntityThreshold(points, threshold, (value) => unitsOf(value, 0) % step !== 0),
  ) ?? 1;

/**
 * Returns the rounding step of times of day: whole seconds, minutes or parts of an hour, in ms. Only
 * steps above a minute need a shared value.
 */
export const clockStep = (lattice: Lattice, unit: number): number =>
  Math.max(
    unit,
    wholeClockStep(lattice),
    greatestStep(lattice, 0, (atMost) => CLOCK_STEPS.filter((step) => step <= atMost)),
  );
