import { amountText } from '../explain/words.ts';
import type { Feature } from './feature.ts';
import { isTransfers } from './is-transfers.ts';
import { hasAmounts, type Ledger, type LedgerWithAmounts } from './ledger.ts';
import { type Kinds, kindsOf } from './movement-kinds.ts';
import { ownMeanFeatures } from './own-mean.ts';
import { eachOwner, missing } from './owner-spans.ts';
import { besideUsual, SHORTEST_HISTORY } from './usual-amount.ts';

/** Weight of the file's overall spread, in rows, relative to the account's own. */
const PRIOR_ROWS = 5;
/** Added weight of the deviation: with kinds of movements most of it is in the kind itself. */
const ADDS = { withKinds: 0.5, plain: 1 } as const;

/** Running count, mean and sum of squares of each kind (Welford, 1962). */
type Running = { n: Float64Array; mean: Float64Array; squares: Float64Array };

const runningOf = (count: number): Running => ({
  n: new Float64Array(count),
  mean: new Float64Array(count),
  squares: new Float64Array(count),
});

function add({ n, mean, squares }: Running, kind: number, value: number): void {
  n[kind]++;
  const gap = value - mean[kind];
  mean[kind] += gap / n[kind];
  squares[kind] += gap * (value - mean[kind]);
}

/** Returns the mean size of each kind over the file. */
function meansOfKinds({ sizes, history }: LedgerWithAmounts, { codes, count }: Kinds) {
  const running = runningOf(count);
  for (const row of history) {
    if (!Number.isNaN(sizes[row])) add(running, codes[row], sizes[row]);
  }
  return running.mean;
}

function typicalSpread(ledger: LedgerWithAmounts, { codes, count }: Kinds): number {
  const sums = [0, 0];
  eachOwner(ledger, (from, to) => {
    const running = runningOf(count);
    for (const row of ledger.history.subarray(from, to)) {
      if (!Number.isNaN(ledger.sizes[row])) add(running, codes[row], ledger.sizes[row]);
    }
    running.n.forEach((n, kind) => {
      if (n < 2) return;
      sums[0] += running.squares[kind];
      sums[1] += n - 1;
    });
  });
  return sums[1] > 0 ? Math.max(1e-6, sums[0] / sums[1]) : 1;
}

/**
 * Compares the amount with the owner's past: in deviations of the logarithm (Welford's running mean
 * and variance, shrunk towards the file's), and with the largest so far.
 * If the file names the kind of each movement, deviations are within the kind. The file's mean
 * counts as one earlier row; the largest so far takes five.
 */
export function ownAmountFeatures(ledger: Ledger): Feature[] {
  if (!hasAmounts(ledger)) return [];
  const { sizes, history } = ledger;
  const deviations = missing(ledger.rows);
  const records = missing(ledger.rows);
  const kinds = kindsOf(ledger);
  const { codes, named } = kinds;
  const means = meansOfKinds(ledger, kinds);
  const least = isTransfers(ledger) ? SHORTEST_HISTORY : 0;
  const spread = typicalSpread(ledger, kinds);
  eachOwner(ledger, (from, to) => {
    const running = runningOf(kinds.count);
    let earlier = 0;
    let largest = Number.NEGATIVE_INFINITY;
    for (const row of history.subarray(from, to)) {
      const size = sizes[row];
      if (Number.isNaN(size)) continue;
      const kind = codes[row];
      const n = running.n[kind];
      const value = size - means[kind];
      const mean = (n * running.mean[kind]) / (n + 1);
      const variance =
        (running.squares[kind] + PRIOR_ROWS * spread) / (Math.max(0, n - 1) + PRIOR_ROWS);
      if (n >= least) deviations[row] = (value - mean) / Math.sqrt(variance * (1 + 1 / (n + 1)));
      if (earlier >= SHORTEST_HISTORY) records[row] = size - largest;
      if (ledger.confirmed?.[row] === 1) continue;
      earlier++;
      add(running, kind, value);
      if (size > largest) largest = size;
    }
  });
  const usesMean = !named && !isTransfers(ledger);
  const sentence = (row: number) =>
    besideUsual(ledger, row) ??
    `${amountText(ledger, row)}, with fewer than five earlier amounts of this ${ledger.ownerNoun} to compare`;
  return [
    {
      name: 'amount_against_own_history',
      fact: 'amount',
      values: deviations,
      tail: 'high',
      weight: 1,
      adds: named ? ADDS.withKinds : ADDS.plain,
      sentence,
    },
    ...(usesMean ? ownMeanFeatures(ledger, sentence) : []),
    {
      name: 'amount_against_own_record',
      fact: 'amount',
      values: records,
      tail: 'high',
      weight: 1,
      adds: 0,
      sentence,
    },
  ];
}
