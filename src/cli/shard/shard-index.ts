import { cut } from '../../product/generation/shards/shard-plan.ts';
import { refused } from '../terminal/arguments.ts';

const VARIABLES = ['JOB_COMPLETION_INDEX', 'SLURM_ARRAY_TASK_ID', 'AWS_BATCH_JOB_ARRAY_INDEX'];

type Environment = Readonly<Record<string, string | undefined>>;

function numbersIn(text: string, source: string): number[] {
  return text.split(',').flatMap((part) => {
    const match = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(part.trim());
    const [first, last] = [Number(match?.[1]), Number(match?.[2] ?? match?.[1])];
    if (match === null || last < first)
      throw refused(`${source}: expected shard numbers from 0, such as 3,7-9; found '${text}'.`);
    return Array.from({ length: last - first + 1 }, (_, i) => first + i);
  });
}

function taskIn(environment: Environment): number {
  const set = VARIABLES.filter((name) => (environment[name] ?? '') !== '');
  const [name, ...others] = set;
  if (name === undefined)
    throw refused(`Expected --index, or one of the variables ${VARIABLES.join(', ')}.`);
  const value = environment[name]!;
  const other = others.find((each) => environment[each] !== value);
  if (other !== undefined)
    throw refused(`${name} is ${value} but ${other} is ${environment[other]}. Set --index.`);
  if (!/^\d{1,5}$/.test(value))
    throw refused(`${name}: expected a number from 0; found '${value}'.`);
  return Number(value);
}

export function tasksFrom(flag: string, shards: number): number {
  const tasks = Number(flag);
  if (!/^\d{1,5}$/.test(flag) || tasks < 1 || tasks > shards)
    throw refused(`--tasks: expected 1 to ${shards}, the number of shards; found '${flag}'.`);
  return tasks;
}

/** Selects the shards of --index, even if reported, or this array task's unreported ones. */
export function shardsFrom(
  { index, tasks }: { index?: string | undefined; tasks?: string | undefined },
  environment: Environment,
  shards: number,
): { shards: number[]; leaveReported: boolean } {
  if (index !== undefined) {
    if (tasks !== undefined) throw refused('--tasks and --index are mutually exclusive.');
    return { shards: [...new Set(numbersIn(index, '--index'))], leaveReported: false };
  }
  const task = taskIn(environment);
  if (tasks === undefined) return { shards: [task], leaveReported: true };
  const parts = cut(shards, tasksFrom(tasks, shards));
  const part = parts[task];
  if (part === undefined)
    throw refused(
      `Task ${task} is out of range: --tasks ${tasks} allows 0 to ${Number(tasks) - 1}.`,
    );
  const own = Array.from({ length: part.count }, (_, i) => part.first + i);
  return { shards: own, leaveReported: true };
}
