import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { streamFor } from '../../src/engines/random/stream.ts';
import { cdpRho } from '../../src/engines/synthesize/index.ts';
import { fitMst } from '../../src/engines/synthesize/private/mst.ts';
import { pairVariation } from '../../src/engines/synthesize/private/pair-variation.ts';
import { randomIntegers } from '../../src/engines/synthesize/private/random-integers.ts';
import { sampleNetwork, unmerge } from '../../src/engines/synthesize/private/sample-network.ts';

const SEEDS = [1n, 2n, 3n, 4n, 5n];

/** Binned Adult at epsilon 1, delta 1e-9: mean total variation of all pairs of columns, over five runs. */
export function benchPrivate(folder: string): void {
  const file = `${folder}adult-binned.csv.gz`;
  if (!existsSync(file)) {
    console.log(`private: no data at ${folder}, skipped`);
    return;
  }
  const domain = JSON.parse(readFileSync(`${folder}adult-domain.json`, 'utf8')) as object;
  const sizes: number[] = Object.values(domain);
  const lines = gunzipSync(readFileSync(file)).toString().trim().split('\n').slice(1);
  const cells = lines.map((line) => line.split(',').map(Number));
  const codes = sizes.map((_, c) => Uint8Array.from(cells, (row) => row[c]!));
  const started = performance.now();
  const seen = SEEDS.map((seed) => {
    const random = randomIntegers((length) => randomBytes(length));
    const table = { codes, sizes, weights: null, scale: 1 };
    const { model, merged } = fitMst(table, cdpRho(1, 1e-9), random);
    const stream = streamFor(seed, 0, 0);
    const made = sampleNetwork(model, cells.length, stream).map((column, c) =>
      unmerge(column, merged[c]!, stream),
    );
    return pairVariation(codes, made, sizes);
  });
  const seconds = (performance.now() - started) / 1000 / SEEDS.length;
  const mean = seen.reduce((sum, value) => sum + value, 0) / seen.length;
  const [least, most] = [Math.min(...seen), Math.max(...seen)].map((value) => value.toFixed(4));
  console.log(
    `\nMST on binned adult, epsilon 1, delta 1e-9: mean two-way total variation ${mean.toFixed(4)} [${least} to ${most}] over ${SEEDS.length} runs, ${seconds.toFixed(1)} s each`,
  );
}
