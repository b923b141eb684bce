import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { fromBuffer } from 'yauzl';
import { valuesInFiles, valuesInTables } from '../support/find-values.ts';
import { startPrepared } from '../support/prepared.ts';
import { sampleTransactions } from '../support/sample-transactions.ts';
import { root, type Sandbox } from '../support/sandbox.ts';
import { onSandboxDatabase } from '../support/sandbox-database.ts';
import { smallPdf } from '../support/small-pdf.ts';
import { call, clientOf, makeUser, setUpSuperadmin, signedIn } from '../support/users.ts';

/** Values that only the deleted organization has, each entered at another place. */
const MARKS = {
  row: 'ROWMARK77',
  organization: 'Orgmark77 Bank',
  domain: 'orgmark77-bank.example',
  member: 'member@orgmark77.example',
  name: 'Namemark77',
  file: 'filemark77.csv',
  note: 'notemark77',
  document: 'documentmark77.pdf',
  key: 'keymark77',
  recipe: 'recipemark77',
  batch: 'batchmark77',
  upload: 'uploadmark77',
};
const SEARCHED = Object.values(MARKS);
const PASSWORD = 'a good password';
const SECOND = { email: 'second@bank.example', password: 'a long good password' };

let sandbox: Sandbox;
let first: SupabaseClient;
let second: SupabaseClient;
let ada: SupabaseClient;
let other: SupabaseClient;
let orgId: string;
let otherId: string;

beforeAll(async () => {
  sandbox = await startPrepared();
  first = await setUpSuperadmin(sandbox);
  await call(first, 'superadmin-reset-password', { ...SECOND, role: 'superadmin' });
  second = await signedIn(sandbox, SECOND);
  const made = await makeUser(sandbox, first, {
    email: MARKS.member,
    password: PASSWORD,
    organization: MARKS.organization,
    role: 'admin',
  });
  ada = made.client;
  orgId = made.orgId;
  await first.from('profiles').update({ full_name: MARKS.name }).eq('id', made.userId);
  const neighbour = { email: 'n@other.example', password: PASSWORD, organization: 'Other' };
  const stranger = await makeUser(sandbox, first, { ...neighbour, role: 'admin' });
  other = stranger.client;
  otherId = stranger.orgId;
  await use(other, otherId, 'plain');
  await use(ada, orgId, 'marked');
});
afterAll(() => sandbox?.stop());

async function settled(client: SupabaseClient) {
  for (;;) {
    const { data } = await client.from('runs').select('id').in('status', ['queued', 'running']);
    if (data?.length === 0) return;
    await sleep(100);
  }
}

async function uploadDocument(client: SupabaseClient, org: string, filename: string) {
  const owner = (await client.auth.getUser()).data.user!.id;
  for (const [folder, isGlobal] of [
    [org, false],
    ['global', true],
  ] as const) {
    const path = `${folder}/${crypto.randomUUID()}.pdf`;
    const pdf = new Blob([await smallPdf(filename)], { type: 'application/pdf' });
    expect((await client.storage.from('evidence-vault').upload(path, pdf)).error).toBeNull();
    await client
      .from('evidence_documents')
      .insert({
        filename,
        file_type: 'application/pdf',
        file_size: 1,
        storage_path: path,
        uploaded_by: owner,
        org_id: org,
        is_global: isGlobal,
      })
      .throwOnError();
  }
}

async function beginUpload(client: SupabaseClient, org: string, name: string) {
  const token = (await client.auth.getSession()).data.session!.access_token;
  const metadata = `bucketName ${btoa('evidence-vault')},objectName ${btoa(`${org}/${name}`)},contentType ${btoa('application/pdf')}`;
  const answer = await fetch(`${sandbox.url}/storage/v1/upload/resumable`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'tus-resumable': '1.0.0',
      'upload-length': '1000',
      'upload-metadata': metadata,
      'content-type': 'application/offset+octet-stream',
    },
    body: name,
  });
  expect(answer.status).toBe(201);
}

