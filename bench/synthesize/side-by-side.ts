import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fit, type SynthesisMode, sample } from '../../src/engines/synthesize/index.ts';
import type { Table } from '../../src/engines/table/table.ts';
import { processorClock } from '../processor-clock.ts';
import { makeByPeer, PEERS, type Peer, peerLabel, writeTable } from './peers.ts';
import { privately } from './private-files.ts';
import { openPublicSet, type PublicSet } from './public-sets.ts';
import { lastLine, runPython } from './python.ts';
import { readLike } from './read-table.ts';
import { type Scores, score } from './score.ts';

const FIDELITY_SEEDS = 5;
const SEEDS = 3;
const EPSILON = 3;
const MODES: SynthesisMode[] = ['fidelity', 'balanced', 'cautious', 'private'];

/** Systems: held-out control rows, stored outputs of others, our modes, live-trained peers. */
export const SYSTEMS = ['aside', 'stored', ...MODES, ...PEERS];

/** Synthetic table, its seconds, and the file for third-party classifiers. */
type Made = { table: Table; path: string; seconds: number | null };
type Classified = {
  forest: number;
  logistic: number;
  /** Against held-out rows. */
  forestHeldOut: number;
  logisticHeldOut: number;
};
type Line = Scores & Partial<Classified> & { seconds: number | null };
type Options = {
  folder: string;
  python: string | null;
  systems: readonly string[];
  seeds: number;
};

const COLUMNS: [title: string, digits: number, of: (line: Line) => number | null | undefined][] = [
  ['quality', 3, ({ quality }) => quality],
  ['real range', 3, ({ realRange }) => realRange],
  ['trees', 3, ({ c2st }) => c2st],
  ['forest', 3, ({ forest }) => forest],
  ['logistic', 3, ({ logistic }) => logistic],
  ['trees, held out', 3, ({ c2stHeldOut }) => c2stHeldOut],
  ['forest, held out', 3, ({ forestHeldOut }) => forestHeldOut],
  ['logistic, held out', 3, ({ logisticHeldOut }) => logisticHeldOut],
  ['gap', 3, ({ real, tstr }) => real - tstr],
  ['closer', 3, ({ dcr }) => dcr],
  ['linkage p', 4, ({ linked }) => linked],
  ['seconds', 1, ({ seconds }) => seconds],
];

/** Formats the median, with minimum and maximum if there are several values. */
function spread(values: readonly number[], digits: number): string {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))]!;
  const text = (value: number) => value.toFixed(digits).replace(/^(-?)0\./, '$1.');
  const [least, median, most] = [at(0), (at(0.49) + at(0.51)) / 2, at(1)];
  if (Number.isNaN(median)) return '-';
  return sorted.length === 1 ? text(median) : `${text(median)} (${text(least)} to ${text(most)})`;
}

function printLine(name: string, lines: readonly Line[]): void {
  const cells = COLUMNS.map(([, digits, of]) => {
    const values = lines.map(of).filter((value) => value !== null && value !== undefined);
    return values.length === 0 ? '-' : spread(values, digits);
  });
  const seeds = lines.length > 1 ? `, ${lines.length} seeds` : '';
  console.log(`| ${[`${name}${seeds}`, ...cells].join(' | ')} |`);
}

async function measure(set: PublicSet, made: readonly Made[], options: Options): Promise<Line[]> {
  const [real, heldOut] = ['', '-held-out'].map((side) =>
    join(options.folder, `${fileName(set)}${side}.csv.gz`),
  );
  const classified =
    options.python === null
      ? []
      : await runPython<Classified>(options.python, 'classifiers.py', [
          real!,
          heldOut!,
          ...made.map(({ path }) => path),
        ]);
  return made.map(({ table, seconds }, i) => ({
    ...score(set.train, set.holdout, table, { target: set.target }),
    ...classified[i],
    seconds,
  }));
}

const fileName = ({ name }: PublicSet) => name.replace('/', '-');

