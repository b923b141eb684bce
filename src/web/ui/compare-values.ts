import { formatterOf } from '../lib/formatter-of.ts';

export type SortValue = string | number | boolean | null | undefined;

/** Compares two cells: numbers by value, texts in natural order ('item 9' before 'item 10'). */
export function compareValues(a: SortValue, b: SortValue): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return collator().compare(String(a ?? ''), String(b ?? ''));
}

const collator = formatterOf(() => new Intl.Collator('en', { numeric: true, sensitivity: 'base' }));
