import { expect, it } from 'vitest';
import { streamFor } from '../../random/stream.ts';
import { drawRows, drawSpace } from './draw-rows.ts';
import { fitTree } from './fit-tree.ts';
import { chanceOf, leafOf, type Target, type TreeOptions } from './tree.ts';

const OPTIONS: TreeOptions = {
  leastLeaf: 20,
  descriptionWeight: 0.25,
  orderedWeight: 0.25,
  classCap: 12,
  shrink: 40,
  orderedShrink: 40,
  inner: true,
  twoOrders: false,
};

/** Builds rows whose class depends on the first of eight features and on chance. */
function table(rows: number, seed: bigint) {
  const stream = streamFor(seed, 0, 0);
  const features = Array.from(
    { length: 8 },
    (): Target => ({
      codes: Uint8Array.from({ length: rows }, () => stream.below(32)),
      size: 32,
      ordered: true,
    }),
  );
  const codes = features[0].codes.map((code) =>
    stream.below(4) === 0 ? stream.below(6) : code % 6,
  );
  return { features, target: { codes, size: 6, ordered: false } };
}

/** Returns the mean log-likelihood of training and other rows with or without inner shrinkage. */
function likelihoods(inner: boolean) {
  const own = table(3000, 1n);
  const rows = Uint32Array.from({ length: 3000 }, (_, row) => row);
  const tree = fitTree(own.target, {
    features: own.features,
    rows,
    options: { ...OPTIONS, inner },
  });
  const ordered = new Uint8Array(8).fill(1);
  const meanOf = ({ features, target }: ReturnType<typeof table>) => {
    const codes = features.map((feature) => feature.codes);
    let sum = 0;
    for (let row = 0; row < 3000; row++) {
      const leaf = leafOf(tree, { features: codes, ordered, row });
      sum += Math.log(Math.max(1e-9, chanceOf(tree, leaf, target.codes[row])));
    }
    return sum / 3000;
  };
  return { learned: meanOf(own), others: meanOf(table(3000, 2n)) };
}

it('foretells other rows no worse where nodes inside shrink, and keeps less of its own', () => {
  const all = likelihoods(true);
  const leaves = likelihoods(false);
  expect(all.others).toBeGreaterThanOrEqual(leaves.others);
  expect(all.learned - all.others).toBeLessThan(leaves.learned - leaves.others);
});

it('draws each class as often as its chance says', () => {
  const { features, target } = table(3000, 1n);
  const rows = Uint32Array.from({ length: 3000 }, (_, row) => row);
  const tree = fitTree(target, { features, rows, options: OPTIONS });
  const ordered = new Uint8Array(8).fill(1);
  const draws = 40_000;
  const same = features.map(({ codes }) => new Uint8Array(draws).fill(codes[0]));
  const out = new Uint8Array(draws);
  drawRows(tree, {
    rows: Uint32Array.from({ length: draws }, (_, row) => row),
    features: same,
    ordered,
    stream: streamFor(3n, 0, 0),
    out,
    space: drawSpace(draws),
  });
  const leaf = leafOf(tree, { features: same, ordered, row: 0 });
  expect(tree.above[leaf]).toBeGreaterThan(0);
  expect(tree.above[tree.parent[leaf]]).toBeGreaterThan(0);
  for (let code = 0; code < 6; code++) {
    const chance = chanceOf(tree, leaf, code);
    const observed = out.reduce((count, own) => count + (own === code ? 1 : 0), 0) / draws;
    expect(Math.abs(observed - chance)).toBeLessThan(
      4 * Math.sqrt((chance * (1 - chance)) / draws),
    );
  }
});
