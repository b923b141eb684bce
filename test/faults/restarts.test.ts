import { setTimeout as sleep } from 'node:timers/promises';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiOf, postmasterOf, workerOf } from '../support/kill-worker.ts';
import { startPrepared } from '../support/prepared.ts';
import type { Sandbox } from '../support/sandbox.ts';
import { onSandboxDatabase } from '../support/sandbox-database.ts';
import { call, makeUser, setUpSuperadmin } from '../support/users.ts';

const ROUNDS = process.env.TEST_LONG ? 30 : 1;
/** Five restarts of a part within a minute are allowed; more rounds take their time. */
const ROUND_MILLISECONDS = ROUNDS > 5 ? 18_000 : 0;
const BACK_MILLISECONDS = 10_000;
const GIVE_UP_MILLISECONDS = 60_000;
const ROWS = 3;

let sandbox: Sandbox;
let client: SupabaseClient;

beforeAll(async () => {
  sandbox = await startPrepared();
  const user = { email: 'ada@bank.example', password: 'a good password', organization: 'Bank' };
  ({ client } = await makeUser(sandbox, await setUpSuperadmin(sandbox), user));
});
afterAll(() => sandbox?.stop());

const PARTS = {
  API: () => apiOf(sandbox),
  worker: () => workerOf(sandbox),
  'database server': () => postmasterOf(sandbox),
};

/** Kills a part; returns the milliseconds until another process does its work. */
async function killAndWait(part: keyof typeof PARTS): Promise<number> {
  const old = PARTS[part]();
  process.kill(old, 'SIGKILL');
  const began = Date.now();
  for (;;) {
    const waited = Date.now() - began;
    if (waited > GIVE_UP_MILLISECONDS) throw new Error(`no ${part}:\n${sandbox.output()}`);
    await sleep(50);
    try {
      if (PARTS[part]() === old) continue;
      const row = await call<{ records: number }>(client, 'generate-customers', { count: 1 });
      if (row.records === 1 && (await fetch(`${sandbox.url}/readyz`)).ok) return Date.now() - began;
    } catch {
      // Not back yet.
    }
  }
}

test(`${ROUNDS} times kill -9 of API, worker and database: each comes back, nothing acknowledged is lost`, async () => {
  const acknowledged: string[] = [];
  let writing = true;
  const writer = (async () => {
    while (writing) {
      await call<{ batchId: string }>(client, 'generate-customers', { count: ROWS }).then(
        ({ batchId }) => acknowledged.push(batchId),
        () => sleep(50),
      );
    }
  })();
  const longest: Record<string, number> = {};
  for (let round = 0; round < ROUNDS; round++) {
    const began = Date.now();
    for (const part of Object.keys(PARTS) as (keyof typeof PARTS)[]) {
      await sleep(Math.random() * 500);
      longest[part] = Math.max(longest[part] ?? 0, await killAndWait(part));
    }
    await sleep(Math.max(0, began + ROUND_MILLISECONDS - Date.now()));
  }
  writing = false;
  await writer;
  process.stdout.write(
    `${ROUNDS} rounds, ${acknowledged.length} batches acknowledged, longest ms: ${JSON.stringify(longest)}\n`,
  );
  if (process.env.TEST_LONG) {
    for (const waited of Object.values(longest)) expect(waited).toBeLessThan(BACK_MILLISECONDS);
  }
  const { rows } = await onSandboxDatabase(sandbox, (db) =>
    db.query<{ batch_id: string }>(
      'select batch_id from public.customers where batch_id = any($1) group by 1 having count(*) = $2',
      [acknowledged, ROWS],
    ),
  );
  expect(rows).toHaveLength(acknowledged.length);
  expect(acknowledged.length).toBeGreaterThan(0);
  for (const part of Object.keys(PARTS)) {
    const lines = sandbox.output().split(`The ${part} stopped unexpectedly`).length - 1;
    expect(lines).toBe(ROUNDS);
  }
}, 1_800_000);

test('connections ended by the database leave API and worker running', async () => {
  const before = [apiOf(sandbox), workerOf(sandbox)];
  for (let round = 0; round < 3; round++) {
    await onSandboxDatabase(sandbox, (db) =>
      db.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend'",
      ),
    );
    await sleep(1000);
  }
  await expect
    .poll(() => call(client, 'generate-customers', { count: 2 }).catch(String), { timeout: 20_000 })
    .toMatchObject({ records: 2 });
  expect([apiOf(sandbox), workerOf(sandbox)]).toEqual(before);
}, 60_000);

test('the sixth end within a minute stops the sandbox with an error', async () => {
  const ended = new Promise((resolve) => sandbox.process.once('exit', resolve));
  for (let kill = 0; kill < 6; kill++) {
    for (const deadline = Date.now() + 15_000; Date.now() < deadline; await sleep(50)) {
      try {
        process.kill(workerOf(sandbox), 'SIGKILL');
        break;
      } catch {
        // Between two workers.
      }
    }
    await sleep(300);
  }
  expect(await ended).toBe(1);
  expect(sandbox.output()).toContain('for the sixth time within a minute. Stopping the sandbox');
}, 120_000);
