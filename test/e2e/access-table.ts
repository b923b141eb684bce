// Access table: callers, requests and answers for functions, data and files.
/** Callers. `other` is fully signed in and names objects of another organization. */
export const CALLERS = [
  'none',
  'bad',
  'expired',
  'ended',
  'disabled',
  'half',
  'other',
  'service',
] as const;
export type Caller = (typeof CALLERS)[number];
export type Said = Record<Caller, string>;
type Row = [method: string, path: string, body: object | null, expected: Said];

/** Answers wherever a signed-in user is needed. */
const FUNCTION: Omit<Said, 'other'> = {
  none: '401 unauthenticated',
  bad: '401 unauthenticated',
  expired: '401 unauthenticated',
  ended: '401 unauthenticated',
  disabled: '403 forbidden',
  half: '403 forbidden',
  service: '401 unauthenticated',
};
/** Open to all, except that an ended session is refused. */
const open = (said: string): Said => ({ ...FUNCTION, none: said, other: said, service: said });
/** Answers of the data service, the same for every table and procedure. */
export const REST: Omit<Said, 'other' | 'service'> = {
  none: '401 42501',
  bad: '401 PGRST301',
  expired: '401 PGRST303',
  ended: '401 PT401',
  disabled: '403 PT403',
  half: '403 PT403',
};
/** Tables without `select *`: each column must be requested by name. */
export const BY_COLUMN = ['api_keys', 'batch_reports', 'webhooks'];
/** Procedures: answers to a member of another organization and to the service key. */
export const PROCEDURES: Record<string, [other: string, service: string]> = {
  // Answered with false, nothing or no rows.
  cancel_run: ['200', '200'],
  count_dataset_deletion: ['200', '403 42501'],
  count_decisions: ['200', '403 42501'],
  end_own_session: ['200', '403 42501'],
  exception_history: ['200', '403 42501'],
  exception_precision: ['200', '403 42501'],
  list_own_sessions: ['200', '403 42501'],
  read_report: ['200', '403 42501'],
  approve_exception_batch: ['404 PT404', '403 42501'],
  act_on_case: ['404 PT404', '403 42501'],
  decide_cases: ['404 PT404', '403 42501'],
  delete_batch: ['404 PT404', '403 42501'],
  rename_batch: ['404 PT404', '403 42501'],
  approval_checks: ['404 PT404', '403 42501'],
  approve_model_run: ['404 PT404', '403 42501'],
  confirm_model_approval: ['404 PT404', '403 42501'],
  decline_model_run: ['404 PT404', '403 42501'],
  note_report_export: ['404 PT404', '404 PT404'],
  open_source_commitment: ['404 PT404', '403 42501'],
  return_to_queue: ['404 PT404', '403 42501'],
  revoke_model_run: ['404 PT404', '403 42501'],
  set_dataset_roles: ['404 PT404', '403 42501'],
  start_review: ['404 PT404', '403 42501'],
  use_ranker: ['404 PT404', '403 42501'],
  // Only for superadmins or admins, whatever is named.
  end_sessions_of: ['403 42501', '403 42501'],
  list_security_events: ['403 42501', '403 42501'],
  set_case_capacity: ['403 42501', '403 42501'],
  raise_report_cap: ['403 42501', '403 42501'],
  seed_org_demo_data: ['403 42501', '404 PT404'],
  set_retention: ['403 42501', '403 42501'],
  set_truth_reader: ['403 42501', '403 42501'],
  erase_person: ['403 42501', '403 42501'],
  list_deleted_organizations: ['403 42501', '403 42501'],
  list_deleted_persons: ['403 42501', '403 42501'],
  list_organization_deletions: ['403 42501', '403 42501'],
  request_organization_deletion: ['403 42501', '403 42501'],
  withdraw_organization_deletion: ['403 42501', '403 42501'],
  withdraw_invitation: ['403 42501', '403 42501'],
};

