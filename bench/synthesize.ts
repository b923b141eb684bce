import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { fit, type SynthesisMode, sample } from '../src/engines/synthesize/index.ts';
import { benchHistories } from './synthesize/histories.ts';
import { benchPeers } from './synthesize/peers.ts';
import { benchPrivate, benchPrivateTable } from './synthesize/private.ts';
import { readLike, readTable } from './synthesize/read-table.ts';
import { benchScale } from './synthesize/scale.ts';
import { meanScores, type Scores, score } from './synthesize/score.ts';
import { benchTables } from './synthesize/tables.ts';

/**
 * Fidelity, privacy and speed of the learned synthesizer, beside stored outputs of other systems.
 * `node bench/synthesize.ts [--quick] [--only adult|credit-default|berka|private|scale|tables] [--rows N] [--draws N]
 * [--peers]`; with `--peers` SDV's GaussianCopula and TVAE are fitted on the same files, and nothing else is done.
 */
const data = fileURLToPath(new URL('../../shared/data/', import.meta.url));
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

const option = (name: string) => {
  const at = process.argv.indexOf(name);
  return at < 0 ? null : process.argv[at + 1]!;
};
const only = option('--only');
const quick = process.argv.includes('--quick');
const draws = Number(option('--draws') ?? (quick ? 1 : 3));

function print(name: string, scores: Scores, note: string): void {
  const f = (value: number, digits = 3) => value.toFixed(digits).padStart(6);
  console.log(
    `${name.padEnd(32)} Q ${f(scores.quality, 4)}  shapes ${f(scores.shapes)}  pairs ${f(scores.pairs)}  AUC ${f(scores.c2st)}  gap ${f(scores.real - scores.tstr, 4)}  closer ${f(scores.dcr)}  hits ${Number(scores.hitsTrain.toFixed(1))}/${Number(scores.hitsHoldout.toFixed(1))} p ${f(scores.p)}  ${note}`,
  );
}

function benchTable(set: string): void {
  const folder = `${data}tabular/${set}/`;
  if (!existsSync(folder)) {
    console.log(`${set}: no data at ${folder}, skipped`);
    return;
  }
  const train = readTable(`${folder}trn.csv.gz`);
  const holdout = readLike(`${folder}val.csv.gz`, train);
  console.log(`\n${set}: ${train.rows} rows, ${train.columns.length} columns`);
  for (const mode of MODES) {
    const started = performance.now();
    const model = fit(train, { mode, seed: 1n });
    const fitted = performance.now();
    const drawn = Array.from({ length: draws }, (_, i) =>
      sample(model, { rows: train.rows, seed: 2n + BigInt(i) }),
    );
    const sampled = performance.now();
    const seconds = (from: number, to: number) => ((to - from) / 1000).toFixed(2);
    const note = `fit ${seconds(started, fitted)} s sample ${seconds(fitted, fitted + (sampled - fitted) / draws)} s`;
    const scores = drawn.map((synthetic) => score(train, holdout, synthetic, synthetic.rows));
    print(draws > 1 ? `${mode}, mean of ${draws} draws` : mode, meanScores(scores), note);
  }
  if (quick) return;
  print('(holdout)', score(train, holdout, holdout), '');
  for (const name of STORED) {
    print(name, score(train, holdout, readLike(`${folder}${name}.csv.gz`, train)), '');
  }
}

const SETS = ['adult', 'credit-default'].filter((set) => only === null || only === set);

async function benchAll(): Promise<void> {
  for (const set of SETS) benchTable(set);
  const berka = `${data}berka/berka-basic-template.csv.gz`;
  if (only === null || only === 'berka') {
    if (existsSync(berka)) benchHistories(berka, ['fidelity', 'balanced']);
    else console.log(`berka: no data at ${berka}, skipped`);
  }
  if (only === null || only === 'tables') await benchTables(`${data}berka/`);
  if (only === null || only === 'private') {
    benchPrivate(`${data}marginals/`);
    benchPrivateTable(`${data}tabular/adult/`);
  }
  if (only === null || only === 'scale') benchScale(Number(option('--rows') ?? 1_000_000));
}

if (process.argv.includes('--peers'))
  await benchPeers(
    SETS.map((set) => `${data}tabular/${set}`),
    print,
  );
else await benchAll();
