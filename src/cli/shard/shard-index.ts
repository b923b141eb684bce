import { refused } from '../terminal/arguments.ts';

/** What job arrays tell their tasks: Kubernetes, Slurm, AWS Batch. */
const VARIABLES = ['JOB_COMPLETION_INDEX', 'SLURM_ARRAY_TASK_ID', 'AWS_BATCH_JOB_ARRAY_INDEX'];

function numbersIn(text: string, source: string): number[] {
  return text.split(',').flatMap((part) => {
    const match = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(part.trim());
    const [first, last] = [Number(match?.[1]), Number(match?.[2] ?? match?.[1])];
    if (match === null || last < first)
      throw refused(`${source} must be a number from 0, or several as 3,7-9; it is '${text}'`);
    return Array.from({ length: last - first + 1 }, (_, i) => first + i);
  });
}

/** The shards to make, by the flag or else by what the job array tells this task. */
export function shardsFrom(
  flag: string | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): number[] {
  if (flag !== undefined) return [...new Set(numbersIn(flag, '--index'))];
  const set = VARIABLES.filter((name) => (environment[name] ?? '') !== '');
  const [name, ...others] = set;
  if (name === undefined)
    throw refused(`--index must say which shard, where none of ${VARIABLES.join(', ')} does`);
  const value = environment[name]!;
  const other = others.find((each) => environment[each] !== value);
  if (other !== undefined)
    throw refused(`${name} is ${value} and ${other} is ${environment[other]}: say --index`);
  if (!/^\d{1,5}$/.test(value)) throw refused(`${name} must be a number from 0; it is '${value}'`);
  return [Number(value)];
}
