import type { NumberForm } from '../../shared/column-layout.ts';
import { DAY, datetimeForm } from './datetime-form.ts';
import type { CategoryColumn, DatetimeColumn, NumberColumn } from './table.ts';

export const numbers = (
  name: string,
  values: readonly number[],
  more: Partial<Pick<NumberColumn, 'decimals' | 'form' | 'nullWord'>> = {},
): NumberColumn => ({
  kind: 'number',
  name,
  values: Float64Array.from(values),
  decimals: 2,
  ...more,
});

/** Builds a category column coded in order of first occurrence; null is a missing value. */
export function words(
  name: string,
  texts: readonly (string | null)[],
  nullWord?: string,
): CategoryColumn {
  const dictionary = [...new Set(texts.filter((text) => text !== null))];
  const codes = Int32Array.from(texts, (text) => (text === null ? -1 : dictionary.indexOf(text)));
  return { kind: 'category', name, codes, dictionary, ...(nullWord && { nullWord }) };
}

export const days = (
  name: string,
  values: readonly number[],
  pattern = 'YYYY-MM-DD',
): DatetimeColumn => ({
  kind: 'datetime',
  name,
  values: Float64Array.from(values, (day) => day * DAY),
  form: datetimeForm(pattern),
});

export const numberForm = (more: Partial<NumberForm> = {}): NumberForm => ({
  kind: 'number',
  decimalMark: '.',
  groupMark: '',
  grouping: 'thousands',
  minDecimals: 2,
  decimals: 2,
  unit: null,
  sign: 'minus',
  words: null,
  apostrophe: false,
  ...more,
});

export const upTo = (count: number): number[] => Array.from({ length: count }, (_, i) => i);
