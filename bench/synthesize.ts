import { existsSync } from 'node:fs';
import { fit, type SynthesisMode, sample } from '../src/engines/synthesize/index.ts';
import type { Table } from '../src/engines/table/table.ts';
import { benchHistories } from './synthesize/histories.ts';
import { benchPeers } from './synthesize/peers.ts';
import { benchPrivate, benchPrivateTable } from './synthesize/private.ts';
import { benchPrivateRanges, benchPrivateUse, firstRows } from './synthesize/private-files.ts';
import { benchScale } from './synthesize/scale.ts';
import { meanScores, type Scores, score } from './synthesize/score.ts';
import { benchSequences } from './synthesize/sequences.ts';
import { DATA, openSet } from './synthesize/stored-tables.ts';
import { benchTables } from './synthesize/tables.ts';

/**
 * Fidelity, privacy and speed of the learned synthesizer, beside stored outputs of other systems.
 * `node bench/synthesize.ts [--quick] [--only adult|credit-default|berka|private|private-use|private-ranges|sequences|scale|tables] [--rows N] [--draws N] [--fits N]
 * [--peers]`; with `--peers` SDV's GaussianCopula and TVAE are fitted on the same files, and nothing else is done.
 */
const MODES: SynthesisMode[] = ['fidelity', 'balanced', 'cautious'];

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
    `${name.padEnd(32)} Q ${f(scores.quality, 4)}  shapes ${f(scores.shapes)}  pairs ${f(scores.pairs)}  AUC ${f(scores.c2st)}  gap ${f(scores.real - scores.tstr, 4)}  closer ${f(scores.dcr)}  hits ${Number(scores.hitsTrain.toFixed(1))}/${Number(scores.hitsHoldout.toFixed(1))} p ${f(scores.p)}  linkage p ${f(scores.linked, 4)}  ${note}`,
  );
}

function benchTable(set: string): void {
  const stored = openSet(set);
  if (stored === null) return;
  const { train, holdout } = stored;
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
  for (const { name, table } of stored.others()) print(name, score(train, holdout, table), '');
}

const isWhole = only === null || only === 'private-use';
const SETS = ['adult', 'credit-default'].filter((set) => isWhole || only === set);

/** The stored files of people, the second cut to 12,000 rows. */
function storedFiles(): Record<string, { train: Table; holdout: Table }> {
  const sets = SETS.map((set) => [set, openSet(set)] as const);
  return Object.fromEntries(
    sets.flatMap(([set, stored]) =>
      stored === null
        ? []
        : [
            [
              set,
              {
                train: set === 'adult' ? stored.train : firstRows(stored.train, 12_000),
                holdout: stored.holdout,
              },
            ],
          ],
    ),
  );
}

async function benchAll(): Promise<void> {
  if (only !== 'private-use') for (const set of SETS) benchTable(set);
  const berka = `${DATA}berka/berka-basic-template.csv.gz`;
  if (only === null || only === 'berka') {
    if (existsSync(berka)) benchHistories(berka, ['fidelity', 'balanced']);
    else console.log(`berka: no data at ${berka}, skipped`);
  }
  if (only === null || only === 'tables') await benchTables(`${DATA}berka/`);
  if (only === null || only === 'private') {
    benchPrivate(`${DATA}marginals/`);
    benchPrivateTable(`${DATA}tabular/adult/`);
  }
  if (only === 'private-ranges') benchPrivateRanges(Number(option('--fits') ?? 200));
  if (only === 'sequences') benchSequences();
  if (only === 'private-use') benchPrivateUse(storedFiles());
  if (only === null || only === 'scale') benchScale(Number(option('--rows') ?? 1_000_000));
}

if (process.argv.includes('--peers'))
  await benchPeers(
    SETS.map((set) => `${DATA}tabular/${set}`),
    print,
  );
else await benchAll();
