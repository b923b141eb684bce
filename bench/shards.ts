import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { printedTask, runArray } from './shards/array.ts';
import { hasSlurm, type Slurm, startSlurm } from './shards/slurm.ts';

/**
 * Benchmarks a batch in 64 shards by the Slurm array that `sandbox shard job` prints, one task at a
 * time, while one process does the same on the other core: the cost of starts. Then again with two
 * concurrent tasks, five repeated shards and five tasks killed and requeued. All hashes must be
 * equal.
 * `node bench/shards.ts [--rows N] [--shards N] [--tasks N] [--no-slurm]`
 */
function option(name: string, otherwise: number): number {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : Number(process.argv[at + 1]);
}
const ROWS = option('rows', 100_000_000);
const SHARDS = option('shards', 64);
const TASKS = option('tasks', 0);

const root = join(import.meta.dirname, '..');
const main = join(root, 'src/cli/sandbox.mjs');
const folder = mkdtempSync(join(tmpdir(), 'bench-shards-'));
const place = (name: string) => join(folder, name);
const say = (text: string) => process.stdout.write(`${text}\n`);
const load = () => `load ${loadavg()[0]!.toFixed(1)}`;

/** Runs a shard command; returns its output, and its user and system seconds by the shell. */
async function shard(...args: string[]): Promise<{ said: string; seconds: number }> {
  const script = 'TIMEFORMAT="%U %S"; time "$@"';
  const command = ['-c', script, '-', process.execPath, main, 'shard', ...args];
  const { stdout, stderr } = await promisify(execFile)('bash', command);
  const [user, system] = stderr.trim().split('\n').at(-1)!.split(' ').map(Number);
  return { said: stdout, seconds: user! + system! };
}

async function planAt(name: string): Promise<void> {
  const customers = Math.ceil(ROWS / 50);
  const accounts = Math.ceil(customers * 1.5);
  await shard(
    'plan',
    ...['--customers', String(customers), '--accounts', String(accounts)],
    ...['--transactions', String(ROWS), '--seed', '20', '--shards', String(SHARDS)],
    ...['--store', place(name)],
  );
}

/** Commits the shards and returns the hash of the manifest. */
async function sealOf(name: string): Promise<string> {
  const { seconds } = await shard('commit', '--store', place(name));
  const { sha256 } = JSON.parse(readFileSync(join(place(name), 'manifest.json'), 'utf8'));
  say(`  committed in ${seconds.toFixed(1)} s of processor time: ${sha256}`);
  rmSync(place(name), { recursive: true });
  return sha256;
}

async function inOneProcess(): Promise<number> {
  const began = Date.now();
  const { seconds } = await shard('run', '--index', `0-${SHARDS - 1}`, '--store', place('one'));
  const clock = ((Date.now() - began) / 1000).toFixed(0);
  say(`one process: ${seconds.toFixed(1)} s of processor time in ${clock} s, ${load()}`);
  return seconds;
}

async function printed(name: string) {
  const tasks = TASKS === 0 ? [] : ['--tasks', String(TASKS)];
  const { said } = await shard('job', '--slurm', '--store', place(name), ...tasks);
  return { ...printedTask(said), root, folder: place(`tasks of ${name}`), shards: SHARDS };
}

async function compare(slurm: Slurm | null): Promise<string[]> {
  for (const name of ['one', 'array']) await planAt(name);
  const array = await printed('array');
  const [one, { once }] = await Promise.all([
    inOneProcess(),
    runArray({ ...array, slurm, atOnce: 1, faults: 0 }),
  ]);
  const ratio = (once / one).toFixed(3);
  say(`${array.tasks} tasks: ${once.toFixed(1)} s, ${ratio} of one process, ${load()}`);
  return [await sealOf('one'), await sealOf('array')];
}

async function withFaults(slurm: Slurm): Promise<string> {
  await planAt('faults');
  const array = await printed('faults');
  const { killed, twice } = await runArray({ ...array, slurm, atOnce: 2, faults: 5 });
  say(`${killed} tasks were killed and requeued, ${twice} shards were generated twice`);
  return sealOf('faults');
}

try {
  say(`${ROWS} transactions in ${SHARDS} shards, ${load()}`);
  const slurm =
    hasSlurm() && !process.argv.includes('--no-slurm')
      ? await startSlurm(join(folder, 'slurm'))
      : null;
  if (slurm === null)
    say('Slurm is not installed (as root: apt-get install slurm-wlm munge). Tasks run without it.');
  try {
    const seals = await compare(slurm);
    if (slurm !== null) seals.push(await withFaults(slurm));
    const isEqual = new Set(seals).size === 1;
    say(`hashes of ${seals.length} runs: ${isEqual ? 'equal' : 'DIFFERENT'}`);
    if (!isEqual) process.exitCode = 1;
  } finally {
    slurm?.stop();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
