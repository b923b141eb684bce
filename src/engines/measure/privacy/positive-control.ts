import { streamFor } from '../../random/stream.ts';
import { fisherExact } from '../statistics/fisher-exact.ts';
import { shuffled } from '../statistics/shuffled.ts';
import { type CopyTest, exactCopies } from './copies.ts';
import type { KeyCounts } from './key-counts.ts';
import { keyOf, type RowKeys } from './row-keys.ts';

const PLANTED_SHARE = 0.01;
const MIN_PLANTED = 40;
const MAX_SHARE = 0.1;
/** Copies beyond those that the test needs at least, since some are not unique. */
const SPARE = 1.3;
const CONTROL = 45;

export const SHOWN = 0.001;

export type PositiveControl = { planted: number; share: number; pValue: number; detected: boolean };

/** Returns the copies that Fisher's test needs beyond the rows that already occur, by chance. */
function detectable({ train, trainRows, holdout, holdoutRows }: CopyTest): number {
  const isShown = (copies: number) =>
    fisherExact({ a: train + copies, n: trainRows, b: holdout, m: holdoutRows }) < SHOWN;
  let [low, high] = [0, Math.max(0, trainRows - train)];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (isShown(middle)) high = middle;
    else low = middle + 1;
  }
  return Math.ceil(SPARE * high);
}

/**
 * Plants verbatim training rows and tests that copies are detected: 1 %, at least 40, and at least
 * as many as the holdout, and the rows that occur by chance, let a test detect; at most a tenth.
 */
export function plantCopies(
  train: RowKeys,
  {
    holdout,
    synthetic,
    syntheticRows,
    seed,
  }: { holdout: RowKeys; synthetic: KeyCounts; syntheticRows: number; seed: bigint },
): PositiveControl {
  const before = exactCopies([train, holdout], synthetic);
  const copyCount = Math.max(
    MIN_PLANTED,
    Math.min(detectable(before), Math.ceil(MAX_SHARE * syntheticRows)),
    Math.round(syntheticRows * PLANTED_SHARE),
  );
  const picked = shuffled(train.low.length, streamFor(seed, 0, CONTROL), copyCount);
  const planted = synthetic.copy(picked.length);
  for (const row of picked) planted.add(keyOf(train, row));
  const after = exactCopies([train, holdout], planted);
  const { pValue } = after;
  return {
    planted: picked.length,
    share: syntheticRows === 0 ? 1 : Math.min(1, picked.length / syntheticRows),
    pValue,
    detected: pValue < SHOWN && after.train >= before.train,
  };
}
