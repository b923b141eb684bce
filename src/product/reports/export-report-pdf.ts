import type pg from 'pg';
import { z } from 'zod';
import { defineFileFunction, type FunctionDefinition } from '../../platform/functions/define.ts';
import { canonicalJson, type Json } from '../../shared/canonical-json.ts';
import { AppError } from '../../shared/errors.ts';
import type { Product } from '../product.ts';
import type { ReportFacts } from './pdf/report-pdf.ts';

const printed = async (facts: ReportFacts) =>
  (await import('./pdf/report-pdf.ts')).reportPdf(facts);

type Row = {
  batch_id: string;
  entity_type: string;
  record_count: string;
  created_at: Date;
  quality_score: number | null;
  privacy_score: number | null;
  manifest: ReportFacts['manifest'];
  quality: ReportFacts['quality'];
  privacy: ReportFacts['privacy'];
  from_scratch: ReportFacts['fromScratch'];
  sha256: string;
  tenant: string | null;
};

async function readFacts(tx: pg.PoolClient, batchId: string): Promise<ReportFacts | null> {
  const { rows } = await tx.query<Row>(
    `select g.batch_id, g.entity_type, g.record_count, g.created_at, g.quality_score, g.privacy_score,
            g.manifest, r.quality, r.privacy, r.from_scratch, r.sha256,
            (select name from public.organizations where id = private.org_id()) as tenant
       from public.generation_logs g cross join lateral public.read_report(g.batch_id) r
      where g.batch_id = $1`,
    [batchId],
  );
  const [row] = rows;
  if (!row) return null;
  const { quality, privacy, from_scratch } = row;
  return {
    batchId: row.batch_id,
    entity: row.entity_type,
    records: Number(row.record_count),
    createdAt: new Date(row.created_at),
    tenant: row.tenant ?? 'Personal',
    manifest: row.manifest,
    qualityScore: row.quality_score,
    privacyScore: row.privacy_score,
    quality,
    privacy,
    fromScratch: from_scratch,
    json: canonicalJson({ quality, privacy, from_scratch } as unknown as Json),
    sha256: row.sha256,
  };
}

export async function readPrintedReport(tx: pg.PoolClient, batchId: string) {
  const facts = await readFacts(tx, batchId);
  return facts && { json: facts.json, sha256: facts.sha256, pdf: () => printed(facts) };
}

export const exportReportPdf = (product: Product): FunctionDefinition =>
  defineFileFunction({
    name: 'export-report-pdf',
    contentType: 'application/pdf',
    summary: "Exports a batch's quality and privacy report as PDF.",
    audience: 'session',
    body: z.strictObject({ batch_id: z.uuid('batch_id must be the id of a batch') }),
    handle: async ({ body, caller }) => {
      const facts = await product.platform.database.asCaller(caller, async (tx) => {
        const found = await readFacts(tx, body.batch_id);
        if (found) await tx.query('select public.note_report_export($1)', [body.batch_id]);
        return found;
      });
      if (!facts) throw new AppError('not_found', 'This batch has no report.');
      return {
        name: `report-${body.batch_id.slice(0, 8)}.pdf`,
        bytes: await printed(facts),
      };
    },
  });
