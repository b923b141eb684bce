import { type Amounts, unitOf } from './looked-at-amounts.ts';

/** Constants in products of money, percentages, and parts of a year. */
export const NAMED_SCALES = [
  1,
  0.01,
  100,
  0.001,
  1000,
  1 / 12,
  12,
  1 / 1200,
  1200,
  1 / 360,
  1 / 365,
  1 / 36_000,
  1 / 36_500,
];

/** Divisors that turn a constant into a short decimal: a tax contained in a price, parts of a year. */
const DIVISORS = [1, 12, 360, 365];
const MAX_DIGITS = 5;

/** Rows that narrow the constant; the rest is verified against it. */
const LOOKED_AT = 60;

/** Share of rows that may be exceptions. */
const MAX_APART = 0.1;
/** Factor beyond which two bounds are not around one constant. */
const AROUND = 1.003;

/** Interval of constants. */
export type ScaleInterval = [low: number, high: number];

/** Returns the interval of constants with which most rows are right to half a unit. */
export function scalesOf(
  own: Amounts,
  product: (row: number) => number,
  rows: number,
): ScaleInterval | null {
  const half = 0.51 * unitOf(own);
  const step = Math.max(1, Math.floor(rows / LOOKED_AT));
  const most = Math.ceil(rows / step);
  const lows = new Float64Array(most);
  const highs = new Float64Array(most);
  const middles = new Float64Array(most);
  const areApart = (i: number, j: number) =>
    lows[i] > highs[j] * AROUND || lows[j] > highs[i] * AROUND;
  let count = 0;
  let misses = 0;
  for (let row = 0; row < rows; row += step) {
    const value = own.values[row];
    const size = product(row);
    if (Number.isNaN(value) || !Number.isFinite(size) || size === 0) continue;
    const one = (value - half) / size;
    const other = (value + half) / size;
    lows[count] = Math.min(one, other);
    highs[count] = Math.max(one, other);
    middles[count] = (lows[count] + highs[count]) / 2;
    // Of two intervals apart, the median is in one at most.
    if (count & 1 && areApart(count, count - 1) && ++misses > MAX_APART * most) return null;
    count++;
  }
  if (count < 3) return null;
  // The median of the bounds is right although some rows are exceptions.
  const middle = middles.subarray(0, count).sort()[count >> 1];
  const isAround = (i: number) => lows[i] <= middle * 1.001 && highs[i] >= middle * 0.999;
  let apart = 0;
  for (let i = 0; i < count; i++) if (!isAround(i)) apart++;
  if (count - apart < (1 - MAX_APART) * count) return null;
  let low = 0;
  let high = Number.POSITIVE_INFINITY;
  for (let i = 0; i < count; i++) {
    if (!isAround(i) || lows[i] > high || highs[i] < low) continue;
    low = Math.max(low, lows[i]);
    high = Math.min(high, highs[i]);
  }
  return high > 0 ? [low, high] : null;
}

/** Returns the decimal with the fewest significant digits in an interval; null for too many. */
export function shortestIn(low: number, high: number): { value: number; digits: number } | null {
  const exponent = Math.floor(Math.log10(high));
  for (let digits = 1; digits <= MAX_DIGITS; digits++) {
    const unit = 10 ** (digits - 1 - exponent);
    const value = Math.round(((low + high) / 2) * unit);
    for (const whole of [value, Math.ceil(low * unit), Math.floor(high * unit)])
      if (whole / unit >= low && whole / unit <= high) return { value: whole / unit, digits };
  }
  return null;
}

/** Returns the first of some constants that is in an interval; null if none is. */
export function namedScale([low, high]: ScaleInterval): number | null {
  const slack = 1e-9 * high;
  return NAMED_SCALES.find((scale) => scale >= low - slack && scale <= high + slack) ?? null;
}

/**
 * Returns the simplest constant in an interval: any with up to five digits, also over 12, 360 or
 * 365, or as a divisor.
 */
export function simplestScale([low, high]: ScaleInterval): number | null {
  let best: { scale: number; cost: number } | null = null;
  const offer = (scale: number, cost: number) => {
    if (best === null || cost < best.cost) best = { scale, cost };
  };
  for (const divisor of DIVISORS) {
    const decimal = shortestIn(low * divisor, high * divisor);
    if (decimal !== null) offer(decimal.value / divisor, decimal.digits + (divisor === 1 ? 0 : 2));
  }
  const inverse = low > 0 ? shortestIn(1 / high, 1 / low) : null;
  if (inverse !== null) offer(1 / inverse.value, inverse.digits + 1);
  return (best as { scale: number } | null)?.scale ?? null;
}

const MANY_DIGITS = 8;

/** Returns the number of significant digits of a constant, or of its inverse and one. */
export function digitsOf(scale: number): number {
  if (scale === 1) return 0;
  const shortest = (value: number) => {
    for (let digits = 1; digits < MANY_DIGITS; digits++)
      if (Math.abs(Number(value.toPrecision(digits)) - value) <= 1e-9 * Math.abs(value))
        return digits;
    return MANY_DIGITS;
  };
  return Math.min(shortest(scale), shortest(1 / scale) + 1);
}
