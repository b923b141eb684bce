import { parseArgs } from 'node:util';
import { kubernetesJob, slurmLine } from '../../product/generation/shards/job-array.ts';
import { refused } from '../terminal/arguments.ts';
import { openPlace, planOf } from './open-place.ts';

const options = {
  store: { type: 'string' },
  slurm: { type: 'boolean' },
  kubernetes: { type: 'boolean' },
  image: { type: 'string' },
} as const;

/** `sandbox shard job`: prints what hands the planned shards to Slurm, or to Kubernetes. */
export async function jobCommand(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options, strict: true });
  const { slurm = false, kubernetes = false, image } = values;
  if (slurm === kubernetes) throw refused('say --slurm or --kubernetes');
  if (kubernetes !== (image !== undefined))
    throw refused('--image names the image that Kubernetes pulls, and belongs to --kubernetes');
  const { plan } = await planOf(await openPlace(values.store));
  const job = { place: values.store!, shards: plan.shards.length };
  if (image === undefined) process.stdout.write(`${slurmLine(job)}\n`);
  else if (!job.place.includes('://'))
    throw refused(
      '--store must be an s3:// address for Kubernetes: a pod does not see this folder',
    );
  else process.stdout.write(`${JSON.stringify(kubernetesJob({ ...job, image }), null, 2)}\n`);
  return 0;
}
