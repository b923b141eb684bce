import { DAY } from '../../../table/datetime-form.ts';
import { varianceAtLeast } from '../discrete-gaussian.ts';
import { addNoise, rhoOf, varianceOf } from '../private-table.ts';
import type { RandomIntegers } from '../random-integers.ts';
import { ABOVE, firstSure } from './extent.ts';
import type { DaySpan } from './public-domain.ts';

const FIRST_YEAR = 1900;
const YEARS = 200;
const MONTHS = 12;
/** Conventional open-end date, 9999-12-31. */
const OPEN_END: DaySpan = {
  from: Date.UTC(9999, 11, 31) / DAY,
  to: Date.UTC(9999, 11, 31) / DAY,
};
/** Shares of rho, with a sum not above 1 in floating point. */
const SHARES = { years: 0.4, months: 0.5999 };
/** Threshold in standard deviations for merging months, and maximum spans (codes have 8 bits). */
const SMALL = 3;
const MAX_SPANS = 240;

type Options = {
  /** Weight of each row; one person's weights sum to at most `scale`. */
  weights: Int32Array | null;
  scale: number;
  rho: number;
  random: RandomIntegers;
};

const daysOf = (first: number, last: number): DaySpan => ({
  from: Date.UTC(FIRST_YEAR, first, 1) / DAY,
  to: Date.UTC(FIRST_YEAR, last + 1, 1) / DAY - 1,
});

/** Merges neighboring months, from the first to the last, until they have `least` rows. */
function spansOf(counts: Float64Array, first: number, last: number, least: number): DaySpan[] {
  const spans: DaySpan[] = [];
  let from = first;
  let sum = 0;
  for (let month = first; month <= last; month++) {
    sum += Math.max(0, counts[month]);
    if (sum < least && month < last) continue;
    // The remainder is too small for its own span.
    if (sum < least && spans.length > 0) spans[spans.length - 1]!.to = daysOf(from, month).to;
    else spans.push(daysOf(from, month));
    from = month + 1;
    sum = 0;
  }
  return spans;
}

/**
 * Chooses spans of whole months for a column's days with differential privacy (zCDP, Gaussian
 * mechanism). Rows are counted with noise by year from 1900 to 2099 and by month, which is
 * data-independent. Spans extend from the first to the last year with significant rows; in these
 * two, outer months are left out if another month of the year has significant rows. Months with few
 * rows are merged with their neighbors. Earlier and later days count in the first or last span.
 *
 * @param values timestamps in milliseconds, NaN for missing
 * @returns no spans if no count is significant
 */
export function selectMonths(
  values: Float64Array,
  { weights, scale, rho, random }: Options,
): { spans: DaySpan[]; rho: number } {
  const [years, months] = [new Float64Array(YEARS + 1), new Float64Array(YEARS * MONTHS)];
  values.forEach((value, row) => {
    if (Number.isNaN(value)) return;
    const date = new Date(value);
    const year = date.getUTCFullYear() - FIRST_YEAR;
    const weight = weights?.[row] ?? 1;
    if (Math.floor(value / DAY) === OPEN_END.from) years[YEARS] += weight;
    if (year < 0 || year >= YEARS) return;
    years[year] += weight;
    months[year * MONTHS + date.getUTCMonth()] += weight;
  });
  const count = (counts: Float64Array, share: number) => {
    const variance = varianceAtLeast((scale * scale) / (2 * rho * share));
    const noisy = addNoise(counts, variance, random);
    return { noisy, deviation: Math.sqrt(varianceOf(variance)), rho: rhoOf(variance, scale) };
  };
  const byYear = count(years, SHARES.years);
  const byMonth = count(months, SHARES.months);
  const spent = byYear.rho + byMonth.rho;
  const leastOfYear = ABOVE.groups * byYear.deviation;
  const end = byYear.noisy[YEARS] > leastOfYear ? [OPEN_END] : [];
  const calendar = [...byYear.noisy.subarray(0, YEARS)];
  const first = firstSure(calendar, leastOfYear);
  const last = YEARS - 1 - firstSure([...calendar].reverse(), leastOfYear);
  if (first > last) return { spans: end, rho: spent };

  const leastOfMonth = ABOVE.leaves * byMonth.deviation;
  const monthsOf = (year: number) => [
    ...byMonth.noisy.subarray(year * MONTHS, (year + 1) * MONTHS),
  ];
  /** Counts a year's outer months without significant rows; 0 if no month has any. */
  const without = (counts: number[]) => firstSure(counts, leastOfMonth) % MONTHS;
  const firstMonth = first * MONTHS + without(monthsOf(first));
  const lastMonth = last * MONTHS + MONTHS - 1 - without(monthsOf(last).reverse());
  const total = byMonth.noisy
    .subarray(firstMonth, lastMonth + 1)
    .reduce((sum, rows) => sum + Math.max(0, rows), 0);
  const least = Math.max(SMALL * byMonth.deviation, total / MAX_SPANS);
  return { spans: [...spansOf(byMonth.noisy, firstMonth, lastMonth, least), ...end], rho: spent };
}
