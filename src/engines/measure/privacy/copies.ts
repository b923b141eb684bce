import { fisherExact } from '../statistics/fisher-exact.ts';
import { KeyCounts } from './key-counts.ts';
import { keyOf, keyWithout, type RowKeys } from './row-keys.ts';

/** Rows per side that occur among the synthetic ones, out of those unique in all real rows. */
export type CopyTest = {
  train: number;
  trainRows: number;
  holdout: number;
  holdoutRows: number;
  /** One-sided p of Fisher's exact test: probability of as many hits on training rows by chance. */
  pValue: number;
};

const MAX_NEAR = 100_000;

/** Counts the keys of the rows of some sides. */
export function countKeys(sides: readonly RowKeys[]): KeyCounts {
  const counts = new KeyCounts(sides.reduce((sum, { low }) => sum + low.length, 0));
  for (const keys of sides)
    for (let row = 0; row < keys.low.length; row++) counts.add(keyOf(keys, row));
  return counts;
}

/** Marks the rows whose key passes a test. */
function marked(keys: RowKeys, test: (key: number) => boolean): Uint8Array {
  const marks = new Uint8Array(keys.low.length);
  for (let row = 0; row < marks.length; row++) marks[row] = test(keyOf(keys, row)) ? 1 : 0;
  return marks;
}

/** Marks rows unique in training and holdout together; these are exchangeable between the two. */
function singles(sides: readonly RowKeys[]): Uint8Array[] {
  const counts = countKeys(sides);
  return sides.map((keys) => marked(keys, (key) => counts.of(key) === 1));
}

function copyTest(hits: readonly Uint8Array[], single: readonly Uint8Array[]): CopyTest {
  const count = (side: number) => {
    let rows = 0;
    let hit = 0;
    const own = single[side] ?? [];
    for (let row = 0; row < own.length; row++) {
      if (own[row] === 0) continue;
      rows++;
      hit += hits[side][row];
    }
    return { rows, hit };
  };
  const train = count(0);
  const holdout = count(1);
  return {
    train: train.hit,
    trainRows: train.rows,
    holdout: holdout.hit,
    holdoutRows: holdout.rows,
    pValue: fisherExact({ a: train.hit, n: train.rows, b: holdout.hit, m: holdout.rows }),
  };
}

/**
 * Tests exact copies against the holdout. For unique real rows, membership in training or holdout
 * is random: a synthesizer that copies nothing hits both at the same rate, for any sizes of the
 * two.
 *
 * @param real keys of the training rows and, if there is one, of the holdout
 */
export function exactCopies(real: readonly RowKeys[], synthetic: KeyCounts): CopyTest {
  return copyTest(
    real.map((side) => marked(side, (key) => synthetic.of(key) > 0)),
    singles(real),
  );
}

/** Excess over the expected hits that a smoother synthesizer may reach. */
const SMOOTHING = 3;
/** Normal quantile of a one-sided probability of 0.001, with a correction for whole counts. */
const [Z, WHOLE] = [3.1, 3];

/**
 * Decides without a holdout if unique rows of a table occur among as many synthetic rows too often
 * for chance. The chance of a unique row is estimated from the number of rows that occur twice
 * (Turing's estimate: Good 1953).
 *
 * @param hits unique rows of the table that occur among the synthetic ones
 */
export function exceedsChance(
  table: RowKeys,
  { hits, syntheticRows }: { hits: number; syntheticRows: number },
): boolean {
  let [unique, twice] = [0, 0];
  for (const count of countKeys([table]).counts()) {
    if (count === 1) unique++;
    else if (count === 2) twice++;
  }
  const expected = Math.min(
    unique,
    (SMOOTHING * syntheticRows * 2 * (twice + 1)) / Math.max(1, table.low.length),
  );
  return hits > expected + Z * Math.sqrt(expected) + WHOLE;
}

/** Tests rows equal to a synthetic one in all columns but one; uses at most 100,000 of them. */
export function nearCopies(
  real: readonly RowKeys[],
  synthetic: RowKeys,
  step: (done: number, total: number) => void = () => {},
): CopyTest {
  const hits = real.map((side) => new Uint8Array(side.low.length));
  const columns = synthetic.columns.length;
  const rows = Math.min(MAX_NEAR, synthetic.low.length);
  for (let column = 0; column < columns; column++) {
    step(column, columns);
    const made = new KeyCounts(rows);
    for (let row = 0; row < rows; row++) made.add(keyWithout(synthetic, row, column));
    real.forEach((side, s) => {
      const hit = hits[s];
      for (let row = 0; row < hit.length; row++) {
        if (hit[row] === 0 && made.of(keyWithout(side, row, column)) > 0) hit[row] = 1;
      }
    });
  }
  return copyTest(hits, singles(real));
}