function makeOwn(set: PublicSet, mode: SynthesisMode, seed: number, folder: string): Made {
  const began = processorClock();
  const { train } = set;
  const model =
    mode === 'private'
      ? privately(train, { epsilon: EPSILON, mechanism: 'AIM' })
      : fit(train, { mode, seed: BigInt(seed) });
  const table = sample(model, { rows: train.rows, seed: BigInt(seed) + 100n });
  const seconds = (processorClock() - began) / 1000;
  return { table, path: writeAs(folder, `${fileName(set)}-${mode}-${seed}`, table), seconds };
}

function writeAs(folder: string, name: string, table: Table): string {
  const path = join(folder, `${name}.csv.gz`);
  writeTable(path, table);
  return path;
}

const upTo = (seeds: number) => Array.from({ length: seeds }, (_, i) => i + 1);

async function benchPeer(set: PublicSet, peer: Peer, options: Options): Promise<void> {
  const { folder, python } = options;
  if (python === null) return;
  const { path, facts } = await makeByPeer(python, { folder, set: fileName(set), peer, seed: 1 });
  const output = { table: readLike(path, set.train), path, seconds: facts.seconds };
  printLine(peerLabel(peer, facts), await measure(set, [output], options));
}

/** Scores held-out rows (only similarity to training is meaningful) and stored outputs. */
async function benchStored(set: PublicSet, options: Options): Promise<void> {
  const scored = async (table: Table) => {
    const path = writeAs(options.folder, `${fileName(set)}-stored`, table);
    return measure(set, [{ table, path, seconds: null }], options);
  };
  const none = {
    c2stHeldOut: Number.NaN,
    forestHeldOut: Number.NaN,
    logisticHeldOut: Number.NaN,
    tstr: Number.NaN,
    dcr: Number.NaN,
    linked: Number.NaN,
  };
  if (options.systems.includes('aside')) {
    const lines = await scored(set.holdout);
    printLine(
      'held-out rows',
      lines.map((line) => ({ ...line, ...none })),
    );
  }
  if (!options.systems.includes('stored')) return;
  for (const { name, table } of set.others()) printLine(name, await scored(table));
}

async function benchSet(set: PublicSet, options: Options): Promise<void> {
  const { folder, systems, seeds } = options;
  writeAs(folder, fileName(set), set.train);
  writeAs(folder, `${fileName(set)}-held-out`, set.holdout);
  console.log(`\n| ${set.name} | ${COLUMNS.map(([title]) => title).join(' | ')} |`);
  console.log(`|${'---|'.repeat(COLUMNS.length + 1)}`);
  await benchStored(set, options);
  for (const mode of MODES.filter((one) => systems.includes(one))) {
    const runs = Math.min(seeds, mode === 'fidelity' ? FIDELITY_SEEDS : SEEDS);
    const lines = await measure(
      set,
      upTo(runs).map((seed) => makeOwn(set, mode, seed, folder)),
      options,
    );
    printLine(mode === 'private' ? `private, epsilon ${EPSILON}` : mode, lines);
    if (mode === 'fidelity') {
      const mean = lines.reduce((sum, { dcr }) => sum + dcr, 0) / lines.length;
      console.log(
        `| fidelity, mean share closer ${mean.toFixed(4)} ${'|'.repeat(COLUMNS.length)}|`,
      );
    }
  }
  for (const peer of PEERS.filter((one) => systems.includes(one))) {
    await benchPeer(set, peer, options).catch((error: unknown) =>
      console.log(`| ${peer} failed: ${lastLine(error)} ${'|'.repeat(COLUMNS.length)}|`),
    );
  }
}

/** Prints a Markdown table per set: median and range over the seeds. */
export async function benchSideBySide(sets: readonly string[], options: Options): Promise<void> {
  mkdirSync(options.folder, { recursive: true });
  for (const name of sets) {
    const set = openPublicSet(name);
    if (set !== null) await benchSet(set, options);
  }
}
