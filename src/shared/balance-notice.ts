import type { RunningBalance } from './column-mapping.ts';

export function balanceNotice({ column, breaks }: RunningBalance): string | null {
  if (breaks === undefined || breaks.rows === 0) return null;
  const { rows, checked, first } = breaks;
  const count = new Intl.NumberFormat('en');
  const list = new Intl.ListFormat('en', { type: 'conjunction' });
  const hasLines = first.every(({ line }) => line !== null);
  const places = first.map(({ row, line }) => count.format(hasLines ? line! : row));
  const unit = `${hasLines ? 'line' : 'row'}${places.length === 1 ? '' : 's'}`;
  const named =
    rows > first.length ? `first: ${unit} ${places.join(', ')}` : `${unit} ${list.format(places)}`;
  return `${column}: the running balance is inconsistent in ${count.format(rows)} of ${count.format(checked)} checked rows (${named}).`;
}
