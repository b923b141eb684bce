import type { RunningBalance } from './column-mapping.ts';

/** Which rows of a file do not follow from its running balance; null where all do, or none were checked. */
export function balanceNotice({ column, breaks }: RunningBalance): string | null {
  if (breaks === undefined || breaks.rows === 0) return null;
  const { rows, checked, first } = breaks;
  const count = new Intl.NumberFormat('en');
  const list = new Intl.ListFormat('en', { type: 'conjunction' });
  const hasLines = first.every(({ line }) => line !== null);
  const places = first.map(({ row, line }) => count.format(hasLines ? line! : row));
  const unit = `${hasLines ? 'line' : 'row'}${places.length === 1 ? '' : 's'}`;
  const named =
    rows > first.length
      ? `the first in ${unit} ${places.join(', ')}`
      : `${unit} ${list.format(places)}`;
  return `${column}: in ${count.format(rows)} of ${count.format(checked)} rows checked, the running balance does not follow from the row before (${named}).`;
}