const NO_ACCESS = '400 AccessDenied';
const STORAGE = {
  bad: NO_ACCESS,
  expired: NO_ACCESS,
  ended: NO_ACCESS,
  disabled: NO_ACCESS,
  half: NO_ACCESS,
};
/** Decided by policies: hidden objects look the same as missing ones. */
const hidden = (said: string, service: string): Said => ({
  ...STORAGE,
  none: said,
  other: said,
  service,
});
/** Decided before the policies, by bucket name or link. */
const before = (said: string): Said => ({
  ...hidden(said, said),
  ended: said,
  disabled: said,
  half: said,
});
const KEY = '400 NoSuchKey';
const BUCKET = '400 NoSuchBucket';
const keys = { bucketId: '{bucket}', sourceKey: 'none', destinationKey: 'x' };
export const STORAGE_ROWS: Row[] = [
  ['GET', '/render/image/public/{bucket}/{file}', null, before('400 FeatureNotEnabled')],
  ['GET', '/bucket', null, hidden('200', '200')],
  ['GET', '/bucket/{bucket}', null, hidden(BUCKET, '200')],
  ['POST', '/bucket', { id: 'x', name: 'x' }, hidden(NO_ACCESS, '200')],
  ['PUT', '/bucket/{bucket}', { public: false }, hidden(BUCKET, '200')],
  ['POST', '/bucket/none/empty', {}, hidden(BUCKET, BUCKET)],
  ['DELETE', '/bucket/none', null, hidden(BUCKET, BUCKET)],
  ['POST', '/upload/resumable', {}, before('412 InvalidRequest')],
  ['DELETE', '/upload/resumable/none', null, before('412 InvalidRequest')],
  ['GET', '/object/{bucket}/{file}', null, hidden(KEY, '200')],
  ['GET', '/object/authenticated/{bucket}/{file}', null, hidden(KEY, '200')],
  ['GET', '/object/public/{bucket}/{file}', null, before(BUCKET)],
  ['GET', '/object/sign/{bucket}/{file}?token=x', null, before('400 InvalidJWT')],
  ['GET', '/object/info/{bucket}/{file}', null, hidden(KEY, '200')],
  ['GET', '/object/info/authenticated/{bucket}/{file}', null, hidden(KEY, '200')],
  ['GET', '/object/info/public/{bucket}/{file}', null, before(BUCKET)],
  ['POST', '/object/list/{bucket}', { prefix: '' }, hidden('200', '200')],
  ['POST', '/object/list-v2/{bucket}', { prefix: '' }, hidden('200', '200')],
  ['POST', '/object/move', keys, hidden(KEY, KEY)],
  ['POST', '/object/copy', keys, hidden(KEY, KEY)],
  ['DELETE', '/object/{bucket}', { prefixes: ['none'] }, hidden('200', '200')],
  ['DELETE', '/object/{bucket}/none', null, hidden(KEY, KEY)],
  ['POST', '/object/sign/{bucket}/{file}', { expiresIn: 60 }, hidden(KEY, '200')],
  ['POST', '/object/sign/{bucket}', { expiresIn: 60, paths: ['{file}'] }, hidden('200', '200')],
  ['POST', '/object/upload/sign/none/x', null, before(BUCKET)],
  ['POST', '/object/none/x', {}, before(BUCKET)],
  ['PUT', '/object/none/x', {}, before(BUCKET)],
  ['PUT', '/object/upload/sign/{bucket}/x?token=x', {}, before('400 InvalidJWT')],
];

const person = (name: string, body: object, other: string): Row => [
  'POST',
  `/functions/v1/${name}`,
  body,
  { ...FUNCTION, other },
];

