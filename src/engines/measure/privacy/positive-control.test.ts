import { expect, test } from 'vitest';
import { streamFor } from '../../random/stream.ts';
import { countKeys } from './copies.ts';
import { plantCopies } from './positive-control.ts';
import { rowKeys } from './row-keys.ts';

/** Keys of a training table, its holdout and synthetic rows with one number of `range` values. */
function sides(range: number) {
  const [train, holdout, synthetic] = [1600, 400, 2000].map((rows, side) => {
    const stream = streamFor(3n, side, 1);
    return Float64Array.from({ length: rows }, () => stream.below(range));
  });
  const column = { name: 'number', kind: 'number' as const, decimals: 0, datetime: false };
  const values = [train!, holdout!, synthetic!];
  return [0, 1, 2].map((side) =>
    rowKeys([{ ...column, values, sorted: values.map((own) => own.toSorted()) }], side),
  );
}

test.each([
  { range: 10_000_000, planted: [40, 60] },
  { range: 400_000, planted: [41, 80] },
])('as many copies are planted as are detected among rows that meet by chance: $range', (of) => {
  const [train, holdout, synthetic] = sides(of.range);
  const { planted, detected } = plantCopies(train!, {
    holdout: holdout!,
    synthetic: countKeys([synthetic!]),
    syntheticRows: 2000,
    seed: 4n,
  });
  expect(planted).toBeGreaterThanOrEqual(of.planted[0]!);
  expect(planted).toBeLessThanOrEqual(of.planted[1]!);
  expect(detected).toBe(true);
});

test('rows of a few values only hide copies: no share of a tenth is detected', () => {
  const [train, holdout, synthetic] = sides(40);
  const control = plantCopies(train!, {
    holdout: holdout!,
    synthetic: countKeys([synthetic!]),
    syntheticRows: 2000,
    seed: 4n,
  });
  expect(control).toMatchObject({ detected: false });
  expect(control.planted).toBeLessThanOrEqual(200);
});
