import { randomUUID } from 'node:crypto';
import type { Bank, Member } from './members.ts';

export const APPROVE =
  "select public.approve_model_run($1, null, 'Load tests', 'The team', current_date)";

export async function recordWithEvidence(bank: Bank, admin: Member) {
  const path = `${bank.organization}/${randomUUID()}.pdf`;
  const { owner } = bank.database;
  await owner.query(
    `insert into storage.objects (bucket_id, name, version, tenant_id, owner, metadata)
     values ('evidence-vault', $1, gen_random_uuid(), $2, $3, $4)`,
    [
      path,
      bank.organization,
      admin.id,
      { sha256: randomUUID().replaceAll('-', '').repeat(2), size: 10, content: { readable: true } },
    ],
  );
  const document = await owner.query<{ id: string }>(
    `insert into public.evidence_documents (tenant_id, filename, file_type, file_size, storage_path, uploaded_by, org_id)
     values ($1, 'e.pdf', 'application/pdf', 10, $2, $3, $1) returning id`,
    [bank.organization, path, admin.id],
  );
  const record = await owner.query<{ run_id: string }>(
    `insert into public.governance_audit (tenant_id, model_type, dataset_ref) values ($1, 'm', 'd') returning run_id`,
    [bank.organization],
  );
  const [documentId, run] = [document.rows[0]!.id, record.rows[0]!.run_id];
  await owner.query(
    'insert into public.evidence_links (document_id, governance_run_id, tenant_id, linked_by) values ($1, $2, $3, $4)',
    [documentId, run, bank.organization, admin.id],
  );
  return { path, documentId, run };
}
