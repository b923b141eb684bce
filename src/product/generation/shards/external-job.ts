import {
  accountOf,
  defineFunction,
  type FunctionDefinition,
} from '../../../platform/functions/define.ts';
import { externalJobAnswer, externalJobBody } from '../../../shared/contracts/generation.ts';
import { AppError } from '../../../shared/errors.ts';
import type { Product } from '../../product.ts';
import { externalFolder, externalPlace } from './external-place.ts';
import { kubernetesJob, slurmLine, tasksFor } from './job-array.ts';
import { listOf } from './list-of.ts';
import { readShards } from './shard-claims.ts';
import { PLAN_KEY } from './shard-keys.ts';
import { rowsFor, type ShardedSubject } from './sharded-subject.ts';

type Found = { subject: ShardedSubject | { external?: never }; status: string };

export const externalJob = (product: Product): FunctionDefinition =>
  defineFunction({
    name: 'external-job',
    summary: 'Returns the job array that generates the shards of a batch outside the sandbox.',
    audience: 'admin',
    body: externalJobBody,
    answer: externalJobAnswer,
    handle: async (call) => {
      const { body, caller } = call;
      const { run_id: runId, image = `synthetic-banking-sandbox:${product.version}` } = body;
      const { rows } = await product.platform.database.asCaller(caller, (tx) =>
        tx.query<Found>('select subject, status from public.runs where id = $1', [runId]),
      );
      const { subject, status } = rows[0] ?? {};
      if (subject?.external === undefined)
        throw new AppError('not_found', 'No such run is waiting for external shards.');
      if (status !== 'queued' && status !== 'running')
        throw new AppError('conflict', `The run is ${status} and not waiting for shards.`);
      if ((await externalPlace(product.files, runId).stat(PLAN_KEY)) === null)
        throw new AppError('unavailable', 'The plan is being written. Try again in a moment.');
      const place = product.addressOf(externalFolder(runId));
      const { shards } = subject;
      const job = { place, tasks: tasksFor({ shards, rows: rowsFor(subject) }) };
      const { made } = await product.platform.database.asTenant(accountOf(call).tenantId, (tx) =>
        readShards(tx, runId),
      );
      const stored = new Set(made.map(({ shard }) => shard));
      const missing = Array.from({ length: shards }, (_, shard) => shard).filter(
        (shard) => !stored.has(shard),
      );
      return {
        store: place,
        shards,
        tasks: job.tasks,
        missing: listOf(missing),
        slurm: slurmLine(job),
        kubernetes: place.includes('://') ? kubernetesJob({ ...job, image }) : null,
      };
    },
  });
