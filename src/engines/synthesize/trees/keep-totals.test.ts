import { expect, test } from 'vitest';
import { streamFor } from '../../random/stream.ts';
import { fitTree } from './fit-tree.ts';
import { chanceOf, leafOf } from './tree.ts';

test('the rows it was grown from have each code as often by their chances as they are', () => {
  const rows = 4000;
  const random = streamFor(5n, 0, 0);
  const feature = Uint8Array.from({ length: rows }, () => random.below(20));
  // A rare code, most of it where the feature is high.
  const codes = Uint8Array.from(feature, (own) =>
    random.float() < (own > 16 ? 0.3 : 0.01) ? 1 : 0,
  );
  const tree = fitTree(
    { codes, size: 2, ordered: false },
    {
      features: [{ codes: feature, size: 20, ordered: true }],
      rows: Uint32Array.from({ length: rows }, (_, row) => row),
      options: {
        leastLeaf: 40,
        descriptionWeight: 0.9,
        orderedWeight: 0.5,
        classCap: 8,
        shrink: 30,
        orderedShrink: 30,
        inner: true,
        twoOrders: false,
      },
    },
  );
  expect(tree.feature.length).toBeGreaterThan(2);
  expect(tree.above.some((share) => share > 0)).toBe(true);
  const at = { features: [feature], ordered: Uint8Array.of(1) };
  const expected = feature.reduce(
    (sum, _, row) => sum + chanceOf(tree, leafOf(tree, { ...at, row }), 1),
    0,
  );
  const own = codes.reduce((sum, code) => sum + code, 0);
  // Leaves pass on 64ths of rows.
  expect(Math.abs(expected - own)).toBeLessThan(0.05);
});
