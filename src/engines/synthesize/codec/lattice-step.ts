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

/** 1, 2, 5, 10, … up to a number, the greatest first. */
function roundNumbers(atMost: number): number[] {
  const steps: number[] = [];
  for (let unit = 1; unit <= atMost; unit *= 10)
    steps.unshift(...[5, 2, 1].map((digit) => digit * unit).filter((step) => step <= atMost));
  return steps;
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
  stepsUpTo: (atMost: number) => number[],
): number {
  let least = Number.POSITIVE_INFINITY;
  points.values.forEach((value, j) => {
    const units = shared[j] === 1 ? unitsOf(value, decimals) : 0;
    if (units > 0 && units < least) least = units;
  });
  if (least === Number.POSITIVE_INFINITY) return 1;
  const step = stepsUpTo(least).find((candidate) =>
    heldByFew(points, threshold, (value) => unitsOf(value, decimals) % candidate !== 0),
  );
  return step ?? 1;
}

/**
 * The step that numbers are rounded to: the greatest of 1, 2 or 5 times a power of ten that a shared value is a
 * multiple of, and all values but those of fewer than `threshold` entities. A greatest common divisor would be one
 * entity's own value where it alone has one.
 */
export const latticeStep = (lattice: Lattice, decimals: number): number =>
  greatestStep(lattice, decimals, roundNumbers) / 10 ** decimals;

/** The same for times of day in milliseconds, by whole seconds, minutes and parts of an hour. */
export const clockStep = (lattice: Lattice, unit: number): number =>
  Math.max(
    unit,
    greatestStep(lattice, 0, (atMost) => CLOCK_STEPS.filter((step) => step <= atMost)),
  );
