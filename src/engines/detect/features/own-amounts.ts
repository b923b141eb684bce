import { amountText } from '../explain/words.ts';
import type { Feature } from './feature.ts';
import { hasAmounts, type Ledger, type LedgerWithAmounts } from './ledger.ts';
import { eachOwner, missing } from './owner-spans.ts';
import { besideUsual, SHORTEST_HISTORY } from './usual-amount.ts';

/** Weight of the file's overall spread, in rows, relative to the account's own. */
const PRIOR_ROWS = 5;

function typicalSpread(ledger: LedgerWithAmounts): number {
  const sums = new Float64Array(3);
  eachOwner(ledger, (from, to) => {
    let mean = 0;
    let squares = 0;
    let n = 0;
    for (let place = from; place < to; place++) {
      const size = ledger.sizes[ledger.history[place]];
      if (Number.isNaN(size)) continue;
      n++;
      const gap = size - mean;
      mean += gap / n;
      squares += gap * (size - mean);
    }
    if (n < 2) return;
    sums[0] += squares;
    sums[1] += n - 1;
  });
  return sums[1] > 0 ? Math.max(1e-6, sums[0] / sums[1]) : 1;
}

/**
 * Compares the amount with the owner's past: in deviations of the logarithm (Welford's running mean
 * and variance, shrunk towards the file's spread for short histories), and with the largest so far.
 */
export function ownAmountFeatures(ledger: Ledger): Feature[] {
  if (!hasAmounts(ledger)) return [];
  const { sizes, history } = ledger;
  const deviations = missing(ledger.rows);
  const records = missing(ledger.rows);
  const spread = typicalSpread(ledger);
  eachOwner(ledger, (from, to) => {
    let n = 0;
    let mean = 0;
    let squares = 0;
    let largest = Number.NEGATIVE_INFINITY;
    for (let place = from; place < to; place++) {
      const row = history[place];
      const size = sizes[row];
      if (Number.isNaN(size)) continue;
      if (n >= SHORTEST_HISTORY) {
        const variance = (squares + PRIOR_ROWS * spread) / (n - 1 + PRIOR_ROWS);
        deviations[row] = (size - mean) / Math.sqrt(variance * (1 + 1 / n));
        records[row] = size - largest;
      }
      if (ledger.confirmed?.[row] === 1) continue;
      n++;
      const gap = size - mean;
      mean += gap / n;
      squares += gap * (size - mean);
      if (size > largest) largest = size;
    }
  });
  const sentence = (row: number) => besideUsual(ledger, row) ?? amountText(ledger, row);
  return [
    {
      name: 'amount_against_own_history',
      fact: 'amount',
      values: deviations,
      tail: 'high',
      weight: 1,
      sentence,
    },
    {
      name: 'amount_against_own_record',
      fact: 'amount',
      values: records,
      tail: 'high',
      weight: 1,
      sentence,
    },
  ];
}
