import { civilFromDays, daysFromCivil, daysInMonth } from '../../../shared/civil-date.ts';
import { exponential, naturalLog } from '../../random/exponential.ts';

export type DayCount = 'actual/365' | '30/360';

/** Terms of an instalment loan; amounts in minor units, the rate in percent a year. */
export type LoanContract = {
  amount: number;
  rate: number;
  months: number;
  dayCount: DayCount;
  opened: number;
  firstDue: number;
};

export type Instalment = {
  number: number;
  due: number;
  payment: number;
  interest: number;
  principal: number;
  balance: number;
};

export function addMonths(day: number, months: number): number {
  const { year, month, day: dayOfMonth } = civilFromDays(day);
  const index = year * 12 + month - 1 + months;
  const [y, m] = [Math.floor(index / 12), (index % 12) + 1];
  return daysFromCivil(y, m, Math.min(dayOfMonth, daysInMonth(y, m)));
}

/** Days between two dates of 30/360 US (bond basis) without the end-of-February rule. */
function days360(from: number, to: number): number {
  const [a, b] = [civilFromDays(from), civilFromDays(to)];
  const first = Math.min(30, a.day);
  const last = first === 30 ? Math.min(30, b.day) : b.day;
  return (b.year - a.year) * 360 + (b.month - a.month) * 30 + last - first;
}

/** Returns simple interest on a balance between two days, rounded to the minor unit. */
export const interestOf = (
  balance: number,
  { rate, dayCount, from, to }: { rate: number; dayCount: DayCount; from: number; to: number },
): number =>
  dayCount === '30/360'
    ? Math.round((balance * rate * days360(from, to)) / 36_000)
    : Math.round((balance * rate * (to - from)) / 36_500);

/** Returns the level payment P r / (1 - (1 + r)^-n) for a monthly rate r, rounded to the minor unit. */
export function levelPayment({ amount, rate, months }: LoanContract): number {
  const monthly = rate / 1200;
  return Math.round((amount * monthly) / (1 - exponential(-months * naturalLog(1 + monthly))));
}

/** Lays out a loan's payments; the last one is the remainder. */
export function scheduleOf(contract: LoanContract): Instalment[] {
  const { amount, rate, months, dayCount, opened, firstDue } = contract;
  const level = levelPayment(contract);
  let balance = amount;
  let from = opened;
  return Array.from({ length: months }, (_, i) => {
    const due = addMonths(firstDue, i);
    const interest = interestOf(balance, { rate, dayCount, from, to: due });
    const payment = i === months - 1 ? balance + interest : Math.min(level, balance + interest);
    balance += interest - payment;
    from = due;
    return { number: i + 1, due, payment, interest, principal: payment - interest, balance };
  });
}
