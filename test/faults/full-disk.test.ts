import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPrepared } from '../support/prepared.ts';
import { sampleTransactions } from '../support/sample-transactions.ts';
import { type Sandbox, startSandbox } from '../support/sandbox.ts';
import { call, makeUser, setUpSuperadmin, signedIn } from '../support/users.ts';

const ADA = { email: 'ada@bank.example', password: 'ada ada ada', organization: 'Full' };
/** Reserve larger than any disk, so that the disk counts as full. */
const FULL = { DISK_RESERVE_MB: '1000000000' };
let sandbox: Sandbox;
let client: SupabaseClient;

const upload = () => {
  const form = new FormData();
  form.set('file', new File([sampleTransactions(2000)], 'rows.csv', { type: 'text/csv' }));
  return call<{ manifest_id: string }>(client, 'parse-ingested-file', form);
};
const stored = () =>
  readdirSync(join(sandbox.dataDir, 'storage', 'objects'), {
    recursive: true,
    withFileTypes: true,
  }).filter((entry) => entry.isFile()).length;

let manifestId: string;
beforeAll(async () => {
  sandbox = await startPrepared({ keep: true });
  ({ client } = await makeUser(sandbox, await setUpSuperadmin(sandbox), ADA));
  manifestId = (await upload()).manifest_id;
  const { dataDir } = sandbox;
  await sandbox.stop();
  sandbox = await startSandbox({ dataDir, env: FULL });
  client = await signedIn(sandbox, ADA);
});
afterAll(() => sandbox?.stop());

test('/readyz reports a nearly full disk', async () => {
  const answer = await fetch(`${sandbox.url}/readyz`);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({
    status: 'ready, the disk is nearly full',
    disk: { low: true, reserveBytes: 1_048_576_000_000_000 },
  });
});

test('an upload and a batch are refused with the reason, and leave nothing', async () => {
  const before = stored();
  await expect(upload()).rejects.toThrow(/The disk is nearly full: \d+ MB free/);
  await expect(call(client, 'generate-customers', { count: 10 })).rejects.toThrow(
    /The disk is nearly full: \d+ MB free/,
  );
  expect(stored()).toBe(before);
});

test('deleting still works, and its bytes go', async () => {
  expect(stored()).toBeGreaterThan(0);
  await client.from('ingestion_manifests').delete().eq('id', manifestId).throwOnError();
  await expect.poll(stored, { timeout: 20_000 }).toBe(0);
});
