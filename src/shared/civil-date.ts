/**
 * Converts a Gregorian date to days since 1970-01-01 (Hinnant's `days_from_civil`,
 * https://howardhinnant.github.io/date_algorithms.html).
 */
export function daysFromCivil(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra =
    yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146097 + dayOfEra - 719468;
}

export type CivilDate = { year: number; month: number; day: number };

/** Inverse of `daysFromCivil` (Hinnant's `civil_from_days`). */
export function civilFromDays(days: number): CivilDate {
  const z = days + 719468;
  const era = Math.floor(z / 146097);
  const dayOfEra = z - era * 146097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36524) -
      Math.floor(dayOfEra / 146096)) /
      365,
  );
  const dayOfYear =
    dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shifted = Math.floor((5 * dayOfYear + 2) / 153);
  const month = shifted < 10 ? shifted + 3 : shifted - 9;
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * shifted + 2) / 5) + 1,
  };
}

/** Returns the weekday, 0 = Monday … 6 = Sunday. */
export function weekdayOf(days: number): number {
  return (((days + 3) % 7) + 7) % 7;
}

export const SATURDAY = 5;

export const isWeekend = (days: number): boolean => weekdayOf(days) >= SATURDAY;

export function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** Parses YYYY-MM-DD; throws a RangeError if it is not a calendar date. */
export function parseIsoDate(text: string): number {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (match === null) throw new RangeError(`"${text}" is not a date in the format YYYY-MM-DD`);
  const days = daysFromCivil(Number(match[1]), Number(match[2]), Number(match[3]));
  if (formatIsoDate(days) !== text) throw new RangeError(`"${text}" is not a calendar date`);
  return days;
}

const two = (n: number): string => (n < 10 ? `0${n}` : `${n}`);

function dateText(days: number): string {
  const { year, month, day } = civilFromDays(days);
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
}

/** Cache of formatted dates, limited to some 27 years of days. */
const texts = new Map<number, string>();
const MAX_TEXTS = 10_000;

export function formatIsoDate(days: number): string {
  const cached = texts.get(days);
  if (cached !== undefined) return cached;
  if (texts.size >= MAX_TEXTS) texts.clear();
  const text = dateText(days);
  texts.set(days, text);
  return text;
}
