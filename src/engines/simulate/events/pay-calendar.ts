import type { Calendar } from '../bank/calendar.ts';
import type { Customer } from '../bank/customers.ts';

/** Shifts to a business day: back for credits, forward for debits, 0 for none; -1 outside the window. */
function shifted(calendar: Calendar, index: number, step: 1 | -1 | 0): number {
  if (step === 0) return index;
  let i = index;
  while (i >= 0 && i < calendar.days.length && !calendar.days[i].business) i += step;
  return i >= 0 && i < calendar.days.length ? i : -1;
}

const monthlies = new WeakMap<Calendar, Map<number, number[]>>();

/** Returns the days of a monthly booking; the last day in shorter months. */
export function monthly(calendar: Calendar, dayOfMonth: number, step: 1 | -1 | 0): number[] {
  const daysOfMonth = monthlies.get(calendar) ?? new Map<number, number[]>();
  monthlies.set(calendar, daysOfMonth);
  const before = daysOfMonth.get(dayOfMonth + 100 * step);
  if (before !== undefined) return before;
  const days: number[] = [];
  daysOfMonth.set(dayOfMonth + 100 * step, days);
  calendar.days.forEach((day, i) => {
    if (day.dayOfMonth === Math.min(dayOfMonth, day.monthLength)) {
      const at = shifted(calendar, i, step);
      if (at >= 0) days.push(at);
    }
  });
  return days;
}

export function payDays(calendar: Calendar, customer: Customer): number[] {
  switch (customer.pay) {
    case 'monthly':
      return monthly(calendar, customer.payAnchor, -1);
    case 'lastBusinessDay':
      return monthly(calendar, 31, -1);
    default: {
      const every = customer.pay === 'weekly' ? 7 : 14;
      const phase = Math.floor(customer.birthYear / 2) % 2;
      const days: number[] = [];
      calendar.days.forEach((day, i) => {
        const week = Math.floor((day.day + 3) / 7);
        if (day.weekday !== customer.payAnchor || (every === 14 && week % 2 !== phase)) return;
        const at = shifted(calendar, i, -1);
        if (at >= 0) days.push(at);
      });
      return days;
    }
  }
}
