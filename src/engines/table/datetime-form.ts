import type { DatetimeForm } from '../../shared/column-layout.ts';
import { formOf } from '../../shared/layouts/datetime-candidates.ts';
import { hasClock, hasDay, hasFraction, hasSeconds } from '../../shared/layouts/pattern-tokens.ts';

export const DAY = 86_400_000;

/** Returns the day since 1970-01-01 of a moment. */
export const dayOf = (moment: number): number => Math.floor(moment / DAY);

export const datetimeForm = (pattern: string): DatetimeForm =>
  formOf(pattern, { names: null, letters: 'lower' });

export const isDateOnly = ({ pattern }: DatetimeForm): boolean => !hasClock(pattern);

export const isTimeOnly = ({ pattern }: DatetimeForm): boolean => !hasDay(pattern);

export function clockUnitOf({ pattern }: DatetimeForm): number {
  if (hasFraction(pattern)) return 1;
  return hasSeconds(pattern) ? 1000 : 60_000;
}
