import type { FunctionCall } from '../../platform/functions/define.ts';
import type { AnalysisSource } from '../../shared/contracts/analysis.ts';
import { AppError } from '../../shared/errors.ts';
import { BOOKS, isBookPreset } from '../../shared/institutions.ts';
import { HAS_OTHER_ROWS } from '../data/read-batch.ts';
import type { Product } from '../product.ts';

/** @param rows what the rows are: transactions of a bank, claims or members of a book */
export const batchName = (batchId: string, rows: string): string =>
  `Synthetic ${rows} ${batchId.slice(0, 8)}`;

type Found = { record_count: string; filename: string; ready: boolean };
type FoundBatch = Omit<Found, 'filename'> & {
  entity: string;
  isOther: boolean;
  preset: string | null;
};

const isAnalyzed = ({ entity, preset }: FoundBatch): boolean =>
  entity === 'transactions' || (isBookPreset(preset) && BOOKS[preset].analyzed === entity);

export async function findSource(
  product: Product,
  { caller, body }: FunctionCall<AnalysisSource>,
): Promise<{ filename: string; rows: number }> {
  const { manifestId, batchId } = body;
  const source = await product.platform.database.asCaller(caller, async (tx) => {
    if (batchId === undefined) {
      const { rows } = await tx.query<Found>(
        'select record_count, filename, true as ready from public.ingestion_manifests where id = $1',
        [manifestId],
      );
      return rows[0];
    }
    const { rows } = await tx.query<FoundBatch>(
      `select record_count, status = 'completed' and csv_url is not null as ready,
              case when entity_type = 'table' and manifest_id is null then manifest #>> '{request,table}'
                   else entity_type end as entity, ${HAS_OTHER_ROWS} as "isOther",
              manifest #>> '{request,preset}' as preset
         from public.generation_logs where batch_id = $1`,
      [batchId],
    );
    const batch = rows[0];
    return (
      batch && {
        ...batch,
        ready: batch.ready && isAnalyzed(batch),
        filename: batchName(batchId, batch.isOther ? 'rows' : batch.entity),
      }
    );
  });
  if (!source) {
    const what = body.batchId === undefined ? 'Dataset' : 'Batch';
    throw new AppError('not_found', `${what} not found`);
  }
  if (!source.ready) {
    throw new AppError(
      'bad_request',
      'Only a completed batch of transactions, or of the claims or members of a book, can be analyzed.',
    );
  }
  const rows = Number(source.record_count);
  if (rows === 0) throw new AppError('bad_request', 'The dataset has no rows to analyze.');
  return { filename: source.filename, rows };
}
