import { amountText, countText, numberText, percentText } from '../explain/words.ts';
import type { Feature } from './feature.ts';
import { hasAmounts, type Ledger, type LedgerWithAmounts, ownerSpan } from './ledger.ts';
import { eachOwner, missing } from './owner-spans.ts';

/** Earlier rows needed before a history says anything. */
export const SHORTEST_HISTORY = 5;
/** Weight of the whole file's spread, in rows, relative to the account's own. */
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

/** Where a row stands in the history. A search, since only rows that are explained are looked up. */
const placeOf = (ledger: LedgerWithAmounts, row: number): number => ledger.history.indexOf(row);

/** Share of the owner's earlier rows that are smaller than this one. */
function rankInHistory(
  ledger: LedgerWithAmounts,
  row: number,
): { earlier: number; smaller: number } {
  const place = placeOf(ledger, row);
  let earlier = 0;
  let smaller = 0;
  for (let at = ownerSpan(ledger, place).from; at < place; at++) {
    const size = ledger.sizes[ledger.history[at]];
    if (Number.isNaN(size)) continue;
    earlier++;
    if (size < ledger.sizes[row]) smaller++;
  }
  return { earlier, smaller };
}

function ownHistoryText(ledger: LedgerWithAmounts, row: number): string {
  const { earlier, smaller } = rankInHistory(ledger, row);
  const whose = `this ${ledger.ownerNoun}'s`;
  if (smaller === earlier)
    return `larger than all of ${whose} ${countText(earlier, 'earlier row')}`;
  return `larger than ${percentText(smaller / earlier)} of ${whose} history (${countText(earlier, 'earlier row')})`;
}

/**
 * How the amount compares with the owner's own past: in deviations of the logarithm (Welford's running mean and
 * variance, drawn towards the file's spread while the history is short), and against the largest so far.
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
      n++;
      const gap = size - mean;
      mean += gap / n;
      squares += gap * (size - mean);
      if (size > largest) largest = size;
    }
  });
  return [
    {
      name: 'amount_against_own_history',
      values: deviations,
      tail: 'high',
      weight: 1,
      sentence: (row) =>
        `${amountText(ledger, row)}: ${ownHistoryText(ledger, row)} (z = ${numberText(deviations[row], 1)})`,
    },
    {
      name: 'amount_against_own_record',
      values: records,
      tail: 'high',
      weight: 1,
      sentence: (row) => {
        const times = 10 ** records[row];
        const whose = `this ${ledger.ownerNoun}'s largest amount so far`;
        return times >= 1
          ? `${amountText(ledger, row)}: ${numberText(times, 1)} times ${whose}`
          : `${amountText(ledger, row)}: ${percentText(times)} of ${whose}`;
      },
    },
  ];
}