/** Leaves rows in every table that a member can fill, with the marks or with plain values. */
async function use(client: SupabaseClient, org: string, kind: 'marked' | 'plain') {
  const mark = (name: keyof typeof MARKS) =>
    kind === 'marked' ? MARKS[name] : MARKS[name].replace(/mark77/i, 'plain');
  const csv = sampleTransactions(800).replace(/^([^\n]*\n)([^,]+),/, `$1${mark('row')},`);
  const form = new FormData();
  form.set('file', new File([csv], mark('file'), { type: 'text/csv' }));
  const { manifest_id: manifestId } = await call<{ manifest_id: string }>(
    client,
    'parse-ingested-file',
    form,
  );
  await settled(client);
  await call(client, 'analyze-transactions', { manifestId, datasetRef: mark('file'), seed: 1 });
  const cases = await client.from('exception_batches').select('id').single().throwOnError();
  const choice = { item: 0, decision: 'rejected', reason_code: 'other', note: mark('note') };
  const batch = { p_batch_id: cases.data.id };
  await client.rpc('decide_cases', { ...batch, p_choices: [choice] }).throwOnError();
  await client.rpc('approve_exception_batch', { ...batch, p_notes: mark('note') }).throwOnError();
  await call(client, 'generate-synthetic-from-ingestion', { manifest_id: manifestId, count: 600 });
  const made = await call<{ batchId: string }>(client, 'generate-customers', { count: 20 });
  await call(client, 'generate-full', { count: 5 });
  await settled(client);
  await client
    .rpc('rename_batch', { p_batch_id: made.batchId, p_name: mark('batch') })
    .throwOnError();
  await call(client, 'create-api-key', { name: mark('key'), tables: ['customers'] });
  await uploadDocument(client, org, mark('document'));
  await beginUpload(client, org, mark('upload'));
  await clientOf(sandbox, sandbox.secretKey)
    .from('ingestion_recipes')
    .insert({ tenant_id: org, name: mark('recipe'), recipe: {}, sha256: 'f'.repeat(64) })
    .throwOnError();
}

const receiptOf = (org: string) =>
  onSandboxDatabase(sandbox, async (db) => {
    const { rows } = await db.query<{ receipt: object }>(
      'select private.deletion_receipt($1) as receipt',
      [org],
    );
    return rows[0]!.receipt;
  });
const ask = (client: SupabaseClient) =>
  client.rpc('request_organization_deletion', { p_org_id: orgId, p_reason: 'Contract ended' });
const confirm = (client: SupabaseClient, name = MARKS.organization) =>
  call<{ receipt: string }>(client, 'delete-organization', { org_id: orgId, name }).catch(String);

/** Reads the names of an archive. */
const namesOf = (bytes: Buffer): Promise<string[]> =>
  new Promise((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: false }, (error, zip) => {
      if (error) return reject(error);
      const names: string[] = [];
      zip.on('entry', ({ fileName }: { fileName: string }) => names.push(fileName));
      zip.on('end', () => resolve(names));
    });
  });

test('it takes two superadmins, no hold and no running retention', async () => {
  expect((await ask(ada)).error?.code).toBe('42501');
  const retention = (held: boolean, days: number | null) =>
    first.rpc('set_retention', {
      p_org_id: orgId,
      p_days: days,
      p_legal_hold: held,
      p_reason: 'Court order',
    });
  await retention(true, null).throwOnError();
  expect((await ask(first)).error?.message).toMatch(/^Legal hold: nothing/);
  await retention(false, 30).throwOnError();
  expect((await ask(first)).error?.message).toMatch(/^This organization retains its data for 30/);
  await retention(false, null).throwOnError();
  expect(await confirm(second)).toMatch(/404 .*No deletion of this organization was requested/);
  await ask(first).throwOnError();
  expect((await ask(second)).error?.message).toMatch(/already requested/);
  expect(await confirm(first)).toMatch(/409 .*A second superadmin must confirm/);
  expect(await confirm(second, 'Another')).toMatch(/400 .*The name is not that/);
  const rpc = { p_org_id: orgId };
  await second.rpc('withdraw_organization_deletion', rpc).throwOnError();
  expect(await confirm(second)).toMatch(/^Error: 404/);
  const { data } = await ada.from('customers').select('customer_id').limit(1);
  expect(data).toHaveLength(1);
});

