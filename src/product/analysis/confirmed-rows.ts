import type { Database } from '../../platform/database/database.ts';
import type { AnalysisSource } from '../../shared/contracts/analysis.ts';

/** Returns rows that were rejected (confirmed) individually in earlier analyses, from 1. */
export async function confirmedRows(
  database: Database,
  tenantId: string,
  { manifestId, batchId }: AnalysisSource,
): Promise<number[]> {
  const { rows } = await database.asTenant(tenantId, (tx) =>
    tx.query<{ row: number }>(
      `select distinct (b.exceptions -> d.item ->> 'row')::int as row
       from public.exception_decisions d
       join public.exception_batches b on b.id = d.batch_id
       join public.pattern_analysis_results r on r.id = b.result_id
      where d.decision = 'rejected' and coalesce(r.manifest_id, r.batch_id) = $1
      order by 1`,
      [manifestId ?? batchId],
    ),
  );
  return rows.flatMap(({ row }) => (row === null ? [] : [row]));
}
