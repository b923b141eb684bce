import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasSlurm, type Slurm, startSlurm } from './shards/slurm.ts';

/**
 * A batch in 64 shards by a Slurm array, the last shard first, five shards made twice and five killed and requeued,
 * against the same plan in one process: equal hashes, and what the many starts cost. Then 10^8 rows are planned.
 * `node bench/shards.ts [--rows N] [--shards N] [--no-slurm]`
 */
function option(name: string, otherwise: number): number {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : Number(process.argv[at + 1]);
}
const ROWS = option('rows', 10_000_000);
const SHARDS = option('shards', 64);
const FAULTS = 5;

const root = join(import.meta.dirname, '..');
const main = join(root, 'src/cli/sandbox.mjs');
const folder = mkdtempSync(join(tmpdir(), 'bench-shards-'));
const place = (name: string) => join(folder, name);
const say = (text: string) => process.stdout.write(`${text}\n`);
const load = () => `load ${loadavg()[0]!.toFixed(1)}`;

/** Runs a command of shards; answers its user and system seconds, by the shell's own count. */
function timed(...args: string[]): number {
  const script = 'TIMEFORMAT="%U %S"; time "$@" >/dev/null';
  const { status, stderr } = spawnSync(
    'bash',
    ['-c', script, '-', process.execPath, main, 'shard', ...args],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(stderr);
  const [user, system] = stderr.trim().split('\n').at(-1)!.split(' ').map(Number);
  return user! + system!;
}

function planAt(name: string, rows: number): number {
  const customers = Math.ceil(rows / 50);
  return timed(
    'plan',
    ...['--customers', String(customers), '--accounts', String(Math.ceil(customers * 1.5))],
    ...['--transactions', String(rows), '--seed', '20', '--shards', String(SHARDS)],
    ...['--store', place(name)],
  );
}

const sealOf = (name: string): string =>
  JSON.parse(readFileSync(join(place(name), 'manifest.json'), 'utf8')).sha256;

/** Every n-th shard, so that they are spread over the array. */
const some = (from: number): number[] =>
  Array.from({ length: FAULTS }, (_, i) => (from + i * Math.floor(SHARDS / FAULTS)) % SHARDS);

/** The tasks of the array that are running. */
const running = (slurm: Slurm, job: string): number[] =>
  slurm
    .run('squeue', '-h', '-r', '-j', job, '-t', 'R', '-o', '%K')
    .split('\n')
    .filter(Boolean)
    .map(Number);

/** Kills tasks in the midst of their work and puts each back into the queue. */
async function killAndRequeue(slurm: Slurm, job: string, tasks: number[]): Promise<number> {
  const left = new Set(tasks);
  let killed = 0;
  while (left.size > 0) {
    for (const task of running(slurm, job)) {
      if (!left.delete(task)) continue;
      await sleep(500);
      const name = `${job}_${task}`;
      if (!running(slurm, job).includes(task)) continue;
      slurm.run('scancel', '--signal=KILL', '--full', name);
      while (running(slurm, job).includes(task)) await sleep(100);
      slurm.run('scontrol', 'requeue', name);
      killed++;
    }
    await sleep(50);
  }
  return killed;
}

/** The array's own seconds: of tasks that ended, the first of each shard. */
function secondsOf(times: string): { once: number; all: number } {
  const first = new Map<string, number>();
  let all = 0;
  for (const name of readdirSync(times)) {
    const [user, system] = readFileSync(join(times, name), 'utf8').trim().split(' ').map(Number);
    if (user === undefined || system === undefined) continue;
    const shard = name.split('-')[0]!;
    all += user + system;
    if (!first.has(shard)) first.set(shard, user + system);
  }
  return { once: [...first.values()].reduce((sum, each) => sum + each, 0), all };
}

async function arrayOf(slurm: Slurm, name: string): Promise<void> {
  const times = join(folder, 'times');
  execFileSync('mkdir', ['-p', times]);
  const task = (index: string) => {
    const path = join(folder, `task-${index.length}.sh`);
    writeFileSync(
      path,
      `#!/bin/bash
shard=${index}
TIMEFORMAT="%U %S"
{ time "${process.execPath}" "${main}" shard run --store "${place(name)}" ${index === '$SLURM_ARRAY_TASK_ID' ? '' : '--index $shard'} >"${folder}/out-$shard-$$" 2>&1; } 2>"${folder}/time-$$" || exit 1
mv "${folder}/time-$$" "${times}/$shard-$$"
`,
      { mode: 0o755 },
    );
    return path;
  };
  const submit = (array: string, index: string) =>
    slurm
      .run(
        'sbatch',
        '--parsable',
        '--requeue',
        '--open-mode=append',
        `--output=${folder}/slurm-%A_%a.log`,
        `--array=${array}`,
        task(index),
      )
      .trim();
  // The first task makes the last shard; what is made twice takes its number from the array.
  const job = submit(`0-${SHARDS - 1}`, `$((${SHARDS - 1} - SLURM_ARRAY_TASK_ID))`);
  const twice = submit(some(3).join(','), '$SLURM_ARRAY_TASK_ID');
  const killed = await killAndRequeue(slurm, job, some(7));
  while (slurm.run('squeue', '-h', '-j', `${job},${twice}`).trim() !== '') await sleep(500);
  say(
    `${killed} of ${FAULTS} tasks were killed at work and requeued, ${FAULTS} shards were made twice`,
  );
}

try {
  say(`${ROWS} transactions in ${SHARDS} shards, ${load()}`);
  planAt('one', ROWS);
  planAt('array', ROWS);
  const began = Date.now();
  const one = timed('run', '--index', `0-${SHARDS - 1}`, '--store', place('one'));
  say(
    `one process: ${one.toFixed(1)} s of processor time, ${((Date.now() - began) / 1000).toFixed(0)} s, ${load()}`,
  );
  const commit = timed('commit', '--store', place('one'));
  say(`commit: ${commit.toFixed(1)} s`);
  if (!hasSlurm() || process.argv.includes('--no-slurm')) {
    say(
      'Slurm is not there (apt-get install slurm-wlm munge, as root): each shard is a process of its own.',
    );
    let sum = 0;
    for (let shard = SHARDS - 1; shard >= 0; shard--)
      sum += timed('run', '--index', String(shard), '--store', place('array'));
    say(
      `${SHARDS} processes: ${sum.toFixed(1)} s, ${(sum / one).toFixed(3)} of one process, ${load()}`,
    );
  } else {
    const slurm = await startSlurm(join(folder, 'slurm'));
    try {
      await arrayOf(slurm, 'array');
    } finally {
      slurm.stop();
    }
    const { once, all } = secondsOf(join(folder, 'times'));
    say(
      `${SHARDS} tasks: ${once.toFixed(1)} s, ${(once / one).toFixed(3)} of one process; with what was made twice ${all.toFixed(1)} s, ${load()}`,
    );
  }
  timed('commit', '--store', place('array'));
  const [a, b] = [sealOf('one'), sealOf('array')];
  say(`one process ${a}\nthe array   ${b}\n${a === b ? 'equal' : 'DIFFERENT'}`);
  if (a !== b) process.exitCode = 1;
  say(`10^8 transactions are planned in ${planAt('large', 100_000_000).toFixed(1)} s`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
