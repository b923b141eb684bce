import { z } from 'zod';
import { canonicalJson, type Json } from '../../engines/provenance/canonical-json.ts';
import { defineFileFunction, type FunctionDefinition } from '../../platform/functions/define.ts';
import { AppError } from '../../shared/errors.ts';
import type { Product } from '../product.ts';
import { type ReportFacts, reportPdf } from './pdf/report-pdf.ts';

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

/** A batch's quality and privacy report as a PDF, its JSON attached. Who prints one is on the audit trail. */
export const exportReportPdf = (product: Product): FunctionDefinition =>
  defineFileFunction({
    name: 'export-report-pdf',
    summary: "A batch's quality and privacy report as a PDF.",
    audience: 'session',
    body: z.strictObject({ batch_id: z.uuid('batch_id must be the id of a batch') }),
    handle: async ({ body, caller }) => {
      const row = await product.platform.database.asCaller(caller, async (tx) => {
        const { rows } = await tx.query<Row>(
          `select g.batch_id, g.entity_type, g.record_count, g.created_at, g.quality_score, g.privacy_score,
                  g.manifest, r.quality, r.privacy, r.from_scratch, r.sha256,
                  (select name from public.organizations where id = private.org_id()) as tenant
             from public.generation_logs g cross join lateral public.read_report(g.batch_id) r
            where g.batch_id = $1`,
          [body.batch_id],
        );
        if (rows[0]) await tx.query('select public.note_report_export($1)', [body.batch_id]);
        return rows[0];
      });
      if (!row) throw new AppError('not_found', 'There is no report of this batch.');
      const { quality, privacy, from_scratch } = row;
      const facts: ReportFacts = {
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
      return {
        name: `report-${row.batch_id.slice(0, 8)}.pdf`,
        contentType: 'application/pdf',
        bytes: await reportPdf(facts),
      };
    },
  });
