import type { Builder } from './scheme-builder.ts';

const OPENS = 9 * 3600;
const CLOSES = 16.75 * 3600;

/** Returns true if branches and wire desks are open. */
export function isBankingTime(b: Builder, time: number): boolean {
  const day = b.common.calendar.days[Math.floor(time / 86_400)];
  const second = time % 86_400;
  return day?.business === true && second >= OPENS && second < CLOSES;
}

/**
 * Returns the same time if the bank is open, otherwise one on the same or the next business day
 * at which it is; unchanged if no business day is left.
 */
export function bankingTime(b: Builder, time: number): number {
  if (isBankingTime(b, time)) return time;
  const { days } = b.common.calendar;
  const share = (time % 86_400) / 86_400;
  let index = Math.floor(time / 86_400);
  if (time % 86_400 >= CLOSES) index++;
  while (index < days.length && !days[index].business) index++;
  if (index >= days.length) return time;
  return index * 86_400 + Math.floor(OPENS + share * (CLOSES - OPENS));
}
