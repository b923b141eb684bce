import type pg from 'pg';
import {
  type BatchReports,
  publishReport,
  type QualityReport,
  reportsSchema,
} from '../../engines/measure/index.ts';
import { sha256Hex } from '../../engines/provenance/sha256.ts';
import { canonicalJson, type Json } from '../../shared/canonical-json.ts';
import { AppError } from '../../shared/errors.ts';

export type ReportPlace = { ordinal: number; cap: number };

/** Stored reports of a batch: rounded, as canonical JSON, with their hash. */
export type SealedReports = { reports: BatchReports; sha256: string; scores: Scores };

type Scores = {
  quality: number | null;
  privacy: number | null;
  usefulness: 'useful' | 'limited' | 'unfit' | null;
  withheld: string | null;
};

const MAX_BYTES = 4 * 1024 * 1024;
const LIKELY_PAIRS = 1000;

const hundredths = (score: number | null | undefined) =>
  score === null || score === undefined ? null : Math.round(score * 100);

/** Limits the stored column pairs to the least similar ones; the score counts all. */
function shortened(quality: QualityReport): QualityReport {
  if (quality.trends.length <= LIKELY_PAIRS) return quality;
  const trends = [...quality.trends]
    .sort((a, b) => (a.score ?? 2) - (b.score ?? 2))
    .slice(0, LIKELY_PAIRS);
  const reason = `the ${LIKELY_PAIRS} least alike of ${quality.trends.length} pairs are listed; all were counted`;
  const omitted = { metric: 'list of pairs', reason, n: quality.trends.length, needed: null };
  return { ...quality, trends, notMeasured: [...quality.notMeasured, omitted] };
}

/** @throws AppError if the report is too large, a ZodError if it is invalid */
export function sealReports(parts: Partial<BatchReports>): SealedReports {
  const { quality = null, privacy = null, from_scratch = null } = parts;
  const reports = reportsSchema.parse({
    quality: quality && publishReport(shortened(quality)).report,
    privacy: privacy && publishReport(privacy).report,
    from_scratch: from_scratch && publishReport(from_scratch).report,
  });
  const text = canonicalJson(reports as unknown as Json);
  if (text.length > MAX_BYTES) {
    throw new AppError('bad_request', 'The report is over 4 MB: the dataset has too many columns.');
  }
  const judged = reports.quality?.usefulness?.verdict ?? 'withheld';
  const score = reports.privacy?.score ?? reports.from_scratch?.privacy.score ?? null;
  return {
    reports,
    sha256: sha256Hex(text),
    scores: {
      quality: hundredths(reports.quality?.score ?? reports.from_scratch?.score),
      privacy: score === null ? null : Math.floor(score),
      usefulness: judged === 'withheld' ? null : judged,
      withheld: reports.privacy?.verdict === 'withheld' ? reports.privacy.reason : null,
    },
  };
}

export const reportNotes = ({ sha256, scores }: SealedReports): { [key: string]: Json } => ({
  reportSha256: sha256,
  ...(scores.withheld === null ? {} : { privacyWithheld: scores.withheld }),
});

export async function storeReports(
  tx: pg.PoolClient,
  batch: { batchId: string; tenantId: string; place?: ReportPlace },
  { reports, sha256, scores }: SealedReports,
): Promise<void> {
  const written = [reports.quality, reports.privacy, reports.from_scratch].map((part) =>
    part === null ? null : canonicalJson(part as unknown as Json),
  );
  await tx.query(
    `insert into public.batch_reports (batch_id, tenant_id, quality, privacy, from_scratch, sha256, ordinal, cap)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (batch_id) do update
       set quality = excluded.quality, privacy = excluded.privacy,
           from_scratch = excluded.from_scratch, sha256 = excluded.sha256`,
    [
      batch.batchId,
      batch.tenantId,
      ...written,
      sha256,
      batch.place?.ordinal ?? null,
      batch.place?.cap ?? null,
    ],
  );
  await tx.query(
    `update public.generation_logs
        set quality_score = $2, privacy_score = $3, usefulness = $4, report_url = $5
      where batch_id = $1`,
    [
      batch.batchId,
      scores.quality,
      scores.privacy,
      scores.usefulness,
      `/reports?batch=${batch.batchId}`,
    ],
  );
}
