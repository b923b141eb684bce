import { QueryClient } from '@tanstack/react-query';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADMIN, USER } from '../../../test/support/auth-fixtures.ts';
import { injectAnalysis } from '../../../test/support/inject-analysis.ts';
import { smallPdf } from '../../../test/support/small-pdf.ts';
import { call, SUPERADMIN } from '../../../test/support/users.ts';
import { sampleTemplate } from '../features/ingestion/sample-template.ts';
import { confirmPassword, sessionsQuery } from './account.ts';
import { apiKeysQuery, createApiKey, keyState, revokeApiKey } from './api-keys.ts';
import { batchesQuery } from './batches.ts';
import { callFunction } from './call-function.ts';
import { decideCases, decisionsQuery } from './case-decisions.ts';
import { countsQuery } from './counts.ts';
import { previewQuery, setDatasetRoles } from './dataset-preview.ts';
import { datasetsQuery, deleteDataset, raiseReportCap, readReportCap } from './datasets.ts';
import { entityRowsQuery } from './entity-rows.ts';
import {
  deleteDocument,
  documentsQuery,
  downloadDocument,
  linkDocument,
  unlinkDocument,
} from './evidence.ts';
import {
  approveBatch,
  exceptionBatchesQuery,
  pendingQuery,
  readHistory,
  readPrecision,
  rejectBatch,
  returnToQueue,
  startReview,
} from './exception-batches.ts';
import { contentsQuery } from './exception-contents.ts';
import { generate } from './generation.ts';
import {
  approveModelRun,
  governanceChoicesQuery,
  governanceQuery,
  revokeModelRun,
} from './governance.ts';
import { growthQuery } from './growth.ts';
import { sealHash } from './manifest-hash.ts';
import { createOrganization, organizationsQuery, setRule } from './organizations.ts';
import { factorsQuery } from './own-factors.ts';
import { profileQuery, rolesQuery, superadminQuery, userId } from './profile.ts';
import { reportQuery } from './reports.ts';
import { cancelRun, runsQuery } from './runs.ts';
import { saveMode } from './save-mode.ts';
import { securityEventsQuery } from './security-events.ts';
import { currentSession, signOut } from './session.ts';
import { updateUser, usersQuery } from './users.ts';
import { startWebClient, type WebClient } from './web-client.fixture.ts';

let web: WebClient;
beforeAll(async () => {
  web = await startWebClient();
});
afterAll(() => web.stop());

const NOBODY = '00000000-0000-4000-8000-000000000000';
const read: QueryClient['fetchQuery'] = (options) =>
  new QueryClient({ defaultOptions: { queries: { retry: false } } }).fetchQuery(options);

