import { z } from 'zod';
import { defineFileFunction, type FunctionDefinition } from '../../platform/functions/define.ts';
import { actorOf, recordAccess } from '../../platform/gateway/record-access.ts';
import type { Product } from '../product.ts';
import { type AuditRow, auditPdf } from './audit-pdf.ts';

/** Functions about the record of model runs. */
export function governanceFunctions(product: Product): FunctionDefinition[] {
  return [
    defineFileFunction({
      name: 'export-audit-pdf',
      summary: "The organization's AI audit trail as a PDF.",
      audience: 'session',
      body: z.strictObject({}),
      handle: async ({ caller, request }) => {
        const { rows, tenant, tenantId } = await product.platform.database.asCaller(
          caller,
          async (tx) => {
            const found = await tx.query<AuditRow>(
              `select g.run_id, g.model_type, g.dataset_ref, g.accuracy_score, g.risk_score,
                      g.approved_for_production, g.created_at,
                      (select count(*)::int from public.evidence_links l where l.governance_run_id = g.run_id) as evidence,
                      (select to_json(a) from (
                         select c.*, first.email as approver, second.email as confirmer
                           from public.current_approvals c
                           left join public.profiles first on first.id = c.approved_by
                           left join public.profiles second on second.id = c.confirmed_by
                          where c.run_id = g.run_id) a) as approval
                 from public.governance_audit g order by g.created_at desc limit 5000`,
            );
            const named = await tx.query<{ name: string | null; id: string }>(
              `select private.tenant_id() as id,
                      (select name from public.organizations where id = private.org_id()) as name`,
            );
            const { name, id } = named.rows[0]!;
            return { rows: found.rows, tenant: name ?? 'Personal', tenantId: id };
          },
          { readOnly: true },
        );
        const at = new Date();
        await recordAccess(product.platform.database.owner, {
          request,
          access: {
            actorId: actorOf(caller),
            action: 'audit.exported',
            objectType: 'governance_audit',
            objectId: tenantId,
            detail: { records: rows.length },
          },
          fold: 'minute',
        });
        return {
          name: `ai-governance-audit-${at.toISOString().slice(0, 10)}.pdf`,
          contentType: 'application/pdf',
          bytes: await auditPdf(rows, { tenant, at }),
        };
      },
    }),
  ];
}
