import { DAY } from '../../../table/datetime-form.ts';
import { amountText, countText, numberText } from '../../explain/words.ts';
import type { Feature } from '../feature.ts';
import { hasHistory, type Ledger } from '../ledger.ts';
import type { ReportingThresholds } from '../lists.ts';
import { eachOwner } from '../owner-spans.ts';

/** Lower end of the band below a threshold, as a share of it. */
const JUST_BELOW = 0.9;

/** Returns the threshold just above each amount; NaN if none. The default currency is USD. */
function thresholdBelow(
  ledger: Ledger,
  amounts: Float64Array,
  thresholds: ReportingThresholds,
): Float64Array {
  const currency = ledger.codes('currency');
  const limits = Array.from(
    { length: currency?.count ?? 0 },
    (_, code) => thresholds[currency?.text(code).toUpperCase() ?? ''],
  );
  return Float64Array.from(amounts, (amount, row) => {
    const limit =
      (currency === undefined ? thresholds.USD : limits[currency.codes[row]]) ?? Number.NaN;
    const size = Math.abs(amount);
    return size >= JUST_BELOW * limit && size < limit ? limit : Number.NaN;
  });
}

export function structuring(ledger: Ledger, thresholds: ReportingThresholds): Feature | null {
  const { amounts } = ledger;
  if (amounts === null) return null;
  const limits = thresholdBelow(ledger, amounts, thresholds);
  const values = new Float32Array(ledger.rows);
  const sums = new Float32Array(ledger.rows);
  if (hasHistory(ledger)) {
    const { history, time } = ledger;
    eachOwner(ledger, (from, to) => {
      const near: number[] = [];
      for (let place = from; place < to; place++) {
        const row = history[place];
        if (!(limits[row] > 0)) continue;
        near.push(row);
        while (time[row] - time[near[0]] > 7 * DAY) near.shift();
        values[row] = near.length;
        sums[row] = near.reduce((sum, nearRow) => sum + Math.abs(amounts[nearRow]), 0);
      }
    });
  } else for (let i = 0; i < values.length; i++) values[i] = limits[i] > 0 ? 1 : 0;
  return {
    name: 'structuring',
    values,
    tail: 'high',
    weight: 0.6,
    adds: 0.5,
    tag: 'structuring',
    sentence: (row) => {
      const limit = numberText(limits[row]);
      const below = `${amountText(ledger, row)} is just below the reporting threshold of ${limit}`;
      return values[row] < 2
        ? below
        : `${below}; ${countText(values[row], 'such row')} within 7 days, together ${numberText(sums[row])}`;
    },
  };
}
