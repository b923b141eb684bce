import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { streamFor } from '../../../random/stream.ts';
import { cdpRho } from '../accounting.ts';
import { sampleNetwork, unmerge } from '../graphical/sample-network.ts';
import { type RandomIntegers, randomIntegers } from '../random-integers.ts';
import { fitAim } from './aim.ts';
import { fitMst } from './mst.ts';
import { pairVariation } from './pair-variation.ts';

const folder = new URL('../../../../../../shared/data/marginals/', import.meta.url);

function readAdult() {
  const domain = JSON.parse(readFileSync(new URL('adult-domain.json', folder), 'utf8'));
  const text = gunzipSync(readFileSync(new URL('adult-binned.csv.gz', folder))).toString();
  const cells = text
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',').map(Number));
  const sizes = Object.values<number>(domain);
  const codes = sizes.map((_, c) => Uint8Array.from(cells, (row) => row[c]));
  return { codes, sizes, weights: null, scale: 1 };
}

function noiseOf(seed: bigint): RandomIntegers {
  if (process.env.TEST_LONG) return randomIntegers(randomBytes);
  const stream = streamFor(seed, 0, 0);
  return randomIntegers((length) => Uint8Array.from({ length }, () => stream.below(256)));
}

const SEEDS = process.env.TEST_LONG ? [1n, 2n, 3n, 4n, 5n] : [1n];

// MST: a prototype reached .0525. AIM must be well below MST here; it is slow.
const METHODS = [
  ['MST', fitMst, 0.055],
  ['AIM', fitAim, 0.042],
] as const;

test.skipIf(!existsSync(folder)).each(process.env.TEST_LONG ? METHODS : METHODS.slice(0, 1))(
  '%s on Adult at epsilon 1, delta 1e-9: mean two-way total variation',
  (name, fit, most) => {
    const table = readAdult();
    const granted = cdpRho(1, 1e-9);
    const mean = SEEDS.reduce((sum, seed) => {
      const { model, merged, rho } = fit(table, granted, noiseOf(seed));
      expect(rho).toBeLessThanOrEqual(granted);
      const stream = streamFor(seed, 0, 0);
      const sampled = sampleNetwork(model, { rows: table.codes[0].length, stream }).map(
        (column, c) => unmerge(column, merged[c], stream),
      );
      return sum + pairVariation(table.codes, sampled, table.sizes) / SEEDS.length;
    }, 0);
    if (process.env.TEST_LONG) console.error(`${name} ${mean.toFixed(4)}`);
    expect(mean).toBeLessThan(most);
  },
);
