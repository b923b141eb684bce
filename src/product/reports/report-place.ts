import type pg from 'pg';
import { capReachedText } from '../../shared/contracts/report-cap.ts';
import type { ReportPlace } from '../batches/batch-reports.ts';
import { datasetGone } from '../data/lock-dataset.ts';

/** Reserves a report, or returns the refusal. A repeated measurement keeps its number. */
export async function reportPlace(
  tx: pg.PoolClient,
  manifestId: string,
  batchId: string,
): Promise<ReportPlace | { withheld: string }> {
  const { rows } = await tx.query<{ cap: number; made: number; own: number | null }>(
    `select m.report_cap as cap,
            (select count(*)::int from public.batch_reports r
               join public.generation_logs g using (batch_id) where g.manifest_id = m.id) as made,
            (select ordinal from public.batch_reports where batch_id = $2) as own
       from public.ingestion_manifests m where m.id = $1`,
    [manifestId, batchId],
  );
  if (!rows[0]) throw datasetGone();
  const { cap, made, own } = rows[0];
  const ordinal = own ?? made + 1;
  if (ordinal <= cap) return { ordinal, cap };
  return { withheld: capReachedText(made) };
}
