import { createHash } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Sandbox, startSandbox } from '../support/sandbox.ts';
import { call, SUPERADMIN, signedIn } from '../support/users.ts';
import { oldDataFolder, onDatabase, restoreOldDatabase } from '../upgrade/restore.ts';

const name = 'a_bank_of_version_0_1_0';
const server = inject('postgresUrl');
let sandbox: Sandbox;
let folder: string;
let url: string;
let ada: SupabaseClient;

beforeAll(async () => {
  url = await restoreOldDatabase(server, name);
  folder = await mkdtemp(join(tmpdir(), 'sandbox upgrade '));
  await cp(oldDataFolder, folder, { recursive: true });
  sandbox = await startSandbox({ dataDir: folder, keep: true, env: { DATABASE_URL: url } });
  ada = await signedIn(sandbox, { email: 'ada@one.example', password: 'a good password' });
});
afterAll(async () => {
  await sandbox?.stop();
  await rm(folder, { recursive: true, force: true });
  await onDatabase(server, (client) =>
    client.query(`drop database if exists ${name} with (force)`),
  );
});

const count = async (client: SupabaseClient, table: string) =>
  (await client.from(table).select('*', { count: 'exact', head: true }).throwOnError()).count;

test('a sandbox of version 0.1.0 keeps its people, rows and decisions', async () => {
  const counts = Object.fromEntries(
    await Promise.all(
      [
        'customers',
        'accounts',
        'transactions',
        'ingestion_manifests',
        'generation_logs',
        'exception_batches',
        'exception_decisions',
        'evidence_documents',
        'evidence_links',
      ].map(async (table) => [table, await count(ada, table)] as const),
    ),
  );
  expect(counts).toEqual({
    customers: 5,
    accounts: 5,
    transactions: 50,
    ingestion_manifests: 1,
    generation_logs: 3,
    exception_batches: 1,
    exception_decisions: 2,
    evidence_documents: 1,
    evidence_links: 1,
  });
  const cy = await signedIn(sandbox, { email: 'cy@two.example', password: 'a good password' });
  expect(await count(cy, 'customers')).toBe(3);
  expect(await count(cy, 'transactions')).toBe(0);
});

test('its files are where their rows say, to the byte', async () => {
  const { data } = await ada
    .from('ingestion_manifests')
    .select('storage_path,sha256')
    .single()
    .throwOnError();
  const { data: bytes } = await ada.storage.from('ingested_data').download(data.storage_path);
  const sha256 = createHash('sha256').update(Buffer.from(await bytes!.arrayBuffer()));
  expect(sha256.digest('hex')).toBe(data.sha256);
});

test('it keeps working: a batch is generated, and an organization keeps its switch', async () => {
  const batch = await call<{ records: number }>(ada, 'generate-customers', { count: 4, seed: 9 });
  expect(batch.records).toBe(4);
  expect(await count(ada, 'customers')).toBe(9);
  const root = await signedIn(sandbox, SUPERADMIN);
  const { data } = await root
    .from('organizations')
    .select('name,four_eyes')
    .order('name')
    .throwOnError();
  expect(data).toEqual([
    { name: 'ONE ', four_eyes: false },
    { name: 'One', four_eyes: false },
    { name: 'Two', four_eyes: true },
  ]);
});

test('a superadmin who was a member leaves the organization, on record, and sees nothing of it', async () => {
  const second = await signedIn(sandbox, { ...SUPERADMIN, email: 'second@bank.example' });
  const { data } = await second
    .from('profiles')
    .select('org_id')
    .eq('email', 'second@bank.example')
    .single()
    .throwOnError();
  expect(data).toEqual({ org_id: null });
  expect(await count(second, 'customers')).toBe(0);
  const { rows } = await onDatabase(url, (client) =>
    client.query(
      `select detail ->> 'reason' as reason from audit.events e
         join public.organizations o on o.id = e.tenant_id
        where action = 'user.organization_changed' and detail ->> 'email' = 'second@bank.example'
          and detail ->> 'to' is null and o.name = 'One'`,
    ),
  );
  expect(rows).toEqual([{ reason: 'Superadmins belong to no organization' }]);
});
