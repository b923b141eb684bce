import { civilFromDays, daysInMonth, weekdayOf } from '../../../shared/civil-date.ts';
import { exponential, naturalLog } from '../../random/exponential.ts';
import type { Configuration } from '../configuration/schema.ts';
import { type Country, countries } from '../data/countries.ts';
import { datesOf, isBusinessDay, settlementDays } from './business-days.ts';
import { holidaysOf, nthWeekday } from './holidays.ts';

/** Local day. Seconds before `turn` are `offset` ahead of UTC, later ones `offsetAfter`. */
export type CalendarDay = {
  day: number;
  year: number;
  month: number;
  dayOfMonth: number;
  monthLength: number;
  weekday: number;
  holiday: boolean;
  business: boolean;
  /** Relative volume of spending. */
  weight: number;
  /** Price level relative to the middle of the window. */
  prices: number;
  offset: number;
  offsetAfter: number;
  turn: number;
};

export type Calendar = {
  start: number;
  end: number;
  days: CalendarDay[];
  /** By n and day of the window: the day n business days later, as days since 1970. */
  settlement: Int32Array[];
  /** Booking and value dates by code. */
  dates: ReturnType<typeof datesOf>;
};

/** Returns the days of clock changes: US since 2007 (Energy Policy Act), EU (2000/84/EC). */
function changes(rule: Country['summerTime'], year: number): [number, number] {
  const sunday = (month: number, n: number) => nthWeekday({ year, month, weekday: 6, n });
  return rule === 'us' ? [sunday(3, 2), sunday(11, 1)] : [sunday(3, -1), sunday(10, -1)];
}

/**
 * Returns the offsets from UTC over a local day; US clocks change at 2:00 local time, EU clocks at
 * 1:00 UTC. In spring the old offset applies to the skipped hour, so its seconds fall an hour
 * later.
 */
function offsetsOf(
  country: Country,
  day: number,
): { offset: number; offsetAfter: number; turn: number } {
  const [forward, back] = changes(country.summerTime, civilFromDays(day).year);
  const standard = country.utcOffset;
  const summer = standard + 3600;
  const before = day > forward && day <= back ? summer : standard;
  const after = day >= forward && day < back ? summer : standard;
  const clock = country.summerTime === 'us' ? 7200 : 3600 + before;
  const turn = before < after ? clock + 3600 : clock;
  return { offset: before, offsetAfter: after, turn: before === after ? 86400 : turn };
}

/** Returns a country's last business day between two days, both included; -1 if there is none. */
export function businessDayWithin(country: string, from: number, to: number): number {
  for (let day = to; day >= from; day--) if (isBusinessDay(country, day)) return day;
  return -1;
}

export function calendarOf(
  configuration: Configuration,
  { countryCode, start, end }: { countryCode: string; start: number; end: number },
): Calendar {
  const country = countries[countryCode];
  const { weekdays, months, holiday: factor } = configuration.calendar;
  const drift = naturalLog(1 + configuration.behavior.inflation);
  const holidays = new Map<number, Set<number>>();
  const days: CalendarDay[] = [];
  for (let day = start; day <= end; day++) {
    const { year, month, day: dayOfMonth } = civilFromDays(day);
    const ofYear = holidays.get(year) ?? holidaysOf(countryCode, year);
    holidays.set(year, ofYear);
    const weekday = weekdayOf(day);
    const holiday = ofYear.has(day);
    days.push({
      day,
      year,
      month,
      dayOfMonth,
      monthLength: daysInMonth(year, month),
      weekday,
      holiday,
      business: weekday < 5 && !holiday,
      weight: weekdays[weekday] * months[month - 1] * (holiday ? factor : 1),
      prices: exponential((drift * (day - (start + end) / 2)) / 365),
      ...offsetsOf(country, day),
    });
  }
  return {
    start,
    end,
    days,
    settlement: settlementDays(countryCode, start, end),
    dates: datesOf(start, end),
  };
}

/** Converts a local second of a day to seconds since 1970 UTC. */
export function toUtc(day: CalendarDay, second: number): number {
  return day.day * 86400 + second - (second < day.turn ? day.offset : day.offsetAfter);
}
