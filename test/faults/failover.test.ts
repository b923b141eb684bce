import { setTimeout as sleep } from 'node:timers/promises';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lacking, type PatroniPair, startPatroniPair } from '../support/patroni.ts';
import { type Sandbox, startSandbox } from '../support/sandbox.ts';
import { tornBatches } from '../support/torn-batches.ts';
import { call, makeUser, setUpSuperadmin } from '../support/users.ts';

const ADA = { email: 'ada@bank.example', password: 'ada ada ada', organization: 'Failover' };
/** Rounds of a killed primary, and of a switchover. */
const ROUNDS = Number(process.env.FAILOVERS ?? 10);
/** Approximate duration of a batch of 100,000 transactions. */
const LONGEST_WAIT_MS = 4000;

const isAsked = process.env.TEST_LONG !== undefined;
if (isAsked && lacking.length > 0) {
  process.stderr.write(
    `Failovers are not tested: ${lacking.join(', ')} not found (Debian: apt-get install postgresql-15 patroni etcd-server haproxy).\n`,
  );
}

describe.runIf(isAsked && lacking.length === 0)('a PostgreSQL with a standby', () => {
  let pair: PatroniPair;
  let sandbox: Sandbox;
  let client: SupabaseClient;
  beforeAll(async () => {
    pair = await startPatroniPair();
    sandbox = await startSandbox({ env: { DATABASE_URL: pair.url } });
    ({ client } = await makeUser(sandbox, await setUpSuperadmin(sandbox), ADA));
  });
  afterAll(async () => {
    await sandbox?.stop();
    await pair?.close();
  });

  const runs = async (condition: string) => {
    const { rows } = await pair.onPrimary((db) =>
      db.query<{ kind: string; status: string; error: string | null; attempt: number }>(
        `select kind, status, error, attempt from public.runs where ${condition}`,
      ),
    );
    return rows;
  };
  const ended = async () => {
    const deadline = Date.now() + 180_000;
    while (Date.now() < deadline) {
      const open = await runs("status in ('queued', 'running')").catch(() => null);
      const isReady = await fetch(`${sandbox.url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
      if (open?.length === 0 && isReady) return;
      await sleep(200);
    }
    throw new Error('runs are still open after three minutes');
  };

  test(`${ROUNDS} killed primaries and ${ROUNDS} switchovers in the midst of runs: all complete, and no row is there twice`, async () => {
    const batches: string[] = [];
    while (batches.length < 2 * ROUNDS) {
      const seed = batches.length;
      const batch = await call<{ batchId: string }>(client, 'generate-transactions', {
        count: 100_000,
        seed,
      });
      batches.push(batch.batchId);
      await sleep(Math.random() * LONGEST_WAIT_MS);
      const began = Date.now();
      await (seed % 2 === 0 ? pair.kill() : pair.switchover());
      await ended();
      const seconds = ((Date.now() - began) / 1000).toFixed(1);
      process.stdout.write(
        `round ${seed + 1}, ${seed % 2 === 0 ? 'killed' : 'switched'}: ended after ${seconds} s\n`,
      );
      await pair.settled();
    }
    const all = await runs('true');
    const again = all.filter(({ attempt }) => attempt > 1).length;
    process.stdout.write(`${all.length} runs, ${again} retried\n`);
    expect(all.filter(({ status }) => status !== 'completed')).toEqual([]);
    expect(await pair.onPrimary((db) => tornBatches(db, batches))).toEqual([]);
  }, 3_600_000);
});
