import { DAY } from '../../../table/datetime-form.ts';
import { amountText, countText, numberText, rowsText } from '../../explain/words.ts';
import type { Feature } from '../feature.ts';
import { hasHistory, type Ledger, ownerSpan } from '../ledger.ts';
import { type ReportingThresholds, thresholdName } from '../lists.ts';
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

/** Returns the owner's rows just below a threshold in the seven days before a row. */
function nearBefore(ledger: Ledger, row: number, limits: Float64Array): number[] {
  if (!hasHistory(ledger)) return [];
  const { history, time } = ledger;
  const place = ledger.placeOf(row);
  const { from } = ownerSpan(ledger, place);
  return Array.from(history.subarray(from, place)).filter(
    (near) => limits[near] > 0 && time[row] - time[near] <= 7 * DAY,
  );
}

export function structuring(ledger: Ledger, thresholds: ReportingThresholds): Feature | null {
  const { amounts } = ledger;
  if (amounts === null) return null;
  const limits = thresholdBelow(ledger, amounts, thresholds);
  const values = new Float32Array(ledger.rows);
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
      const code = ledger.codes('currency');
      const currency = code === undefined ? 'USD' : code.text(code.codes[row]).toUpperCase();
      const below = `${amountText(ledger, row)} is just below ${thresholdName(currency, limits[row], numberText(limits[row]))}`;
      if (values[row] < 2) return below;
      const before = nearBefore(ledger, row, limits);
      const sum = [...before, row].reduce((total, near) => total + Math.abs(amounts[near]), 0);
      return `${below}; with ${rowsText(ledger, before)} ${countText(values[row], 'such row')} within 7 days, together ${numberText(sum)}`;
    },
  };
}
