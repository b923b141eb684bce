import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiOf } from '../support/kill-worker.ts';
import { startPrepared } from '../support/prepared.ts';
import type { Sandbox } from '../support/sandbox.ts';
import { onSandboxDatabase } from '../support/sandbox-database.ts';
import { makeUser, setUpSuperadmin } from '../support/users.ts';

const MEGABYTE = 1024 * 1024;
const DATASETS = 40;
const PREVIEW_MEGABYTES = 4;
/** Longest wait of /healthz: a parsed row of 4 MB holds the thread for some milliseconds. */
const MAX_WAIT_MILLISECONDS = 1000;

let sandbox: Sandbox;
let client: SupabaseClient;
let token: string;

beforeAll(async () => {
  sandbox = await startPrepared();
  const user = { email: 'ada@bank.example', password: 'a good password', organization: 'Bank' };
  const member = await makeUser(sandbox, await setUpSuperadmin(sandbox), user);
  client = member.client;
  token = (await client.auth.getSession()).data.session!.access_token;
  await onSandboxDatabase(sandbox, (db) =>
    db.query(
      `insert into public.ingestion_manifests
         (tenant_id, filename, record_count, schema, storage_path, parquet_path, format, file_size, sha256, preview)
       select $1, 'large.csv', 1, '[]', 'x/' || g, 'y/' || g, 'csv', 1, repeat('0', 64),
              to_json((select string_agg(md5(random()::text), '') from generate_series(1, $2)))
         from generate_series(1, $3) g`,
      [member.orgId, (PREVIEW_MEGABYTES * MEGABYTE) / 32, DATASETS],
    ),
  );
}, 120_000);
afterAll(() => sandbox?.stop());

const read = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${sandbox.url}/rest/v1/${path}`, {
    headers: { apikey: sandbox.publishableKey, authorization: `Bearer ${token}`, ...headers },
  });

/** Memory of a process that no other shares: shared buffers are not an answer's. */
function residentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/RssAnon:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

const backends = () =>
  onSandboxDatabase(sandbox, async (db) => {
    const { rows } = await db.query<{ pid: number }>(
      "select pid from pg_stat_activity where application_name = 'sandbox api requests'",
    );
    return rows.map(({ pid }) => pid);
  });

/** Watches memory and /healthz while `work` runs. */
async function watched<T>(work: () => Promise<T>) {
  const pids = { api: [apiOf(sandbox)], backend: await backends() };
  const most = (list: number[]) => Math.max(0, ...list.map(residentMegabytes));
  const before = { api: most(pids.api), backend: most(pids.backend) };
  const growth = { api: 0, backend: 0 };
  let wait = 0;
  let running = true;
  const probe = (async () => {
    while (running) {
      const began = performance.now();
      await fetch(`${sandbox.url}/healthz`);
      wait = Math.max(wait, performance.now() - began);
      growth.api = Math.max(growth.api, most(pids.api) - before.api);
      growth.backend = Math.max(growth.backend, most(pids.backend) - before.backend);
      await sleep(5);
    }
  })();
  const result = await work();
  running = false;
  await probe;
  return { result, growth, wait };
}

const aliases = (n: number) => Array.from({ length: n }, (_, i) => `${i}x:preview`).join();

test.each([
  ['hundreds of aliases of one column', `select=${aliases(300)}`, 400],
  ['four aliases', `select=${aliases(4)}`, 413],
  ['many large rows', 'select=preview', 413],
  ['many large rows as CSV', 'select=id,preview', 413],
])('%s are refused while the answer is built', async (what, query, status) => {
  const accept: Record<string, string> = what.endsWith('CSV') ? { accept: 'text/csv' } : {};
  const api = apiOf(sandbox);
  // A warm connection, so that its caches are not taken for the answer.
  await read('ingestion_manifests?select=id', accept);
  const { result, growth, wait } = await watched(() =>
    read(`ingestion_manifests?${query}`, accept),
  );
  const body = (await result.json()) as { message: string };
  process.stdout.write(
    `${what}: ${result.status}, API +${growth.api.toFixed(0)} MB, PostgreSQL +${growth.backend.toFixed(0)} MB, /healthz at most ${wait.toFixed(0)} ms\n`,
  );
  expect([result.status, body.message]).toEqual([status, expect.any(String)]);
  if (status === 413) expect(body.message).toBe('The answer is larger than 64 MB');
  expect(growth.api).toBeLessThan(200);
  expect(growth.backend).toBeLessThan(200);
  if (process.env.TEST_LONG === '1') expect(wait).toBeLessThan(MAX_WAIT_MILLISECONDS);
  expect(apiOf(sandbox)).toBe(api);
  expect((await fetch(`${sandbox.url}/readyz`)).status).toBe(200);
});

test('an answer below the limit comes whole', async () => {
  const answer = await read('ingestion_manifests?select=preview&limit=15');
  const rows = (await answer.json()) as { preview: string }[];
  expect(rows.map(({ preview }) => preview.length)).toEqual(
    Array.from({ length: 15 }, () => PREVIEW_MEGABYTES * MEGABYTE),
  );
});
