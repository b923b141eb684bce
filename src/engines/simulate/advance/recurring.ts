import { civilFromDays, daysFromCivil } from '../../../shared/civil-date.ts';
import { dayOf, type LiveState, type Movement, type Recurring } from './state.ts';

/** Types of movements that recur in weeks or months. */
const RECURRING = new Set([
  'salary',
  'payroll',
  'benefit',
  'rent',
  'bill_payment',
  'subscription',
  'standing_order',
  'loan_payment',
  'loan_repayment',
  'card_payment',
  'card_repayment',
  'fee',
  'interest',
]);

/** Longest gap of a payment in weeks; longer ones recur by month. */
const MAX_WEEKLY_GAP = 20;
/** A payment that was not due for so many days has ended. */
const MAX_MONTHLY_GAP = 35;

export const isRecurring = ({ type }: Movement): boolean => RECURRING.has(type);

/** Notes an occurrence; movements arrive in order of time. */
export function noteOccurrence(series: LiveState['series'], movement: Movement): void {
  const key = `${movement.type}|${movement.counterparty}`;
  const found = series.get(key);
  const isSameDay = found !== undefined && dayOf(found.last.time) === dayOf(movement.time);
  const previous = found === undefined ? null : isSameDay ? found.previous : found.last;
  series.set(key, { last: movement, previous });
}

/** Returns true if a payment is due: after the gap of its last two, or on the same day of the next month. */
export function isDue({ last, previous }: Recurring, day: number): boolean {
  const at = dayOf(last.time);
  if (day - at > MAX_MONTHLY_GAP) return false;
  const gap = previous === null ? Number.POSITIVE_INFINITY : at - dayOf(previous.time);
  return day === (gap <= MAX_WEEKLY_GAP ? at + gap : monthAfter(at));
}

/** Returns the same day of the next month, or its last one. */
function monthAfter(day: number): number {
  const { year, month, day: dayOfMonth } = civilFromDays(day);
  const next = daysFromCivil(year + Math.floor(month / 12), (month % 12) + 1, 1);
  const end = daysFromCivil(year + Math.floor((month + 1) / 12), ((month + 1) % 12) + 1, 1);
  return Math.min(next + dayOfMonth - 1, end - 1);
}

/** Returns the amount that a payment repeats; interest follows the balance. */
export function recurringCents({ last }: Recurring, balance: bigint): bigint {
  if (last.type !== 'interest' || last.balanceAfter === null) return last.cents;
  const before = last.balanceAfter - last.cents;
  if (before === 0n || before < 0n !== balance < 0n) return last.cents;
  return (last.cents * balance) / before || last.cents;
}