test('an export has every table, file and log entry: for administrators, and for the second superadmin', async () => {
  const exported = async (client: SupabaseClient, org: string) => {
    const { data, error } = await client.functions.invoke('export-organization', {
      body: { org_id: org },
    });
    if (error) return (error.context as Response).status;
    return namesOf(Buffer.from(await (data as Blob).arrayBuffer()));
  };
  expect(await exported(second, orgId)).toBe(404);
  expect(await exported(other, orgId)).toBe(404);
  await ask(first).throwOnError();
  expect(await exported(first, orgId)).toBe(409);
  const names = (await exported(second, orgId)) as string[];
  expect(names.at(-1)).toBe('manifest.json');
  for (const table of ['public.ingestion_manifests', 'bank.customers', 'audit.events']) {
    expect(names).toContain(`tables/${table}.csv`);
  }
  expect(names.filter((name) => name.startsWith('files/')).length).toBeGreaterThan(5);
  const own = (await exported(ada, orgId)) as string[];
  // Proofs are stored meanwhile.
  expect(own.filter((name) => !name.startsWith('files/'))).toEqual(
    names.filter((name) => !name.startsWith('files/')),
  );
});

test('a deleted organization is found in no table and no file; others are untouched', async () => {
  const before = await receiptOf(otherId);
  const tables = await valuesInTables(sandbox, SEARCHED);
  for (const value of SEARCHED.filter((mark) => mark !== MARKS.upload)) {
    expect(tables.some((found) => found.endsWith(value))).toBe(true);
  }
  expect(valuesInFiles(sandbox, [MARKS.upload])).not.toEqual([]);
  const answer = await confirm(second);
  expect(answer).toMatchObject({ receipt: expect.stringContaining('"members": 1') });
  const receipt = JSON.parse((answer as { receipt: string }).receipt);
  expect(receipt.deleted.tables['public.ingestion_manifests'].rows).toBe(1);
  expect(JSON.stringify(receipt)).not.toMatch(/mark77/i);
  await expect
    .poll(() => valuesInFiles(sandbox, SEARCHED), { timeout: 90_000, interval: 2000 })
    .toEqual([]);
  expect({
    tables: await valuesInTables(sandbox, SEARCHED),
    output: SEARCHED.filter((value) => sandbox.output().includes(value)),
  }).toEqual({ tables: [], output: [] });
  expect(await receiptOf(orgId)).toMatchObject({ deleted: { tables: {}, members: 0 } });
  expect(await receiptOf(otherId)).toEqual(before);
  expect((await ada.from('customers').select('customer_id').limit(1)).status).toBe(401);
  const signIn = { email: MARKS.member, password: PASSWORD };
  expect((await clientOf(sandbox).auth.signInWithPassword(signIn)).error?.status).toBe(400);
  const listed = await first.rpc('list_deleted_organizations').throwOnError();
  expect(listed.data).toMatchObject([{ org_id: orgId, sha256: expect.stringMatching(/^\w{64}$/) }]);
});

test('log fsck finds the receipt in place of the rows, and notices a changed one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox keys '));
  const keys = join(folder, 'keys');
  writeFileSync(keys, await (await fetch(`${sandbox.url}/log/keys`)).text());
  const fsck = () => {
    const args = [join(root, 'src/cli/sandbox.mjs'), 'log', 'fsck', '--vkey', keys, '--json'];
    const env = { ...process.env, DATA_DIR: sandbox.dataDir };
    const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', env });
    return (JSON.parse(stdout) as { broken: { kind: string }[] }).broken.map(({ kind }) => kind);
  };
  await vi.waitFor(
    () =>
      onSandboxDatabase(sandbox, async (db) => {
        const { rowCount } = await db.query('select from log.outbox');
        expect(rowCount).toBe(0);
      }),
    { timeout: 60_000, interval: 500 },
  );
  expect(fsck()).toEqual([]);
  await onSandboxDatabase(sandbox, async (db) => {
    await db.query('set session_replication_role = replica');
    await db.query("update audit.deleted_organizations set receipt = '{}'");
  });
  expect(fsck()).toEqual(['receipt changed']);
  rmSync(folder, { recursive: true });
});
