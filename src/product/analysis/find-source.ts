import type { FunctionCall } from '../../platform/functions/define.ts';
import type { AnalysisSource } from '../../shared/contracts/analysis.ts';
import { AppError } from '../../shared/errors.ts';
import type { Product } from '../product.ts';

export const batchName = (batchId: string): string =>
  `Synthetic transactions ${batchId.slice(0, 8)}`;

export async function findSource(
  product: Product,
  { caller, body }: FunctionCall<AnalysisSource>,
): Promise<{ filename: string; rows: number }> {
  const { rows: found } = await product.platform.database.asCaller(caller, (tx) =>
    body.batchId === undefined
      ? tx.query<{ record_count: string; filename: string; ready: boolean }>(
          'select record_count, filename, true as ready from public.ingestion_manifests where id = $1',
          [body.manifestId],
        )
      : tx.query<{ record_count: string; filename: string; ready: boolean }>(
          `select record_count, $2 as filename,
                  entity_type = 'transactions' and status = 'completed' and csv_url is not null as ready
             from public.generation_logs where batch_id = $1`,
          [body.batchId, batchName(body.batchId)],
        ),
  );
  const source = found[0];
  if (!source) {
    const what = body.batchId === undefined ? 'Dataset' : 'Batch';
    throw new AppError('not_found', `${what} not found`);
  }
  if (!source.ready) {
    throw new AppError('bad_request', 'Only a completed batch of transactions can be analyzed.');
  }
  const rows = Number(source.record_count);
  if (rows === 0) throw new AppError('bad_request', 'The dataset has no rows to analyze.');
  return { filename: source.filename, rows };
}
