import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Slurm } from './slurm.ts';

type PrintedTask = { tasks: number; command: string };

/** Parses the line with a shell in which `sbatch` is a function. */
export function printedTask(line: string): PrintedTask {
  const script = `sbatch() { printf '%s\\0' "$@"; }\n${line}`;
  const { stdout } = spawnSync('bash', ['-c', script], { encoding: 'utf8' });
  const words = stdout.split('\0');
  const last = /^--array=0-(\d+)$/.exec(words[0]!)?.[1];
  if (last === undefined || words[2] !== '--wrap')
    throw new Error(`expected an sbatch line: ${line}`);
  return { tasks: Number(last) + 1, command: words[3]! };
}

type ArrayRun = PrintedTask & {
  /** Slurm; null runs tasks one after the other. */
  slurm: Slurm | null;
  root: string;
  folder: string;
  shards: number;
  atOnce: number;
  /** Number of killed tasks, and of repeated shards. */
  faults: number;
};

/** Processor seconds of each task's first completion; injected faults. */
type ArrayTimes = { once: number; killed: number; twice: number };

/** Writes a batch script of one task that records its user and system seconds. */
function scriptOf(run: ArrayRun, name: string, task: string): string {
  const path = join(run.folder, `${name}.sh`);
  const own = `${run.folder}/${name}-$SLURM_ARRAY_TASK_ID-$$`;
  const text = `#!/bin/bash
cd "${run.root}"
${task}
TIMEFORMAT="%U %S"
{ time bash -c "$command" >"${own}.out" 2>&1; } 2>"${own}.time" || exit 1
mv "${own}.time" "${run.folder}/times/${name}-$SLURM_ARRAY_TASK_ID-$$"
`;
  writeFileSync(path, text, { mode: 0o755 });
  return path;
}

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

function secondsIn(folder: string): number {
  const first = new Map<string, number>();
  for (const name of readdirSync(folder)) {
    const [user, system] = readFileSync(join(folder, name), 'utf8').trim().split(' ').map(Number);
    const task = name.slice(0, name.lastIndexOf('-'));
    if (task.startsWith('task') && !first.has(task)) first.set(task, user! + system!);
  }
  return [...first.values()].reduce((sum, each) => sum + each, 0);
}

/** Returns evenly spread numbers below an end. */
const some = (count: number, end: number): number[] =>
  Array.from({ length: Math.min(count, end) }, (_, i) => Math.floor((i * end) / count));

const running = (slurm: Slurm, job: string): number[] =>
  slurm
    .run('squeue', '-h', '-r', '-j', job, '-t', 'R', '-o', '%K')
    .split('\n')
    .filter(Boolean)
    .map(Number);

/** Kills tasks while they work, some later than others, and requeues each. */
async function killAndRequeue(slurm: Slurm, job: string, tasks: number[]): Promise<number> {
  const remaining = new Set(tasks);
  let killed = 0;
  while (remaining.size > 0) {
    for (const task of running(slurm, job)) {
      if (!remaining.delete(task)) continue;
      await sleep(500 + 2000 * (remaining.size % 3));
      const name = `${job}_${task}`;
      if (!running(slurm, job).includes(task)) continue;
      slurm.run('scancel', '--signal=KILL', '--full', name);
      while (running(slurm, job).includes(task)) await sleep(100);
      slurm.run('scontrol', 'requeue', name);
      killed++;
    }
    if (slurm.run('squeue', '-h', '-j', job).trim() === '') break;
    await sleep(50);
  }
  return killed;
}

const waitFor = async (slurm: Slurm, jobs: string[]) => {
  while (slurm.run('squeue', '-h', '-j', jobs.join(',')).trim() !== '') await sleep(500);
};

/** Runs the tasks of a printed line, last one first. */
export async function runArray(run: ArrayRun): Promise<ArrayTimes> {
  const { slurm, folder, tasks, command, shards, atOnce, faults } = run;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'times'), { recursive: true });
  const task = scriptOf(
    run,
    'task',
    `export SLURM_ARRAY_TASK_ID=$((${tasks - 1} - SLURM_ARRAY_TASK_ID))\ncommand=${quoted(command)}`,
  );
  if (slurm === null) {
    for (let i = 0; i < tasks; i++) {
      const env = { ...process.env, SLURM_ARRAY_TASK_ID: String(i) };
      await promisify(execFile)(task, { env });
    }
    return { once: secondsIn(join(folder, 'times')), killed: 0, twice: 0 };
  }
  const submit = (array: string, script: string) =>
    slurm
      .run(
        ...(['sbatch', '--parsable', '--requeue', '--open-mode=append'] as const),
        ...[`--output=${folder}/slurm-%A_%a.log`, `--array=${array}%${atOnce}`, script],
      )
      .trim();
  const jobs = [submit(`0-${tasks - 1}`, task)];
  const twice = some(faults, shards);
  let killed = 0;
  if (faults > 0) {
    const again = `command=${quoted(command.replace(/--tasks \d+$/, '--index '))}$SLURM_ARRAY_TASK_ID`;
    jobs.push(submit(twice.join(','), scriptOf(run, 'twice', again)));
    killed = await killAndRequeue(slurm, jobs[0]!, some(faults, tasks));
  }
  await waitFor(slurm, jobs);
  return { once: secondsIn(join(folder, 'times')), killed, twice: twice.length };
}
