import { streamFor } from '../../random/stream.ts';
import type { Spread } from '../../spread.ts';
import type { Step } from '../run-options.ts';
import { shuffled } from '../statistics/shuffled.ts';
import { encodeRows } from './encoded-rows.ts';
import { nearest } from './nearest.ts';
import type { PrivacyTables } from './privacy-tables.ts';

/** Standard error of the share of nearer rows: .011. */
const MAX_ROWS = 2000;
const MAX_REFERENCE = 50_000;
const DISTANCES = 44;
const IDENTICAL = 1e-6;
const SMOOTH = 1e-8;
const SMALLEST = 10;

export type Distances = {
  dcrShare: number;
  identicalTrain: number;
  identicalHoldout: number;
  nndrRatio: number;
  rows: number;
  reference: number;
};

/** Returns the 10 % quantile of nearest over second nearest distance, as in mostlyai-qa. */
function tenthRatio(first: Float64Array, second: Float64Array): number {
  const ratios = first.map((d, i) => (d + SMOOTH) / (second[i] + SMOOTH)).sort();
  return ratios[Math.min(SMALLEST, ratios.length) - 1] ?? 1;
}

/**
 * Returns distances of synthetic rows to training rows and to as many holdout rows, after
 * mostlyai-qa, but by Gower's distance on ranks over all columns. Descriptive only: a few copies
 * hardly change them.
 */
export function distancesOf(
  tables: PrivacyTables,
  { seed, step, spread }: { seed: bigint; step: Step; spread: Spread | undefined },
): Distances | null {
  const { columns, train, synthetic, holdout } = tables;
  if (holdout === null || holdout.rows < SMALLEST || synthetic.rows < SMALLEST) return null;
  const stream = streamFor(seed, 0, DISTANCES);
  const size = Math.min(train.rows, holdout.rows, MAX_REFERENCE);
  const picked = [
    shuffled(train.rows, stream, size),
    shuffled(synthetic.rows, stream, MAX_ROWS),
    shuffled(holdout.rows, stream, size),
  ];
  const [own, encodedSynthetic, encodedHoldout] = encodeRows(columns, picked);
  const follow = (done: number, total: number) => step('distances', done, total);
  const toTrain = nearest(encodedSynthetic, own, { step: follow, spread });
  const toHoldout = nearest(encodedSynthetic, encodedHoldout, { step: follow, spread });
  let closer = 0;
  let identicalTrain = 0;
  let identicalHoldout = 0;
  for (let row = 0; row < encodedSynthetic.rows; row++) {
    const a = toTrain.first[row];
    const b = toHoldout.first[row];
    closer += a < b ? 1 : a === b ? 0.5 : 0;
    if (a <= IDENTICAL) identicalTrain++;
    if (b <= IDENTICAL) identicalHoldout++;
  }
  const rows = encodedSynthetic.rows;
  return {
    dcrShare: closer / rows,
    identicalTrain: identicalTrain / rows,
    identicalHoldout: identicalHoldout / rows,
    nndrRatio:
      tenthRatio(toTrain.first, toTrain.second) / tenthRatio(toHoldout.first, toHoldout.second),
    rows,
    reference: size,
  };
}