export const FUNCTIONS: Row[] = [
  ['POST', '/functions/v1/request-password-reset', {}, open('400 bad_request')],
  ['POST', '/functions/v1/admin-upsert-superadmin', {}, open('400 bad_request')],
  person('sandbox-query', { table: 'customers' }, '200'),
  person('create-user', {}, '403 forbidden'),
  person('invite-user', {}, '403 forbidden'),
  person('resend-invitation', {}, '403 forbidden'),
  person('superadmin-reset-password', {}, '403 forbidden'),
  person('create-api-key', {}, '403 forbidden'),
  person('create-environment-key', {}, '403 forbidden'),
  person('delete-organization', { org_id: '{org}', name: 'x' }, '403 forbidden'),
  person('export-organization', { org_id: '{org}' }, '403 forbidden'),
  person('generate-customers', { count: -1 }, '400 bad_request'),
  person('generate-accounts', { count: -1 }, '400 bad_request'),
  person('generate-transactions', { count: -1 }, '400 bad_request'),
  person('generate-full', { count: -1 }, '400 bad_request'),
  person('external-job', {}, '403 forbidden'),
  person('parse-ingested-file', {}, '400 bad_request'),
  person('inspect-file', {}, '400 bad_request'),
  person(
    'map-dataset',
    {
      manifest_id: '{manifest}',
      columns: [{ name: 'a', role: 'other' }],
      sign: null,
      entity: null,
      order: null,
    },
    '404 not_found',
  ),
  person(
    'set-dataset-rules',
    { manifest_id: '{manifest}', declared: [], rejected: [] },
    '404 not_found',
  ),
  person('save-recipe', { name: 'x' }, '400 bad_request'),
  person('generate-synthetic-from-ingestion', { manifest_id: '{manifest}' }, '404 not_found'),
  person('analyze-transactions', { manifestId: '{manifest}', datasetRef: 'x' }, '404 not_found'),
  person(
    'preview-threshold',
    { manifestId: '{manifest}', threshold: { method: 'capacity', rows: 1 }, seed: '1' },
    '404 not_found',
  ),
  person(
    'calibrate-dataset',
    { manifest_id: '{manifest}', preset: 'eu-retail-bank', kind_columns: ['type'] },
    '404 not_found',
  ),
  person('train-ranker', { rankerId: '{batch}' }, '404 not_found'),
  person('create-blend', { manifest_id: '{manifest}', real_share: 0.5, count: 1 }, '404 not_found'),
  person('export-audit-pdf', { run_id: '{batch}' }, '400 bad_request'),
  person('read-batch-rows', { batch_id: '{batch}' }, '404 not_found'),
  person('draw-account', { batch_id: '{batch}' }, '404 not_found'),
  person('read-ground-truth', { batch_id: '{batch}' }, '404 not_found'),
  person('export-bank-table', { batch_id: '{batch}', table: 'kyc' }, '404 not_found'),
  person('score-alerts', { batch_id: '{batch}', system: 'x', alerts: 'id\nx\n' }, '404 not_found'),
  person('open-case', { case_id: '{batch}' }, '404 not_found'),
  person('export-case', { case_id: '{batch}' }, '404 not_found'),
  person('export-batch', { batch_id: '{batch}', format: 'sql' }, '404 not_found'),
  person('create-environment', {}, '400 bad_request'),
  person('branch-environment', { environment: '{batch}', name: 'x' }, '404 not_found'),
  person('reset-environment', { environment: '{batch}' }, '404 not_found'),
  person('advance-environment', { environment: '{batch}', days: 1 }, '404 not_found'),
  person('overlay-environment', { environment: '{batch}' }, '404 not_found'),
  person('freeze-environment', { environment: '{batch}' }, '404 not_found'),
  person('delete-environment', { environment: '{batch}' }, '404 not_found'),
  person('create-webhook', { url: 'http://localhost' }, '403 forbidden'),
  person('delete-webhook', { id: '{batch}' }, '403 forbidden'),
  person('replay-webhook', { id: '{batch}' }, '403 forbidden'),
  person('export-tables', { batch_id: '{batch}', format: 'sql' }, '404 not_found'),
  person('parse-ingested-tables', {}, '400 bad_request'),
  person(
    'set-table-relations',
    {
      table_set_id: '{manifest}',
      keys: {},
      relations: [{ child: 'a', childKey: 'b', parent: 'c', parentKey: 'd' }],
    },
    '404 not_found',
  ),
  person('generate-synthetic-from-tables', { table_set_id: '{manifest}' }, '404 not_found'),
  person('pack-batch', { batch_id: '{batch}' }, '404 not_found'),
  person('evidence-pack', { batch_id: '{batch}' }, '404 not_found'),
  person('evidence-pack-receipt', { pack_sha256: 'ab'.repeat(32) }, '404 not_found'),
  person('log-status', { all: true }, '400 bad_request'),
  person('export-report-pdf', { batch_id: '{batch}' }, '404 not_found'),
];
