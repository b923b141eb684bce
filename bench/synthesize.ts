import { existsSync } from 'node:fs';
import { fit, type SynthesisMode, sample } from '../src/engines/synthesize/index.ts';
import { readLike, readTable } from './synthesize/read-table.ts';
import { type Scores, score, transfer } from './synthesize/score.ts';

const data = new URL('../../shared/data/tabular/', import.meta.url).pathname;
const STORED = [
  'synthpop',
  'mostly',
  '2024-mostlyai',
  'tvae',
  'ctgan',
  'gaussian_copula',
  '2024-synthcity-arf',
  '2024-synthcity-bayesian_network',
];
const MODES: SynthesisMode[] = ['fidelity', 'balanced', 'cautious', 'fast'];

function line(name: string, scores: Scores, real: number, note: string): void {
  const f = (v: number, d = 3) => v.toFixed(d).padStart(6);
  console.log(
    `${name.padEnd(22)} Q ${f(scores.quality, 4)} shapes ${f(scores.shapes)} pairs ${f(scores.pairs)} C2ST ${f(scores.c2st)} TSTR ${f(scores.tstr)} gap ${f(real - scores.tstr)} DCR ${f(scores.dcr)} hits ${scores.hitsTrain}/${scores.hitsHoldout} p ${f(scores.p)} ${note}`,
  );
}

const sets = process.argv.includes('--set')
  ? [process.argv[process.argv.indexOf('--set') + 1]!]
  : ['adult', 'credit-default'];
for (const set of sets) {
  if (!existsSync(`${data}${set}/trn.csv.gz`)) {
    console.log(`${set}: no data at ${data}, skipped`);
    continue;
  }
  const train = readTable(`${data}${set}/trn.csv.gz`);
  const holdout = readLike(`${data}${set}/val.csv.gz`, train);
  const real = transfer(train, holdout);
  console.log(
    `\n${set}: ${train.rows} rows, ${train.columns.length} columns; boosted trees on real rows ${real.toFixed(3)}`,
  );
  for (const mode of MODES) {
    const t0 = performance.now();
    const model = fit(train, { mode, seed: 1n });
    const t1 = performance.now();
    const synthetic = sample(model, { rows: train.rows, seed: 2n });
    const t2 = performance.now();
    line(
      mode,
      score(train, holdout, synthetic),
      real,
      `fit ${((t1 - t0) / 1000).toFixed(2)} s sample ${((t2 - t1) / 1000).toFixed(2)} s`,
    );
  }
  if (process.argv.includes('--quick')) continue;
  line('(holdout)', score(train, holdout, holdout), real, '');
  for (const name of STORED)
    line(name, score(train, holdout, readLike(`${data}${set}/${name}.csv.gz`, train)), real, '');
}
