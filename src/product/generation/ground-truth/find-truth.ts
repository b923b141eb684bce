import type { Database } from '../../../platform/database/database.ts';
import type { Caller } from '../../../platform/gateway/caller.ts';
import { MAX_SCORED_TRANSACTIONS } from '../../../shared/contracts/alert-scores.ts';
import { AppError } from '../../../shared/errors.ts';
import { MAY_NOT_READ_TRUTH } from '../../../shared/ground-truth.ts';
import type { SimulationSettings } from '../from-scratch/simulation-settings.ts';
import { countsForNewBank, type SimulatedEntity } from '../from-scratch/simulation-subject.ts';
import type { SimulatedBank } from './regenerate.ts';

export type SimulatedBatch = {
  entity: string;
  tenantId: string;
  manifest: {
    engine: { name: string };
    seed: string;
    source: object | null;
    request: { entity: SimulatedEntity; count: number } & Omit<SimulationSettings, 'seed'>;
    files: { name: string; sha256: string }[];
  };
};

/** Finds a batch whose ground truth the caller may read. */
export async function findTruth(
  database: Database,
  caller: Caller,
  batchId: string,
): Promise<SimulatedBatch> {
  const { may, ...batch } = await findSimulated(database, caller, batchId);
  if (!may) throw new AppError('forbidden', MAY_NOT_READ_TRUTH);
  return batch;
}

/** Finds a batch, and whether the caller may read its ground truth. */
export async function findSimulated(
  database: Database,
  caller: Caller,
  batchId: string,
): Promise<SimulatedBatch & { may: boolean }> {
  const { rows } = await database.asCaller(caller, (tx) =>
    tx.query<SimulatedBatch & { may: boolean }>(
      `select entity_type as entity, tenant_id as "tenantId", manifest, private.reads_truth() as may
         from public.generation_logs where batch_id = $1 and status = 'completed'`,
      [batchId],
    ),
  );
  const [batch] = rows;
  if (batch === undefined) throw new AppError('not_found', 'Batch not found');
  return batch;
}

/** Returns the request that makes a batch of simulated transactions again. */
export function simulatedBank({ entity, manifest }: SimulatedBatch): SimulatedBank {
  const { engine, seed, source, request, files } = manifest;
  if (engine.name !== 'simulate' || entity !== 'transactions' || files.length !== 1)
    throw new AppError('bad_request', 'Only a batch of simulated transactions has a ground truth.');
  if (source !== null)
    throw new AppError(
      'bad_request',
      'This batch was built on existing accounts, so it has no ground truth. Generate a new bank.',
    );
  const { entity: requested, count, ...settings } = request;
  const counts = countsForNewBank({ entity: requested, count });
  if (counts.transactions > MAX_SCORED_TRANSACTIONS)
    throw new AppError(
      'bad_request',
      `The ground truth of up to ${MAX_SCORED_TRANSACTIONS} transactions is made here; use sandbox simulate for this batch.`,
    );
  return { settings: { ...settings, seed }, counts, sha256: files[0]!.sha256 };
}
