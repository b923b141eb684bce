import { powerOfTen } from './number-codec.ts';
import { heldByFew, type ValuePoints } from './value-points.ts';

/** Whole units of the last decimal, NaN where a number is too large to be counted so. */
function unitsOf(value: number, decimals: number): number {
  const units = Math.round(Math.abs(value) * powerOfTen(decimals));
  return units <= Number.MAX_SAFE_INTEGER ? units : Number.NaN;
}

/** The fewest decimals that all but fewer than `threshold` entities are written with. */
export function sharedDecimals(points: ValuePoints, decimals: number, threshold: number): number {
  for (let fewer = 0; fewer < decimals; fewer++) {
    const unit = 10 ** (decimals - fewer);
    const isFiner = (value: number) => unitsOf(value, decimals) % unit !== 0;
    if (heldByFew(points, threshold, isFiner)) return fewer;
  }
  return decimals;
}

/** Decimals that are always written: those of amounts of money. */
const CUSTOMARY = 2;

/**
 * The decimals to write. Where no value needs as many as the file writes, all are written with zeros at the end, and
 * stay so; else those that fewer than `threshold` entities need go.
 */
export function writtenDecimals(points: ValuePoints, decimals: number, threshold: number): number {
  if (sharedDecimals(points, decimals, 1) < decimals) return decimals;
  return Math.max(sharedDecimals(points, decimals, threshold), Math.min(decimals, CUSTOMARY));
}

/** Beyond its square, the divisors of a number are not all looked for. */
const MAX_TRIED = 1e6;

/** The whole numbers that divide a number, the greatest first. */
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

/** Steps of times of day, in milliseconds: from an hour to a second. */
const CLOCK_STEPS = [3_600_000, 1_800_000, 900_000, 300_000, 60_000, 1000];

type Lattice = {
  points: ValuePoints;
  /** 1 for values that at least `threshold` entities hold. */
  shared: Uint8Array;
  threshold: number;
};

function greatestStep(
  { points, shared, threshold }: Lattice,
  decimals: number,
  /** Steps to try, the greatest first, of the least shared value. */
  stepsOf: (least: number) => number[],
): number {
  let least = Number.POSITIVE_INFINITY;
  points.values.forEach((value, j) => {
    const units = shared[j] === 1 ? unitsOf(value, decimals) : 0;
    if (units > 0 && units < least) least = units;
  });
  if (least === Number.POSITIVE_INFINITY) return 1;
  const step = stepsOf(least).find((candidate) =>
    heldByFew(points, threshold, (value) => unitsOf(value, decimals) % candidate !== 0),
  );
  return step ?? 1;
}

/**
 * The step that numbers are rounded to: the greatest common divisor of a shared value and of all values but those of
 * fewer than `threshold` entities. Without the shared value, it would be one entity's own where it alone has one.
 */
export const latticeStep = (lattice: Lattice, decimals: number): number =>
  greatestStep(lattice, decimals, divisorsOf) / 10 ** decimals;

/** The same for times of day in milliseconds, by whole seconds, minutes and parts of an hour. */
export const clockStep = (lattice: Lattice, unit: number): number =>
  Math.max(
    unit,
    greatestStep(lattice, 0, (atMost) => CLOCK_STEPS.filter((step) => step <= atMost)),
  );