describe('as an administrator', () => {
  beforeAll(() => web.signIn(ADMIN));

  it('knows who is signed in', async () => {
    const session = await currentSession();
    expect(session?.user.email).toBe('max@harbor.example');
    expect(await userId()).toBe(session?.user.id);
    expect(await read(rolesQuery)).toEqual(['admin']);
    expect(await read(superadminQuery)).toBe(false);
    expect(await read(profileQuery)).toMatchObject({
      email: 'max@harbor.example',
      organizations: { name: 'Harbor' },
    });
  });

  it('saves the mode beside the other settings', async () => {
    expect(await saveMode('blend')).toMatchObject({ preferred_mode: 'blend' });
    expect((await read(profileQuery))?.settings.preferred_mode).toBe('blend');
  });

  it('generates a batch, counts it, and browses its rows, newest first', async () => {
    const before = await read(countsQuery);
    const batch = await generate('full', { count: 3, seed: '7' });
    expect(batch.status).toBe('completed');
    const after = await read(countsQuery);
    expect(after.customers - before.customers).toBe(3);
    expect(after.transactions).toBeGreaterThan(before.transactions);

    const [newest, ...others] = await read(batchesQuery(2));
    expect(others).toHaveLength(1);
    expect(newest!.status).toBe('completed');
    expect(sealHash(newest!)).toBe(newest!.manifest!.sha256);
    expect(sealHash({ batch_id: 'x', manifest: null })).toBe('x');

    const rows = await read(entityRowsQuery('transactions'));
    const times = rows.map((row) => Date.parse((row as { txn_ts: string }).txn_ts));
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    expect(Object.keys((await read(entityRowsQuery('customers')))[0]!)).toContain('risk_segment');

    const growth = await read(growthQuery);
    expect(growth.customers.reduce((sum, { records }) => sum + records, 0)).toBe(
      after.customers - before.customers,
    );
    expect(await read(reportQuery(newest!.batch_id))).toMatchObject({
      batch: { batch_id: newest!.batch_id },
    });
    expect(await read(reportQuery('no-id'))).toBeNull();
  });

  it('lists runs, and has nothing to cancel of one that has ended', async () => {
    const [run] = await read(runsQuery);
    expect(run).toMatchObject({ status: expect.stringMatching(/completed|running|queued/) });
    const ended = (await read(runsQuery)).find(({ status }) => status === 'completed');
    expect(await cancelRun(ended!.id)).toBe(false);
  });

  it('reads, corrects and deletes a dataset', async () => {
    const form = new FormData();
    form.set('file', new Blob([sampleTemplate('Basic')]), 'movements.csv');
    const { manifest_id: id } = await call<{ manifest_id: string }>(
      web.fixtures.admin,
      'parse-ingested-file',
      form,
    );
    expect(await read(datasetsQuery)).toMatchObject([
      { id, filename: 'movements.csv', record_count: 200, kind: 'upload' },
    ]);
    const preview = await read(previewQuery(id));
    expect(preview?.preview).toHaveLength(50);
    expect(await read(previewQuery('not-an-id'))).toBeNull();

    await setDatasetRoles(id, { amount: 'rate' });
    expect((await read(previewQuery(id)))?.roles).toEqual({ amount: 'rate' });

    const cap = await readReportCap(id);
    await raiseReportCap(id, cap! + 5);
    expect(await readReportCap(id)).toBe(cap! + 5);

    await deleteDataset({ id: id });
    expect(await read(datasetsQuery)).toEqual([]);
    await expect(deleteDataset({ id: id })).rejects.toThrow(
      /already deleted, or you lack permission/,
    );
  });

  it('creates and revokes a key, of which only the prefix is stored', async () => {
    const { id, key } = await createApiKey({
      name: 'Nightly',
      tables: ['accounts'],
      scopes: ['read'],
      rate_limit: 100,
      expires_at: null,
    });
    const [kept] = await read(apiKeysQuery);
    expect(kept).toMatchObject({ id, name: 'Nightly', tables: ['accounts'] });
    expect(key.startsWith(kept!.prefix)).toBe(true);
    expect(keyState(kept!, Date.now())).toBe('active');
    expect(keyState({ revoked_at: null, expires_at: '2026-01-01T00:00:00Z' }, Date.now())).toBe(
      'expired',
    );
    await revokeApiKey(id);
    expect(keyState((await read(apiKeysQuery))[0]!, Date.now())).toBe('revoked');
    await expect(revokeApiKey(NOBODY)).rejects.toThrow(
      'You do not have permission to revoke this key.',
    );
  });

  it('shows the message of a refusal with its status', async () => {
    await expect(callFunction('no-such-function', {})).rejects.toMatchObject({
      message: 'Function not found',
      status: 404,
    });
    await expect(generate('accounts', { count: 0 })).rejects.toMatchObject({
      message: 'count must be at least 1',
      status: 400,
    });
  });

  it('approves and revokes a model run', async () => {
    const { runId } = await injectAnalysis(web.fixtures.service, {
      tenantId: web.fixtures.orgId,
      name: 'Approved run',
    });
    const find = async () => (await read(governanceQuery)).find(({ run_id }) => run_id === runId)!;
    expect((await find()).approved_for_production).toBe(false);
    await linkAndApprove(runId);
    expect(await find()).toMatchObject({
      approved_for_production: true,
      approval_notes: 'Checked',
      current_approvals: [{ state: 'approved', intended_use: 'Load tests' }],
    });
    await revokeModelRun(runId, 'Drifted');
    expect((await find()).approved_for_production).toBe(false);
    expect((await read(governanceChoicesQuery)).map(({ run_id }) => run_id)).toContain(runId);
  });

  async function linkAndApprove(runId: string): Promise<void> {
    const { admin, orgId } = web.fixtures;
    const bytes = await smallPdf('Validation');
    const pdf = new Blob([bytes], { type: 'application/pdf' });
    const path = `${orgId}/${crypto.randomUUID()}.pdf`;
    const stored = await admin.storage.from('evidence-vault').upload(path, pdf);
    expect(stored.error).toBeNull();
    await admin
      .from('evidence_documents')
      .insert({
        filename: 'validation.pdf',
        file_type: pdf.type,
        file_size: pdf.size,
        storage_path: path,
        uploaded_by: await userId(),
        org_id: orgId,
        is_global: false,
      })
      .throwOnError();
    const [document] = await read(documentsQuery('organization'));
    expect(document).toMatchObject({ filename: 'validation.pdf', evidence_links: [] });
    expect(Buffer.from(await (await downloadDocument(document!)).arrayBuffer())).toEqual(bytes);
    await linkDocument(document!.id, runId);
    await approveModelRun(runId, {
      intendedUse: 'Load tests',
      audience: 'The team',
      expiresOn: new Date().toISOString().slice(0, 10),
      notes: 'Checked',
      exception: null,
    });
    await expect(deleteDocument(document!)).rejects.toThrow();
    expect(await read(documentsQuery('global'))).toEqual([]);
  }

  it('unlinks and deletes a document once no approved run rests on it', async () => {
    const [document] = await read(documentsQuery('organization'));
    const [link] = document!.evidence_links;
    await unlinkDocument(document!.id, link!.governance_run_id);
    await deleteDocument(document!);
    expect(await read(documentsQuery('organization'))).toEqual([]);
    await expect(deleteDocument(document!)).rejects.toThrow(
      /already deleted, or you lack permission/,
    );
  });

  it('decides cases one by one and at once, and then their batch', async () => {
    const { batchId } = await injectAnalysis(web.fixtures.service, {
      tenantId: web.fixtures.orgId,
      name: 'Cases',
      cases: 4,
    });
    const pending = await read(pendingQuery);
    expect(pending).toBeGreaterThan(0);
    const { exceptions } = await read(contentsQuery(batchId));
    expect(exceptions).toHaveLength(4);

    const odd = { item: 0, note: ' odd ', reason: 'mule' } as const;
    await decideCases(batchId, [{ ...odd, decision: 'rejected', seen: undefined }]);
    await expect(
      decideCases(batchId, [{ ...odd, decision: 'approved', seen: undefined }]),
    ).rejects.toThrow(/^Case 1 was rejected by .+ in the meantime: review it again$/);
    const plain = { decision: 'approved', note: '', reason: 'one_off', seen: undefined } as const;
    await decideCases(
      batchId,
      [1, 2].map((item) => ({ ...plain, item })),
    );
    const decisions = async () =>
      (await read(decisionsQuery(batchId)))
        .map(({ item, decision, note }) => `${item} ${decision} ${note}`)
        .sort();
    expect(await decisions()).toEqual(['0 rejected odd', '1 approved null', '2 approved null']);
    const seen = (await read(decisionsQuery(batchId))).find(({ item }) => item === 0);
    await decideCases(batchId, [{ item: 0, decision: null, note: '', reason: '', seen }]);
    expect(await decisions()).toEqual(['1 approved null', '2 approved null']);

    await startReview(batchId);
    await returnToQueue(batchId);
    await expect(rejectBatch(batchId, ' ')).rejects.toThrow('Notes are required to reject');
    await approveBatch(batchId, 'Fine');
    expect(await read(pendingQuery)).toBe(pending - 1);
    const batch = (await read(exceptionBatchesQuery)).find(({ id }) => id === batchId);
    expect(batch).toMatchObject({ status: 'approved', approval_notes: 'Fine' });
    expect((await readHistory(batchId)).map(({ to_state }) => to_state)).toContain('approved');
    expect(await readPrecision()).not.toEqual([]);
  });

  it('shows sessions and events of the account, and checks a password within the session', async () => {
    expect((await read(sessionsQuery)).filter(({ is_current }) => is_current)).toHaveLength(1);
    expect(await read(factorsQuery)).toEqual({ factors: [], codesLeft: null });
    expect((await read(securityEventsQuery())).length).toBeGreaterThan(0);
    await expect(confirmPassword('not the password')).rejects.toThrow();
    await confirmPassword(ADMIN.password);
    expect((await currentSession())?.user.email).toBe(ADMIN.email);
  });
});

