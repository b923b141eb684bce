import { DAY } from '../../../table/datetime-form.ts';
import { forEachSequence, type History } from './history.ts';

function monthOf(day: number): number {
  const date = new Date(day * DAY);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

/** Returns each sequence's rows in every month from its first to its last. */
function monthlyRows(history: History): Float64Array[] {
  const counts: Float64Array[] = [];
  forEachSequence(history, (rows) => {
    const known = rows.filter((row) => !Number.isNaN(history.days[row]));
    if (known.length === 0) return;
    const months = Array.from(known, (row) => monthOf(history.days[row]));
    const first = months.reduce((least, month) => Math.min(least, month));
    const last = months.reduce((most, month) => Math.max(most, month));
    const own = new Float64Array(last - first + 1);
    for (const month of months) own[month - first]++;
    counts.push(own);
  });
  return counts;
}

/** Returns the rows a month of all sequences, pooled; months without rows count. */
export const rowsAMonth = (history: History): Float64Array =>
  Float64Array.from(monthlyRows(history).flatMap((months) => [...months]));

const MIN_MONTHS = 6;

/** Returns each sequence's autocorrelation of rows a month at a lag of one month. */
export function monthlyAutocorrelation(history: History): Float64Array {
  const found: number[] = [];
  for (const months of monthlyRows(history)) {
    if (months.length < MIN_MONTHS) continue;
    const mean = months.reduce((sum, rows) => sum + rows, 0) / months.length;
    let [variance, covariance] = [0, 0];
    months.forEach((rows, i) => {
      variance += (rows - mean) ** 2;
      if (i > 0) covariance += (rows - mean) * (months[i - 1] - mean);
    });
    if (variance > 0) found.push(covariance / variance);
  }
  return Float64Array.from(found);
}
