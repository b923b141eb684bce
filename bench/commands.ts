import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DuckDBInstance } from '@duckdb/node-api';
import { writeMixedFile } from './commands/mixed-file.ts';
import { processorClock } from './processor-clock.ts';

/**
 * Times whole commands from file to file: fit, sample, evaluate and detect of mixed columns and of
 * histories, with one thread and two, whose results must be equal. The floor is DuckDB's read of
 * the file. `node bench/commands.ts [--only fit|evaluate|detect] [--rows N] [--old FOLDER]`: old is
 * another checkout, run in turn.
 */
const option = (name: string) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? null : (process.argv[at + 1] ?? null);
};
const only = option('only');
const rows = Number(option('rows') ?? 100_000);
const usagePath = fileURLToPath(new URL('./commands/print-usage.ts', import.meta.url));
const own = fileURLToPath(new URL('..', import.meta.url));
const old = option('old');
const folder = mkdtempSync(join(tmpdir(), 'bench-commands-'));
const at = (name: string) => join(folder, name);

function run(checkout: string, args: readonly string[]): string {
  const main = join(resolve(checkout), 'src/cli/main.ts');
  const began = performance.now();
  const child = spawnSync(process.execPath, ['--import', usagePath, main, ...args], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  const wall = (performance.now() - began) / 1000;
  const usage = JSON.parse(/^usage (.*)$/m.exec(child.stderr)?.[1] ?? 'null');
  // 3 and 4 are verdicts of evaluate.
  if (usage === null || ![0, 3, 4].includes(child.status ?? 1)) throw new Error(child.stderr);
  return (
    `${usage.seconds.toFixed(2)} s of processor time, main thread ${usage.main.toFixed(2)}, ` +
    `wall ${wall.toFixed(2)}, ${Math.round(usage.megabytes)} MB`
  );
}

async function readByDuckDb(path: string): Promise<number> {
  const began = processorClock();
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  await connection.run(`create table read as from read_csv('${path}')`);
  connection.closeSync();
  instance.closeSync();
  return (processorClock() - began) / 1000;
}

const hashOf = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');

/** @param ofOld arguments of the other checkout, whose models are its own; by default the same */
function inThreads(
  name: string,
  args: readonly string[],
  { out, ofOld = args }: { out?: string; ofOld?: readonly string[] } = {},
): void {
  const hashes = [1, 2].map((threads) => {
    const given = [...args, '--threads', String(threads)];
    console.log(`${name}, ${threads} thread${threads > 1 ? 's' : ''}: ${run(own, given)}`);
    return out === undefined ? '' : hashOf(out);
  });
  if (hashes[0] !== hashes[1]) throw new Error(`${name}: one and two threads differ`);
  if (old !== null) console.log(`${name}, old: ${run(old, ofOld)}`);
}

async function benchKind(kind: 'plain' | 'histories', columns: number): Promise<void> {
  const name = `${rows} x ${columns} ${kind}`;
  const csv = at(`${kind}.csv`);
  await writeMixedFile(csv, { rows, columns, kind });
  const floor = await readByDuckDb(csv);
  console.log(`\n${name}: read by DuckDB ${floor.toFixed(2)} s; load ${loadavg()[0]!.toFixed(1)}`);
  const model = at(`${kind}.model`);
  const fit = ['fit', csv, '--holdout', '.2', '--out', model];
  if (only === null || only === 'fit') inThreads(`fit ${name}`, fit, { out: model });
  if (only === null || only === 'evaluate') {
    const oldModel = at(`${kind}.old.model`);
    if (!existsSync(model) || old !== null) run(own, fit);
    if (old !== null) run(old, ['fit', csv, '--out', oldModel]);
    const drawn = at(`${kind}.drawn.csv`);
    const sampleOf = (from: string, out: string) => {
      return ['sample', from, '--rows', String(rows), '--seed', '1', '--out', out];
    };
    const ofOld = sampleOf(oldModel, at('old.drawn.csv'));
    inThreads(`sample ${name}`, sampleOf(model, drawn), { out: drawn, ofOld });
    // Without a model, nobody is kept aside.
    const sides = ['--real', csv, '--synthetic', drawn];
    inThreads(`evaluate ${name}`, ['evaluate', ...sides, '--model', model], {
      ofOld: ['evaluate', ...sides],
    });
  }
  if (only === null || only === 'detect') {
    const scores = ['detect', csv, '--out', at('scores.csv')];
    console.log(`detect ${name}: ${run(own, scores)}`);
    if (old !== null) console.log(`detect ${name}, old: ${run(old, scores)}`);
  }
}

try {
  await benchKind('plain', 18);
  await benchKind('histories', 12);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