describe('as a superadmin', () => {
  beforeAll(() => web.signIn(SUPERADMIN));

  it('makes organizations, each name and domain once, and sets their rules', async () => {
    await createOrganization({ name: 'Delta', domain: 'delta.example' });
    await expect(createOrganization({ name: ' DELTA', domain: 'other.example' })).rejects.toThrow(
      'An organization named "DELTA" already exists',
    );
    await expect(createOrganization({ name: 'Other', domain: 'Delta.example' })).rejects.toThrow(
      'An organization with the domain "Delta.example" already exists',
    );
    const find = async () => (await read(organizationsQuery)).find(({ name }) => name === 'Delta')!;
    expect((await find()).four_eyes).toBe(true);
    await setRule((await find()).id, 'four_eyes', false);
    expect((await find()).four_eyes).toBe(false);
    await expect(setRule(NOBODY, 'four_eyes', true)).rejects.toThrow(
      'You do not have permission to change this.',
    );
  });

  it('disables and enables users', async () => {
    const find = async () => (await read(usersQuery)).find(({ email }) => email === USER.email)!;
    const { id } = await find();
    await updateUser(id, { status: 'disabled' });
    expect((await find()).status).toBe('disabled');
    await updateUser(id, { status: 'active' });
    expect(await find()).toMatchObject({ status: 'active', user_roles: [{ role: 'pilot_user' }] });
  });

  it('signs out', async () => {
    expect(await read(superadminQuery)).toBe(true);
    await signOut();
    expect(await currentSession()).toBeNull();
    await expect(userId()).rejects.toThrow('Not authenticated');
  });
});
