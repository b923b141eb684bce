import { DAY } from '../../../table/datetime-form.ts';
import { amountText, percentText, rowsText } from '../../explain/words.ts';
import type { Feature } from '../feature.ts';
import { hasAmounts, type Ledger } from '../ledger.ts';
import { eachOwner } from '../owner-spans.ts';

/** Flags an outflow of at least 80 % of an inflow in the preceding 48 hours (signed amounts). */
export function inAndOut(ledger: Ledger): Feature | null {
  if (!hasAmounts(ledger)) return null;
  const { history, time, amounts } = ledger;
  if (!amounts.some((amount) => amount < 0)) return null;
  const values = new Float32Array(ledger.rows);
  const inflows = new Int32Array(ledger.rows).fill(-1);
  eachOwner(ledger, (from, to) => {
    for (let place = from; place < to; place++) {
      const row = history[place];
      const out = -amounts[row];
      if (!(out > 0)) continue;
      for (let at = place - 1; at >= from; at--) {
        const other = history[at];
        if (time[row] - time[other] > 2 * DAY) break;
        const inflow = amounts[other];
        if (inflow > 0 && out >= 0.8 * inflow && out <= 1.02 * inflow) {
          values[row] = Math.max(values[row], ledger.sizes[other] + 3);
          if (!(amounts[inflows[row]] > inflow)) inflows[row] = other;
        }
      }
    }
  });
  return {
    name: 'in_and_out',
    values,
    tail: 'high',
    weight: 0.6,
    adds: 0.5,
    tag: 'rapid in and out',
    sentence: (row) =>
      `${amountText(ledger, row)} leaves within 48 hours of coming in: ${percentText(-amounts[row] / amounts[inflows[row]])} of ${rowsText(ledger, [inflows[row]])}`,
  };
}
