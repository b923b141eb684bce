import { execFileSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { copyFileSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SupabaseClient } from '@supabase/supabase-js';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { kubernetesJob } from '../../src/product/generation/shards/job-array.ts';
import { killWorker } from '../support/kill-worker.ts';
import { hasObjectStore, type ObjectStore, startObjectStore } from '../support/object-store.ts';
import { sampleTransactions } from '../support/sample-transactions.ts';
import { type Sandbox, startSandbox } from '../support/sandbox.ts';
import { call, makeUser, setUpSuperadmin, signedIn } from '../support/users.ts';

const ADA = { email: 'ada@bank.example', password: 'ada ada ada' };
const databases = ['two_hosts', 'one_host'].map((name) => `${name}_${randomUUID().slice(0, 8)}`);

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  await client.query(statement);
  await client.end();
}
const urlOf = (name: string) => inject('postgresUrl').replace(/\/postgres$/, `/${name}`);

async function download(client: SupabaseClient, batchId: string): Promise<string> {
  const { data: log } = await client
    .from('generation_logs')
    .select('csv_url, manifest')
    .eq('batch_id', batchId)
    .single()
    .throwOnError();
  const [bucket, ...path] = log.csv_url.split('/');
  const { data, error } = await client.storage.from(bucket).download(path.join('/'));
  if (error) throw error;
  const sha256 = createHash('sha256')
    .update(Buffer.from(await data.arrayBuffer()))
    .digest('hex');
  expect(sha256).toBe(log.manifest.files[0].sha256);
  return sha256;
}

const upload = (client: SupabaseClient) => {
  const form = new FormData();
  form.set('file', new Blob([sampleTransactions(3000)], { type: 'text/csv' }), 'movements.csv');
  return call<{ manifest_id: string }>(client, 'parse-ingested-file', form);
};
const generate = (client: SupabaseClient, manifestId: string, count: number) =>
  call<{ batchId: string; status: string }>(client, 'generate-synthetic-from-ingestion', {
    manifest_id: manifestId,
    count,
    seed: 5,
  });

describe.runIf(hasObjectStore && process.env.TEST_LONG)(
  'two hosts with a worker each, one PostgreSQL, one object store, and folders of their own',
  () => {
    let store: ObjectStore;
    const running: Sandbox[] = [];
    const clients: SupabaseClient[] = [];

    const start = async (database: string, prefix: string | null, folder?: string) => {
      const sandbox = await startSandbox({
        dataDir: folder ?? mkdtempSync(join(tmpdir(), 'sandbox data ')),
        env: {
          DATABASE_URL: urlOf(database),
          ...(prefix !== null && { STORAGE_URL: store.url(prefix) }),
        },
      });
      running.push(sandbox);
      return sandbox;
    };

    beforeAll(async () => {
      store = await startObjectStore();
      for (const name of databases) await onServer(`create database ${name}`);
      const first = await start(databases[0]!, 'files');
      const superadmin = await setUpSuperadmin(first);
      const ada = { ...ADA, organization: 'Harbor', role: 'admin' } as const;
      clients.push((await makeUser(first, superadmin, ada)).client);
      const folder = mkdtempSync(join(tmpdir(), 'sandbox data '));
      // An operator would copy the key to the second host.
      copyFileSync(join(first.dataDir, 'secret-key'), join(folder, 'secret-key'));
      clients.push(await signedIn(await start(databases[0]!, 'files', folder), ADA));
    });
    afterAll(async () => {
      await Promise.all(running.map((sandbox) => sandbox.stop()));
      await store?.close();
      for (const name of databases) await onServer(`drop database if exists ${name} with (force)`);
    });

    test('a file uploaded on one is learned on either and downloaded on both, as on one host with a folder', async () => {
      const [a, b] = clients;
      const { manifest_id: id } = await upload(a!);
      const { batchId } = await generate(b!, id, 2400);
      const sha256 = await download(a!, batchId);
      expect(await download(b!, batchId)).toBe(sha256);

      const alone = await start(databases[1]!, null);
      const superadmin = await setUpSuperadmin(alone);
      const { client } = await makeUser(alone, superadmin, { ...ADA, organization: 'Harbor' });
      const same = await generate(client, (await upload(client)).manifest_id, 2400);
      expect(await download(client, same.batchId)).toBe(sha256);
      // The first two hosts store files locally only while they work on them.
      for (const { dataDir } of running.slice(0, 2)) {
        expect(readdirSync(join(dataDir, 'storage'))).toEqual([]);
      }
    });

    test('a document whose bytes are not what its name says is refused', async () => {
      const { data } = await clients[1]!.from('profiles').select('org_id').single().throwOnError();
      const answer = await clients[1]!.storage
        .from('evidence-vault')
        .upload(`${data.org_id}/${randomUUID()}.docx`, Buffer.from('no document'), {
          contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
        });
      expect(answer.error?.message).toBe('Only PDF and DOCX files are allowed');
    });

    test('pods of the Job that one host prints make a batch, and the other gives it out', async () => {
      const [a, b] = clients;
      const request = { count: 3000, seed: 42, executor: 'external', shards: 3 };
      const { batchId, runId } = await call<{ batchId: string; runId: string }>(
        a!,
        'generate-full',
        request,
      );
      type Answer = { kubernetes: ReturnType<typeof kubernetesJob> };
      let answer: Answer | null = null;
      const ask = async () => {
        answer = (await b!.functions.invoke('external-job', { body: { run_id: runId } })).data;
        return answer !== null;
      };
      await expect.poll(ask, { timeout: 60_000 }).toBe(true);
      const { spec } = answer!.kubernetes;
      const [node, ...command] = spec.template.spec.containers[0]!.command;
      expect([node, spec.completions]).toEqual(['node', 1]);
      const work = mkdtempSync(join(tmpdir(), 'pod work '));
      for (let index = 0; index < spec.completions; index++)
        execFileSync(process.execPath, command.with(-1, work), {
          env: { ...process.env, ...store.env, JOB_COMPLETION_INDEX: String(index) },
        });
      const files = async () =>
        (await b!.from('generation_logs').select('manifest').eq('batch_id', batchId).single()).data
          ?.manifest?.files as { name: string; sha256: string }[] | undefined;
      await expect.poll(async () => (await files())?.length, { timeout: 60_000 }).toBe(3);
      const { data } = await b!.from('profiles').select('org_id').single().throwOnError();
      for (const { name, sha256 } of (await files())!) {
        const path = `${data.org_id}/${batchId}/${name}`;
        const file = await b!.storage.from('generated_data').download(path);
        const bytes = Buffer.from(await file.data!.arrayBuffer());
        expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
      }
    });

    test('a worker and then a host are killed in the midst, and the batch is there', async () => {
      const [a, b] = clients;
      const { manifest_id: id } = await upload(a!);
      const { batchId } = await generate(b!, id, 60_000);
      const status = async () =>
        (await b!.from('generation_logs').select('status').eq('batch_id', batchId).single()).data
          ?.status;
      await expect.poll(status, { timeout: 60_000, interval: 50 }).toMatch(/running|completed/);
      killWorker(running[0]!);
      killWorker(running[1]!);
      running[0]!.process.kill('SIGKILL');
      await expect.poll(status, { timeout: 120_000 }).toBe('completed');
      await download(b!, batchId);
    });
  },
);
