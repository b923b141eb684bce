import type pg from 'pg';
import type { RunContext } from '../../platform/jobs/run-context.ts';
import type { Json } from '../../shared/canonical-json.ts';
import type { Dataset } from '../data/read-dataset.ts';

/** Records a fit for governance. Sampling a stored model is not recorded. */
export async function enterGovernance(
  tx: pg.PoolClient,
  {
    context,
    dataset,
    model,
    manifest,
    batchId,
  }: { context: RunContext; dataset: Dataset; model: string; manifest: Json; batchId: string },
): Promise<string> {
  const { rows } = await tx.query<{ run_id: string }>(
    `insert into public.governance_audit (tenant_id, model_type, dataset_ref, manifest, created_by, batch_id)
     values ($1, $2, $3, $4, $5, $6) returning run_id`,
    [
      context.run.tenant_id,
      model,
      dataset.filename,
      JSON.stringify(manifest),
      context.run.created_by,
      batchId,
    ],
  );
  return rows[0]!.run_id;
}
