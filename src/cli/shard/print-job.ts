import { parseArgs } from 'node:util';
import { kubernetesJob, slurmLine, tasksFor } from '../../product/generation/shards/job-array.ts';
import type { ShardPlan } from '../../product/generation/shards/shard-plan.ts';
import { refused } from '../terminal/arguments.ts';
import { openPlace, planOf } from './open-place.ts';
import { tasksFrom } from './shard-index.ts';

const options = {
  store: { type: 'string' },
  slurm: { type: 'boolean' },
  kubernetes: { type: 'boolean' },
  image: { type: 'string' },
  tasks: { type: 'string' },
} as const;

function rowsOf(plan: ShardPlan): number {
  const ROWS_OF_A_HISTORY = 100;
  const contents = plan.shards.flatMap(({ holds }) => Object.entries(holds));
  return contents.reduce(
    (sum, [name, { count }]) => sum + count * (name === 'histories' ? ROWS_OF_A_HISTORY : 1),
    0,
  );
}

export async function jobCommand(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options, strict: true });
  const { slurm = false, kubernetes = false, image } = values;
  if (slurm === kubernetes) throw refused('Expected either --slurm or --kubernetes.');
  if (kubernetes !== (image !== undefined))
    throw refused('--image is required with --kubernetes and applies only to it.');
  const { plan } = await planOf(await openPlace(values.store));
  const shards = plan.shards.length;
  const tasks =
    values.tasks === undefined
      ? tasksFor({ shards, rows: rowsOf(plan) })
      : tasksFrom(values.tasks, shards);
  const job = { place: values.store!, tasks };
  if (image === undefined) process.stdout.write(`${slurmLine(job)}\n`);
  else if (!job.place.includes('://'))
    throw refused('--store: expected an s3:// address, since pods cannot access this folder.');
  else process.stdout.write(`${JSON.stringify(kubernetesJob({ ...job, image }), null, 2)}\n`);
  return 0;
}
