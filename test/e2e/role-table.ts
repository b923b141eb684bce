import type { KeyScope } from '../../src/shared/key-scopes.ts';

// Role table: the rows, files, changes and procedures that each role of an organization reaches.
export const WHO = ['anon', 'other', 'disabled', 'pilot', 'superadmin', 'admin'] as const;
export type Who = (typeof WHO)[number];

/** Callers that are answered; anonymous ones get 401 and disabled accounts 403. */
export type Reader = Exclude<Who, 'anon' | 'disabled'>;

/** Conditions on a relation's rows, in SQL; `{one}`, `{two}` and `{pilot}` are ids. */
type Rows = {
  /** Relation counted by the database's owner, if the view hides rows from the owner as well. */
  from?: string;
  /** Columns that clients may select, if not all. */
  columns?: string;
} & Record<Reader, string>;

const TENANT: Rows = {
  other: 'tenant_id = {two}',
  pilot: 'tenant_id = {one}',
  admin: 'tenant_id = {one}',
  superadmin: 'false',
};

const BANK = (table: string): Rows => ({ ...TENANT, from: `bank.${table}` });

/** Rows of each table and view that a caller reads. `other` is a member of organization two. */
export const ROWS: Record<string, Rows> = {
  accounts: BANK('accounts'),
  alert_scores: TENANT,
  api_keys: { ...TENANT, columns: 'id', pilot: 'false' },
  batch_reports: { ...TENANT, columns: 'batch_id, sha256' },
  case_events: TENANT,
  cases: TENANT,
  current_approvals: TENANT,
  customers: BANK('customers'),
  environments: TENANT,
  evidence_documents: {
    other: 'tenant_id = {two} or is_global',
    pilot: 'tenant_id = {one} or is_global',
    admin: 'tenant_id = {one} or is_global',
    superadmin: 'is_global',
  },
  evidence_links: TENANT,
  exception_batches: TENANT,
  exception_decisions: TENANT,
  generation_logs: TENANT,
  governance_audit: TENANT,
  ingestion_manifests: TENANT,
  ingestion_recipes: TENANT,
  invitations: {
    from: 'auth.users',
    other: 'false',
    pilot: 'false',
    admin: 'false',
    superadmin: 'invited_at is not null',
  },
  log_entries: {
    from: 'log.leaves',
    other: 'organization = private.commitment({two})',
    pilot: 'organization = private.commitment({one})',
    admin: 'organization = private.commitment({one})',
    superadmin: 'organization = private.commitment({superadmin})',
  },
  model_approvals: TENANT,
  organizations: {
    other: 'id = {two}',
    pilot: 'id = {one}',
    admin: 'id = {one}',
    superadmin: 'true',
  },
  pattern_analysis_results: TENANT,
  privacy_ledger: TENANT,
  privacy_sources: TENANT,
  profiles: { ...TENANT, superadmin: 'true' },
  rankers: TENANT,
  review_settings: TENANT,
  runs: TENANT,
  stored_models: TENANT,
  table_sets: TENANT,
  transactions: BANK('transactions'),
  truth_readers: { ...TENANT, superadmin: 'true' },
  webhook_deliveries: { ...TENANT, pilot: 'false' },
  webhooks: { ...TENANT, columns: 'id', pilot: 'false' },
  user_roles: {
    other: 'user_id = {other}',
    pilot: 'user_id = {pilot}',
    admin: 'user_id = {admin}',
    superadmin: 'true',
  },
};

/** Tables that announce changes: callers that read a row hear of it. */
export const CHANNELS = [
  'evidence_documents',
  'exception_batches',
  'exception_decisions',
  'generation_logs',
  'governance_audit',
  'ingestion_manifests',
  'pattern_analysis_results',
  'profiles',
  'runs',
];

type Files = Record<'read' | 'write' | 'remove', readonly Who[]>;

const READ_ONLY: Files = { read: ['pilot', 'admin'], write: [], remove: [] };
const SERVER: Files = { read: [], write: [], remove: [] };

/** Callers that reach files of organization one, by bucket. */
export const BUCKETS: Record<string, Files> = {
  batch_shards: SERVER,
  environments: READ_ONLY,
  'evidence-vault': { read: ['pilot', 'admin'], write: ['pilot', 'admin'], remove: ['admin'] },
  generated_data: READ_ONLY,
  ingested_data: READ_ONLY,
  models: SERVER,
};

const signedIn = (answer: number) => ({ pilot: answer, admin: answer, superadmin: answer });
const admins = (answer: number) => ({ pilot: 403, admin: answer, superadmin: answer });
const superadmins = (answer: number) => ({ pilot: 403, admin: 403, superadmin: answer });

/** Answers to members and superadmins that name objects that don't exist. */
export const PROCEDURES: Record<string, Record<'pilot' | 'admin' | 'superadmin', number>> = {
  act_on_case: signedIn(404),
  approve_exception_batch: signedIn(404),
  approval_checks: signedIn(404),
  approve_model_run: signedIn(404),
  cancel_run: signedIn(200),
  confirm_model_approval: signedIn(404),
  count_decisions: signedIn(200),
  count_dataset_deletion: signedIn(200),
  decide_cases: signedIn(404),
  decline_model_run: signedIn(404),
  delete_batch: signedIn(404),
  end_own_session: signedIn(200),
  end_sessions_of: superadmins(404),
  exception_history: signedIn(200),
  erase_person: superadmins(404),
  exception_precision: signedIn(200),
  list_deleted_organizations: superadmins(200),
  list_deleted_persons: superadmins(200),
  list_organization_deletions: superadmins(200),
  list_own_sessions: signedIn(200),
  list_security_events: superadmins(200),
  note_report_export: signedIn(404),
  open_source_commitment: signedIn(404),
  raise_report_cap: admins(404),
  read_report: signedIn(200),
  rename_batch: signedIn(404),
  request_organization_deletion: superadmins(404),
  return_to_queue: signedIn(404),
  revoke_model_run: signedIn(404),
  seed_org_demo_data: superadmins(404),
  set_case_capacity: admins(204),
  set_dataset_roles: signedIn(404),
  set_retention: superadmins(404),
  set_truth_reader: admins(404),
  start_review: signedIn(404),
  use_ranker: signedIn(404),
  withdraw_invitation: superadmins(409),
  withdraw_organization_deletion: superadmins(404),
};

/** Tables that API keys may select from, with the scopes that see rows; others are refused. */
export const KEY_ROWS: Record<string, readonly KeyScope[]> = {
  accounts: ['read'],
  alert_scores: ['truth'],
  customers: ['read'],
  environments: ['reset'],
  generation_logs: ['generate', 'export', 'reset', 'truth'],
  ingestion_manifests: ['generate', 'ingest'],
  ingestion_recipes: ['ingest'],
  runs: ['generate', 'ingest', 'export', 'reset'],
  table_sets: ['generate', 'ingest'],
  transactions: ['read'],
  webhook_deliveries: ['reset'],
  webhooks: ['reset'],
};

/** Columns that keys may select, where not all. */
export const KEY_COLUMNS: Record<string, string> = {
  ingestion_manifests: 'id,filename',
  webhooks: 'id',
};

/** Procedures that keys may call, with the answer to each scope; other scopes are refused. */
export const KEY_PROCEDURES: Record<string, Partial<Record<KeyScope, number>>> = {
  cancel_run: { generate: 200, ingest: 200 },
  delete_batch: { reset: 404 },
};

/** Buckets that keys read from, by scope. They write nowhere. */
export const KEY_BUCKETS: Record<string, readonly KeyScope[]> = { generated_data: ['export'] };
