import { setTimeout as sleep } from 'node:timers/promises';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../support/sandbox.ts';
import { onSandboxDatabase } from '../support/sandbox-database.ts';
import { tornBatches } from '../support/torn-batches.ts';
import { call, makeUser, setUpSuperadmin } from '../support/users.ts';

const ADA = { email: 'ada@bank.example', password: 'ada ada ada', organization: 'Cut off' };
const RUNS = 50;
/** Approximate duration of a batch of 20,000 transactions. */
const LONGEST_WAIT_MS = 1500;

describe.runIf(process.env.TEST_LONG)('connections that are lost in the midst of runs', () => {
  let sandbox: Sandbox;
  let client: SupabaseClient;
  beforeAll(async () => {
    sandbox = await startSandbox();
    ({ client } = await makeUser(sandbox, await setUpSuperadmin(sandbox), ADA));
  });
  afterAll(() => sandbox?.stop());

  const runs = (condition: string) =>
    onSandboxDatabase(sandbox, async (db) => {
      const { rows } = await db.query(
        `select kind, status, error, attempt from public.runs where ${condition}`,
      );
      return rows as { kind: string; status: string; error: string | null; attempt: number }[];
    });

  /** Ends a random connection: one in a transaction if possible, else a listener or an idle one. */
  const cutOne = () =>
    onSandboxDatabase(sandbox, async (db) => {
      const { rows } = await db.query<{ doing: string }>(
        `select left(query, 20) as doing, pg_terminate_backend(pid) from (
           select pid, query from pg_stat_activity
            where backend_type = 'client backend' and pid <> pg_backend_pid()
            order by (xact_start is not null) desc, random() limit 1) one`,
      );
      return rows[0]!.doing;
    });

  const ended = async () => {
    const deadline = Date.now() + 120_000;
    while (Date.now() < deadline) {
      if ((await runs("status in ('queued', 'running')")).length === 0) return;
      await sleep(100);
    }
    throw new Error('runs are still open after two minutes');
  };

  test(`${RUNS} runs with a connection lost at random: all complete, and no row is there twice`, async () => {
    const batches: string[] = [];
    const cut = new Map<string, number>();
    while (batches.length < RUNS) {
      const seed = batches.length;
      const batch = await call<{ batchId: string }>(client, 'generate-transactions', {
        count: 20_000,
        seed,
      });
      batches.push(batch.batchId);
      await sleep(Math.random() * LONGEST_WAIT_MS);
      const doing = (await cutOne()).replace(/\s+/g, ' ');
      cut.set(doing, (cut.get(doing) ?? 0) + 1);
      await ended();
    }
    const all = await runs('true');
    const again = all.filter(({ attempt }) => attempt > 1).length;
    process.stdout.write(
      `${all.length} runs, ${again} retried; cut during: ${JSON.stringify(Object.fromEntries(cut))}\n`,
    );
    expect(all.filter(({ status }) => status !== 'completed')).toEqual([]);
    expect(await onSandboxDatabase(sandbox, (db) => tornBatches(db, batches))).toEqual([]);
  }, 1_800_000);
});
