import { cut } from '../../product/generation/shards/shard-plan.ts';
import { refused } from '../terminal/arguments.ts';

/** What job arrays tell their tasks: Kubernetes, Slurm, AWS Batch. */
const VARIABLES = ['JOB_COMPLETION_INDEX', 'SLURM_ARRAY_TASK_ID', 'AWS_BATCH_JOB_ARRAY_INDEX'];

type Environment = Readonly<Record<string, string | undefined>>;

function numbersIn(text: string, source: string): number[] {
  return text.split(',').flatMap((part) => {
    const match = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(part.trim());
    const [first, last] = [Number(match?.[1]), Number(match?.[2] ?? match?.[1])];
    if (match === null || last < first)
      throw refused(`${source} must be a number from 0, or several as 3,7-9; it is '${text}'`);
    return Array.from({ length: last - first + 1 }, (_, i) => first + i);
  });
}

function taskIn(environment: Environment): number {
  const set = VARIABLES.filter((name) => (environment[name] ?? '') !== '');
  const [name, ...others] = set;
  if (name === undefined)
    throw refused(`--index must say which shard, where none of ${VARIABLES.join(', ')} does`);
  const value = environment[name]!;
  const other = others.find((each) => environment[each] !== value);
  if (other !== undefined)
    throw refused(`${name} is ${value} and ${other} is ${environment[other]}: say --index`);
  if (!/^\d{1,5}$/.test(value)) throw refused(`${name} must be a number from 0; it is '${value}'`);
  return Number(value);
}

/** @throws AppError where it is not from 1 to the number of shards */
export function tasksFrom(flag: string, shards: number): number {
  const tasks = Number(flag);
  if (!/^\d{1,5}$/.test(flag) || tasks < 1 || tasks > shards)
    throw refused(`--tasks must be from 1 to ${shards}, the number of shards; it is '${flag}'`);
  return tasks;
}

/**
 * The shards to make: those that --index names, again if need be; or else what the job array gives this task, which
 * is one shard or, with --tasks, its part of them, and of these what nobody has reported.
 */
export function shardsFrom(
  { index, tasks }: { index?: string | undefined; tasks?: string | undefined },
  environment: Environment,
  shards: number,
): { shards: number[]; leaveReported: boolean } {
  if (index !== undefined) {
    if (tasks !== undefined)
      throw refused('--tasks deals the shards to a job array, and --index names them: say one');
    return { shards: [...new Set(numbersIn(index, '--index'))], leaveReported: false };
  }
  const task = taskIn(environment);
  if (tasks === undefined) return { shards: [task], leaveReported: true };
  const parts = cut(shards, tasksFrom(tasks, shards));
  const part = parts[task];
  if (part === undefined)
    throw refused(`the job array has a task ${task}; --tasks ${tasks} are numbered from 0`);
  const own = Array.from({ length: part.count }, (_, i) => part.first + i);
  return { shards: own, leaveReported: true };
}
