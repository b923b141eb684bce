import { daysInMonth } from '../../../../shared/civil-date.ts';

const LEAP_YEAR = 2000;
const monthDays = Array.from({ length: 12 }, (_, month) => daysInMonth(LEAP_YEAR, month + 1));
export const firstDays = monthDays.map((_, month) =>
  monthDays.slice(0, month).reduce((sum, days) => sum + days, 0),
);

export const partsOf = (value: number, added: number) => {
  const [year, digits, day] = [
    Math.floor(value / 10_000),
    Math.floor(value / 100) % 100,
    value % 100,
  ];
  const isAdded = digits > added;
  return { year, month: isAdded ? digits - added : digits, day, isAdded };
};

export const daysOf = (year: number, month: number) =>
  month === 2 && year % 4 !== 0 ? 28 : monthDays[month - 1]!;

/** Returns true for digits of a date YYMMDD, with or without the number added to the month. */
export function isDigitDate(value: number, added: number): boolean {
  if (!Number.isInteger(value) || value < 0 || value > 999_999) return false;
  const { year, month, day } = partsOf(value, added);
  return month >= 1 && month <= 12 && day >= 1 && day <= daysOf(year, month);
}
