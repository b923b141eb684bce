import { streamFor } from '../../random/stream.ts';
import { shuffled } from '../statistics/shuffled.ts';
import { exactCopies } from './copies.ts';
import { keyOf, type RowKeys } from './row-keys.ts';

const PLANTED_SHARE = 0.01;
const MIN_PLANTED = 40;
const CONTROL = 45;

export const SHOWN = 0.001;

export type PositiveControl = { planted: number; share: number; pValue: number; detected: boolean };

/** Plants verbatim training rows (1 %, at least 40) and tests that copies are detected. */
export function plantCopies(
  train: RowKeys,
  {
    holdout,
    synthetic,
    syntheticRows,
    seed,
  }: { holdout: RowKeys; synthetic: ReadonlySet<number>; syntheticRows: number; seed: bigint },
): PositiveControl {
  const copyCount = Math.max(MIN_PLANTED, Math.round(syntheticRows * PLANTED_SHARE));
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
