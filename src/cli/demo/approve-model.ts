import { randomUUID } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';

const DAY_MILLISECONDS = 86_400_000;

export type Bank = {
  analyst: SupabaseClient;
  approver: SupabaseClient;
  organization: string;
  onStage: (stage: string) => void;
};
/** Exports the report of a batch, files it as evidence, and approves the batch's model with it. */
export async function approveModel({ analyst, approver, organization }: Bank, batch: string) {
  const { data: pdf, error } = await analyst.functions.invoke('export-report-pdf', {
    body: { batch_id: batch },
  });
  if (error) throw error;
  const bytes = pdf as Blob;
  const path = `${organization}/${randomUUID()}.pdf`;
  const type = 'application/pdf';
  const stored = await analyst.storage
    .from('evidence-vault')
    .upload(path, bytes, { contentType: type });
  if (stored.error) throw stored.error;
  const document = {
    filename: 'model-validation-report.pdf',
    file_type: type,
    file_size: bytes.size,
    storage_path: path,
    uploaded_by: (await analyst.auth.getUser()).data.user!.id,
    org_id: organization,
    is_global: false,
  };
  const [{ data: evidence }, { data: record }] = await Promise.all([
    analyst
      .from('evidence_documents')
      .insert(document)
      .select('id')
      .single<{ id: string }>()
      .throwOnError(),
    analyst
      .from('governance_audit')
      .select('run_id')
      .eq('batch_id', batch)
      .single<{ run_id: string }>()
      .throwOnError(),
  ]);
  await analyst
    .from('evidence_links')
    .insert({ document_id: evidence.id, governance_run_id: record.run_id })
    .throwOnError();
  const nextYear = new Date(Date.now() + 365 * DAY_MILLISECONDS).toISOString().slice(0, 10);
  await approver
    .rpc('approve_model_run', {
      p_run_id: record.run_id,
      p_intended_use: 'Load and integration tests of the payments platform',
      p_audience: 'Platform engineering',
      p_expires_on: nextYear,
      p_notes: 'Report and evidence read.',
    })
    .throwOnError();
}
