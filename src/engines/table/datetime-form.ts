import type { DatetimeForm } from '../../shared/column-layout.ts';
import { formOf } from '../../shared/layouts/datetime-candidates.ts';
import { hasClock, hasDay, hasFraction, hasSeconds } from '../../shared/layouts/pattern-tokens.ts';

export const DAY = 86_400_000;

/** A form of a pattern without names. */
export const datetimeForm = (pattern: string): DatetimeForm =>
  formOf(pattern, { names: null, letters: 'lower' });

/** True where the form carries no time of day. */
export const isDateOnly = ({ pattern }: DatetimeForm): boolean => !hasClock(pattern);

/** True where the form carries no day. */
export const isTimeOnly = ({ pattern }: DatetimeForm): boolean => !hasDay(pattern);

/** The finest step of time that the form writes, in milliseconds. */
export function clockUnitOf({ pattern }: DatetimeForm): number {
  if (hasFraction(pattern)) return 1;
  return hasSeconds(pattern) ? 1000 : 60_000;
}
