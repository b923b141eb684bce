import type { SynthesisMode } from '../../engines/synthesize/index.ts';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../shared/errors.ts';

export type Batch = {
  version: string;
  sha256: string;
  record_count: string;
  seed: string;
  /** True if values or shares were set, so that the batch differs from the file by design. */
  conditioned: boolean;
  /** Mode of the fit; null for batches that were not learned. */
  mode: SynthesisMode | null;
  /** True for learned rows of other columns than the bank's. */
  isOther: boolean;
};

/** Learned rows of other columns than the bank's: their file is named after the upload. */
export const HAS_OTHER_ROWS = `coalesce(manifest_id is not null and manifest #>> '{files,0,name}' <> 'transactions.csv', false)`;

/** @throws AppError if the tenant has no such batch, or it was deleted */
export async function readBatch(database: Database, tenantId: string, id: string): Promise<Batch> {
  const { rows } = await database.asTenant(tenantId, (tx) =>
    tx.query<Batch>(
      `select g.record_count, o.version, g.manifest ->> 'seed' as seed,
            g.manifest -> 'files' -> 0 ->> 'sha256' as sha256,
            coalesce((g.manifest -> 'request' -> 'given')::text not in ('{}', 'null'), false)
              or coalesce((g.manifest -> 'request' -> 'rebalance')::text <> 'null', false) as conditioned,
            g.manifest -> 'request' ->> 'mode' as mode, ${HAS_OTHER_ROWS} as "isOther"
       from public.generation_logs g
       join storage.objects o on o.bucket_id = split_part(g.csv_url, '/', 1)
        and o.name = substring(g.csv_url from position('/' in g.csv_url) + 1)
      where g.batch_id = $1`,
      [id],
    ),
  );
  if (!rows[0]) throw new AppError('not_found', 'The batch no longer exists.');
  return rows[0];
}
