import type { Belonging } from './belonging.ts';
import type { BetweenRows } from './between-rows/between-rows.ts';
import type { Calendar } from './calendars/calendar.ts';
import type { ColumnOrder } from './column-orders.ts';
import type { DateLag } from './date-lags.ts';
import type { DayValue } from './day-values.ts';
import type { DerivedColumn } from './derived/derived-column.ts';
import type { FoundLaw } from './laws/law.ts';
import type { WordLimits } from './word-limits.ts';
import type { WordRange } from './word-ranges.ts';

/** Rules among a table's columns: fitting models what they leave open, sampling applies them. */
export type FoundRules = {
  lags: DateLag[];
  laws: FoundLaw[];
  derived: DerivedColumn[];
  calendars: Calendar[];
  belongings: Belonging[];
  ranges: WordRange[];
  wordLimits: WordLimits[];
  dayValues: DayValue[];
  orders: ColumnOrder[];
  between: BetweenRows[];
};
