import { createHash } from 'node:crypto';
import type pg from 'pg';
import { z } from 'zod';
import { toBase64 } from '../../engines/provenance/base64.ts';
import { parseCheckpoint } from '../../engines/provenance/checkpoint.ts';
import { parseNote } from '../../engines/provenance/note.ts';
import { defineFileFunction, type FunctionDefinition } from '../../platform/functions/define.ts';
import { actorOf, recordAccess } from '../../platform/gateway/record-access.ts';
import type { Product } from '../product.ts';
import type { AuditCheckpoint, AuditRow } from './audit-pdf.ts';

type SealedLog = {
  note: string | null;
  sealed_at: string | null;
  outside_at: string | null;
  outside_name: string | null;
};

async function readCheckpoint(tx: pg.PoolClient): Promise<AuditCheckpoint | null> {
  const { rows } = await tx.query<SealedLog>('select * from private.log_status()');
  const { note, sealed_at: sealedAt, outside_at: outsideAt, outside_name: name } = rows[0]!;
  const checkpoint = note === null ? null : parseCheckpoint(parseNote(note)?.text ?? '');
  if (checkpoint === null || sealedAt === null) return null;
  return {
    origin: checkpoint.origin,
    size: checkpoint.size,
    root: toBase64(checkpoint.root),
    sealedAt: new Date(sealedAt).toISOString(),
    outside: outsideAt === null ? null : `${name}, ${new Date(outsideAt).toISOString()}`,
  };
}

export function governanceFunctions(product: Product): FunctionDefinition[] {
  return [
    defineFileFunction({
      name: 'export-audit-pdf',
      contentType: 'application/pdf',
      summary: "Exports the organization's AI audit trail as PDF.",
      audience: 'session',
      body: z.strictObject({}),
      handle: async ({ caller, request }) => {
        const { rows, tenant, tenantId, checkpoint } = await product.platform.database.asCaller(
          caller,
          async (tx) => {
            const result = await tx.query<AuditRow>(
              `select g.run_id, g.model_type, g.dataset_ref, g.accuracy_score, g.risk_score,
                      g.approved_for_production, g.created_at,
                      (select count(*)::int from public.evidence_links l where l.governance_run_id = g.run_id) as evidence,
                      (select to_json(a) from (
                         select c.*, first.email as approver, second.email as confirmer
                           from public.current_approvals c
                           left join public.profiles first on first.id = c.approved_by
                           left join public.profiles second on second.id = c.confirmed_by
                          where c.run_id = g.run_id) a) as approval,
                      (select to_json(e) from (
                         select l.seq, l.kind, l.outside_at from public.log_entries l
                          where l.subject = g.run_id::text and l.kind like 'model.%'
                          order by l.seq desc limit 1) e) as entry
                 from public.governance_audit g order by g.created_at desc limit 5000`,
            );
            const named = await tx.query<{ name: string | null; id: string }>(
              `select private.tenant_id() as id,
                      (select name from public.organizations where id = private.org_id()) as name`,
            );
            const { name, id } = named.rows[0]!;
            return {
              rows: result.rows,
              tenant: name ?? 'Personal',
              tenantId: id,
              checkpoint: await readCheckpoint(tx),
            };
          },
          { readOnly: true },
        );
        const { auditPdf } = await import('./audit-pdf.ts');
        const at = new Date();
        const bytes = await auditPdf(rows, { tenant, at, checkpoint });
        await recordAccess(product.platform.database.owner, {
          request,
          access: {
            actorId: actorOf(caller),
            action: 'audit.exported',
            objectType: 'governance_audit',
            objectId: tenantId,
            detail: {
              records: rows.length,
              sha256: createHash('sha256').update(bytes).digest('hex'),
            },
          },
          fold: 'minute',
        });
        return {
          name: `ai-governance-audit-${at.toISOString().slice(0, 10)}.pdf`,
          bytes,
        };
      },
    }),
  ];
}
