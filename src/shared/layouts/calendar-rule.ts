/** Rule that nearly all dates of a column obey. */
export type CalendarRule =
  | 'the first of a month'
  | 'the end of a quarter'
  | 'the end of a month'
  | 'business days';

const DAY = 86_400_000;
const MIN_VALUES = 50;
const MIN_SHARE = 0.995;
/** Minimum years: days 1 to 12 of one January, with day and month swapped, are firsts of months. */
const MIN_YEARS = 3;
/** Minimum distinct days: this many random days are all weekdays in 1 of 20 million columns. */
const MIN_DISTINCT = 50;

const isMonthEnd = (day: Date) => new Date(day.getTime() + DAY).getUTCDate() === 1;

const RULES: readonly [rule: CalendarRule, test: (day: Date) => boolean, isEnough: Enough][] = [
  ['the first of a month', (day) => day.getUTCDate() === 1, spansYears],
  ['the end of a quarter', (day) => isMonthEnd(day) && day.getUTCMonth() % 3 === 2, spansYears],
  ['the end of a month', isMonthEnd, spansYears],
  [
    'business days',
    (day) => day.getUTCDay() % 6 !== 0,
    (days) => new Set(days.map((day) => Math.floor(day.getTime() / DAY))).size >= MIN_DISTINCT,
  ],
];

type Enough = (days: readonly Date[]) => boolean;

function spansYears(days: readonly Date[]): boolean {
  return new Set(days.map((day) => day.getUTCFullYear())).size >= MIN_YEARS;
}

/**
 * Returns the calendar rule that at least 99.5 % of the dates obey; null without one, or for fewer
 * than 50 values.
 *
 * @param times distinct times in milliseconds since 1970, UTC, with the number of rows of each
 */
export function calendarRule(
  times: readonly { time: number; rows: number }[],
): CalendarRule | null {
  const dated = times
    .filter(({ time }) => !Number.isNaN(time))
    .map(({ time, rows }) => ({ day: new Date(time), rows }));
  const total = dated.reduce((sum, { rows }) => sum + rows, 0);
  if (total < MIN_VALUES) return null;
  const days = dated.map(({ day }) => day);
  const found = RULES.find(([, test, isEnough]) => {
    if (!isEnough(days)) return false;
    const obeying = dated.reduce((sum, { day, rows }) => sum + (test(day) ? rows : 0), 0);
    return obeying >= MIN_SHARE * total;
  });
  return found?.[0] ?? null;
}
