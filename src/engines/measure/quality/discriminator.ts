import { streamFor } from '../../random/stream.ts';
import { inTurn, type Spread } from '../../spread.ts';
import { areaUnderCurve } from '../models/area-under-curve.ts';
import { learnAndPredict } from '../models/boosted-trees.ts';
import { modelBins } from '../models/model-bins.ts';
import { meanOf } from '../statistics/mean.ts';
import { shuffled } from '../statistics/shuffled.ts';
import type { SidedColumn } from './align-columns.ts';

const MAX_ROWS = 10_000;
const FOLDS = 3;
const DISCRIMINATOR = 21;
/** Maximum number of sides, for a stream of each pair. */
const SIDES = 8;
const none: Uint32Array = new Uint32Array(0);

export const DISCRIMINATOR_ROWS = 100;

export type Discriminator = { auc: number; rows: number };

/**
 * Runs a classifier two-sample test: mean AUC of boosted trees that separate rows of two sides, on
 * three held-out folds. 0.5 is indistinguishable, 1 fully distinguishable. Uses at most 10,000 rows
 * of either side.
 *
 * @param sides compared sides, by default training rows and synthetic ones. Synthetic rows against
 * kept-aside ones do not reward copies of training rows.
 */
export function discriminate(
  columns: readonly SidedColumn[],
  {
    seed,
    sides = [0, 1],
    spread = inTurn,
    step = () => {},
  }: {
    seed: bigint;
    sides?: readonly [number, number] | undefined;
    spread?: Spread | undefined;
    step?: (() => void) | undefined;
  },
): Discriminator | null {
  const first = columns[0];
  if (first === undefined) return null;
  const rowsOf = (s: number) => (first.kind === 'number' ? first.values[s] : first.codes[s]).length;
  const [one, other] = sides;
  const n = Math.min(MAX_ROWS, rowsOf(one), rowsOf(other));
  if (n < DISCRIMINATOR_ROWS) return null;
  const stream = streamFor(seed, SIDES * one + other, DISCRIMINATOR);
  const picked = Array.from(
    { length: first.kind === 'number' ? first.values.length : first.codes.length },
    () => none,
  );
  for (const side of sides) picked[side] = shuffled(rowsOf(side), stream, n);
  const features = modelBins(columns, [...sides], picked).map(({ codes }) => {
    const joint = new Uint8Array(2 * n);
    joint.set(codes[one]);
    joint.set(codes[other], n);
    return joint;
  });
  const labels = Uint8Array.from({ length: 2 * n }, (_, i) => (i < n ? 0 : 1));
  const order = shuffled(2 * n, stream);
  const lessons = Array.from({ length: FOLDS }, (_, fold) => ({
    ...{ features, labels },
    rows: order.filter((_, i) => i % FOLDS !== fold),
    tested: { features: null, rows: order.filter((_, i) => i % FOLDS === fold) },
  }));
  const scores = spread
    .map(learnAndPredict, { shared: null, inputs: lessons, pause: step })
    .map((predicted, fold) =>
      areaUnderCurve(
        predicted,
        Uint8Array.from(lessons[fold].tested.rows, (row) => labels[row]),
      ),
    );
  const auc = meanOf(scores);
  return auc === null ? null : { auc, rows: n };
}
