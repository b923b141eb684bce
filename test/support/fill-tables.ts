import type pg from 'pg';

const LATER = "now() + interval '7 days'";

/** Inserts of one row per table for a tenant; `$1` is the tenant, `$2` a member of it. */
const ROWS: Record<string, string> = {
  model_approvals: `insert into public.model_approvals
      (tenant_id, run_id, intended_use, audience, expires_on, content_sha256, evidence, sha256, approved_by)
    values ($1, $1, 'Tests', 'Team', current_date, 'a', '[]', 'b', $2)`,
  pattern_analysis_results: `insert into public.pattern_analysis_results (tenant_id, dataset_name, analysis_type) values ($1, 'd', 'anomaly')`,
  exception_batches: `insert into public.exception_batches
      (id, tenant_id, batch_name, exception_count, threshold_used, exceptions) values ($1, $1, 'b', 1, 0.5, '[]')`,
  cases: `insert into public.cases
      (id, tenant_id, batch_id, source_id, subject_column, subject, evidence, rows, reasons)
    values ($1, $1, $1, $1, 'account', 'A', 1, '{1}', '[]')`,
  case_events: `insert into public.case_events (case_id, tenant_id, actor_id, action, note)
    values ($1, $1, $2, 'comment', 'n')`,
  rankers: `insert into public.rankers (id, tenant_id, version, governance_run_id, seed, decisions, confirmed, cleared,
      sources, trained_through, model, sha256, segments)
    values ($1, $1, 1, $1, '1', '[]', 0, 0, '[]', now(), '{}', 'h', '[]')`,
  review_settings: `insert into public.review_settings (tenant_id, ranker_id, cases_a_day) values ($1, $1, 5)`,
  truth_readers: `insert into public.truth_readers (tenant_id, user_id) values ($1, $2)`,
  alert_scores: `insert into public.alert_scores (tenant_id, batch_id, system, alerts_sha256, average_precision, scores)
    values ($1, $1, 's', 'h', 0, '{}')`,
  exception_decisions: `insert into public.exception_decisions
      (batch_id, item, decision, reason_code, tenant_id, decided_by) values ($1, 0, 'approved', 'other', $1, $2)`,
  evidence_documents: `insert into public.evidence_documents
      (tenant_id, filename, file_type, file_size, storage_path, uploaded_by, org_id, is_global)
    select $1, 'e.pdf', 'application/pdf', 1, $1 || '/' || g, $2, $1, g from unnest(array[true, false]) g`,
  evidence_links: `insert into public.evidence_links (document_id, governance_run_id, tenant_id, linked_by)
    select id, $1, $1, $2 from public.evidence_documents where tenant_id = $1 and not is_global`,
  privacy_sources: `insert into public.privacy_sources
      (id, tenant_id, name, unit, budget_epsilon, budget_rho, budget_delta) values ($1, $1, 's', 'row', 1, 1, 0)`,
  privacy_ledger: `insert into public.privacy_ledger
      (source_id, sequence, time, operation, mechanism, unit, nano_rho, delta, code_hash, previous_hash, hash, epsilon, tenant_id)
    values ($1, 1, 't', 'o', 'm', 'row', 1, 0, 'c', 'p', 'h', 1, $1)`,
  stored_models: `insert into public.stored_models
      (tenant_id, manifest_id, mode, epsilon, engine, model_hash, model_bytes, object_name, guarantee, sources)
    values ($1, $1, 'private', 1, 'e', 'h', 1, $1::text, '{}', '{}')`,
  table_sets: `insert into public.table_sets (tenant_id, name, keys, relations) values ($1, 'set', '{}', '[]')`,
  environments: `insert into public.environments (tenant_id, name, request_sha256, rows_tenant)
    values ($1, 'e', 'r', gen_random_uuid())`,
  webhooks: `insert into public.webhooks (id, tenant_id, url, events, secret)
    values ($1, $1, 'https://hooks.example', '{batch.finished}', 's')`,
  webhook_deliveries: `insert into public.webhook_deliveries (tenant_id, webhook_id, event, body, next_attempt_at)
    values ($1, $1, 'batch.finished', '{}', null)`,
  ingestion_recipes: `insert into public.ingestion_recipes (tenant_id, name, recipe, sha256) values ($1, 'r', '{}', 's')`,
  api_keys: `insert into public.api_keys (tenant_id, name, prefix, key_hash, tables, made_for, made_as)
    values ($1, 'k', 'p', decode(md5($1::text), 'hex'), '{customers}', $2, 'admin')`,
  users: `insert into auth.users (email, invited_at, invitation_expires_at) values ($1 || '@invited.example', now(), ${LATER})`,
};

/** Fills the tables that take an analysis, an approval or a budget to fill, past all triggers. */
export async function fillTables(
  db: pg.ClientBase,
  { tenant, member }: { tenant: string; member: string },
): Promise<void> {
  // Its stored row count is kept by a trigger.
  await db.query(
    "insert into public.governance_audit (run_id, tenant_id, model_type, dataset_ref) values ($1, $1, 'm', 'd')",
    [tenant],
  );
  await db.query('set session_replication_role = replica');
  for (const statement of Object.values(ROWS)) {
    const text = statement.replaceAll('$1', `'${tenant}'::uuid`).replaceAll('$2', `'${member}'`);
    await db.query(text);
  }
  await db.query('set session_replication_role = origin');
}
