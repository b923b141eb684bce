import { streamFor } from '../../random/stream.ts';
import { shuffled } from '../statistics/shuffled.ts';
import { exactCopies } from './copies.ts';
import { keyOf, type RowKeys } from './row-keys.ts';

const PLANTED_SHARE = 0.01;
const MIN_PLANTED = 40;
/** Copies beyond those that the test needs at least, since some are not unique. */
const SPARE = 1.3;
const CONTROL = 45;

export const SHOWN = 0.001;

export type PositiveControl = { planted: number; share: number; pValue: number; detected: boolean };

/** Returns the copies that Fisher's test needs if no held-out row occurs. */
const detectable = (train: number, holdout: number): number =>
  Math.ceil((SPARE * Math.log(SHOWN)) / Math.log(train / (train + holdout)));

/**
 * Plants verbatim training rows and tests that copies are detected: 1 %, at least 40, and at least
 * as many as the size of the holdout lets a test detect.
 */
export function plantCopies(
  train: RowKeys,
  {
    holdout,
    synthetic,
    syntheticRows,
    seed,
  }: { holdout: RowKeys; synthetic: ReadonlySet<number>; syntheticRows: number; seed: bigint },
): PositiveControl {
  const copyCount = Math.max(
    MIN_PLANTED,
    detectable(train.low.length, holdout.low.length),
    Math.round(syntheticRows * PLANTED_SHARE),
  );
  const picked = shuffled(train.low.length, streamFor(seed, 0, CONTROL), copyCount);
  const planted = new Set(synthetic);
  for (const row of picked) planted.add(keyOf(train, row));
  const before = exactCopies([train, holdout], synthetic);
  const after = exactCopies([train, holdout], planted);
  const { pValue } = after;
  return {
    planted: picked.length,
    share: syntheticRows === 0 ? 1 : Math.min(1, picked.length / syntheticRows),
    pValue,
    detected: pValue < SHOWN && after.train >= before.train,
  };
}
