import { DAY } from '../../table/datetime-form.ts';
import { rowsText } from '../explain/words.ts';
import type { Feature } from './feature.ts';
import type { LedgerWithAmounts } from './ledger.ts';
import { eachOwner, missing } from './owner-spans.ts';

/** Weight of the file's mean amount, in rows, relative to the owner's own. */
const MEAN_ROWS = 2;
/** An amount counts as at most this multiple of the mean before it, so that fraud hides no fraud. */
const MAX_MULTIPLE = 2;
/** Multiple of the mean from which an amount is large. */
const LARGE = Math.log10(3);
const WINDOW = 7 * DAY;
const ADDS = { ratio: 3, large: 2 } as const;

function meanOf({ sizes, history }: LedgerWithAmounts): number {
  let [total, count] = [0, 0];
  for (const row of history) {
    if (Number.isNaN(sizes[row])) continue;
    total += 10 ** sizes[row];
    count++;
  }
  return total / Math.max(1, count);
}

/** Returns log10 of the amount over the winsorized mean of the owner's earlier ones. */
function ratios(ledger: LedgerWithAmounts): Float32Array {
  const { sizes, history } = ledger;
  const values = missing(ledger.rows);
  const prior = MEAN_ROWS * meanOf(ledger);
  eachOwner(ledger, (from, to) => {
    let [sum, n] = [0, 0];
    for (const row of history.subarray(from, to)) {
      if (Number.isNaN(sizes[row])) continue;
      const mean = (sum + prior) / (n + MEAN_ROWS);
      values[row] = sizes[row] - Math.log10(mean);
      if (ledger.confirmed?.[row] === 1) continue;
      sum += Math.min(10 ** sizes[row], MAX_MULTIPLE * mean);
      n++;
    }
  });
  return values;
}

/** Counts the owner's earlier large amounts within seven days. */
function largeBefore(ledger: LedgerWithAmounts, ratio: Float32Array): Float32Array {
  const { history, time } = ledger;
  const values = new Float32Array(ledger.rows);
  eachOwner(ledger, (from, to) => {
    const large: number[] = [];
    for (const row of history.subarray(from, to)) {
      while (large.length > 0 && time[large[0]] < time[row] - WINDOW) large.shift();
      values[row] = large.length;
      if (ratio[row] >= LARGE) large.push(row);
    }
  });
  return values;
}

/**
 * Compares the amount with the mean of the owner's earlier ones, for files that name no kinds of
 * movements: the ratio, with two rows of the file's mean added, and the number of amounts of at
 * least three times the mean in the seven days before.
 *
 * @param sentence describes a row's amount beside the usual one
 */
export function ownMeanFeatures(
  ledger: LedgerWithAmounts,
  sentence: (row: number) => string,
): Feature[] {
  const ratio = ratios(ledger);
  const large = largeBefore(ledger, ratio);
  const largeRows = (row: number) => {
    const place = ledger.placeOf(row);
    const from = Math.max(0, place - 1000);
    return [...ledger.history.subarray(from, place)].filter(
      (earlier) =>
        ledger.owner.codes[earlier] === ledger.owner.codes[row] &&
        ledger.time[earlier] >= ledger.time[row] - WINDOW &&
        ratio[earlier] >= LARGE,
    );
  };
  return [
    {
      name: 'amount_over_own_mean',
      fact: 'amount',
      values: ratio,
      tail: 'high',
      weight: 1,
      adds: ADDS.ratio,
      sentence,
    },
    {
      name: 'large_amounts_within_7_days',
      values: large,
      tail: 'high',
      weight: 1,
      adds: ADDS.large,
      sentence: (row) =>
        `other amounts of at least three times the expected one in the seven days before: ${rowsText(ledger, largeRows(row))}`,
    },
  ];
}
