import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { streamFor } from '../../src/engines/random/stream.ts';
import { cdpRho, fit, MECHANISMS, sample } from '../../src/engines/synthesize/index.ts';
import {
  sampleNetwork,
  unmerge,
} from '../../src/engines/synthesize/private/graphical/sample-network.ts';
import { fitAim } from '../../src/engines/synthesize/private/mechanisms/aim.ts';
import { fitMst } from '../../src/engines/synthesize/private/mechanisms/mst.ts';
import { pairVariation } from '../../src/engines/synthesize/private/mechanisms/pair-variation.ts';
import type { PrivateTable } from '../../src/engines/synthesize/private/private-table.ts';
import { randomIntegers } from '../../src/engines/synthesize/private/random-integers.ts';
import { readLike, readTable } from './read-table.ts';
import { type Scores, score } from './score.ts';

const SEEDS = [1n, 2n, 3n, 4n, 5n];
const EPSILONS = [1, 8];
const DELTA = 1e-9;

function readAdult(folder: string, file: string): PrivateTable {
  const domain = JSON.parse(readFileSync(`${folder}adult-domain.json`, 'utf8')) as object;
  const sizes: number[] = Object.values(domain);
  const lines = gunzipSync(readFileSync(file)).toString().trim().split('\n').slice(1);
  const cells = lines.map((line) => line.split(',').map(Number));
  const codes = sizes.map((_, c) => Uint8Array.from(cells, (row) => row[c]!));
  return { codes, sizes, weights: null, scale: 1 };
}

const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;

export function benchPrivateTable(folder: string): void {
  if (!existsSync(`${folder}trn.csv.gz`)) {
    console.log(`private: no data at ${folder}, skipped`);
    return;
  }
  const train = readTable(`${folder}trn.csv.gz`);
  const holdout = readLike(`${folder}val.csv.gz`, train);
  for (const mechanism of MECHANISMS) {
    const seen = SEEDS.slice(0, 3).map((seed) => {
      const differentialPrivacy = {
        epsilon: 1,
        delta: 1e-6,
        unitColumn: null,
        mechanism,
        randomBytes: (length: number) => randomBytes(length),
      };
      const model = fit(train, { mode: 'private', seed, differentialPrivacy });
      return score(train, holdout, sample(model, { rows: train.rows, seed }));
    });
    const over = (value: (scores: Scores) => number) => mean(seen.map(value)).toFixed(3);
    console.log(
      `${mechanism} on ${train.rows} rows, epsilon 1, delta 1e-6: quality ${over((s) => s.quality)}, AUC ${over((s) => s.c2st)}, gap ${over((s) => s.real - s.tstr)}, mean of ${seen.length}`,
    );
  }
}

/** Benchmarks binned Adult by both mechanisms: mean pairwise total variation of five runs. */
export function benchPrivate(folder: string): void {
  const file = `${folder}adult-binned.csv.gz`;
  if (!existsSync(file)) {
    console.log(`private: no data at ${folder}, skipped`);
    return;
  }
  const table = readAdult(folder, file);
  console.log(`\nbinned adult, delta ${DELTA}, ${SEEDS.length} runs each`);
  for (const epsilon of EPSILONS) {
    for (const [name, learn] of [
      ['MST', fitMst],
      ['AIM', fitAim],
    ] as const) {
      let seconds = 0;
      const seen = SEEDS.map((seed) => {
        const random = randomIntegers((length) => randomBytes(length));
        const before = process.cpuUsage();
        const { model, merged } = learn(table, cdpRho(epsilon, DELTA), random);
        const { user, system } = process.cpuUsage(before);
        seconds += (user + system) / 1e6 / SEEDS.length;
        const stream = streamFor(seed, 0, 0);
        const synthetic = sampleNetwork(model, { rows: table.codes[0]!.length, stream }).map(
          (column, c) => unmerge(column, merged[c]!, stream),
        );
        return pairVariation(table.codes, synthetic, table.sizes);
      });
      const [least, most] = [Math.min(...seen), Math.max(...seen)].map((value) => value.toFixed(4));
      console.log(
        `${name}, epsilon ${epsilon}: mean two-way total variation ${mean(seen).toFixed(4)} [${least} to ${most}], ${seconds.toFixed(1)} s of processor time a fit`,
      );
    }
  }
}
