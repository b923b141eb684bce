import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cdpRho } from '../../src/engines/synthesize/index.ts';
import { killWorker } from '../support/kill-worker.ts';
import { startPrepared } from '../support/prepared.ts';
import { sampleTransactions } from '../support/sample-transactions.ts';
import type { Sandbox } from '../support/sandbox.ts';
import { call, makeUser, setUpSuperadmin } from '../support/users.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  if (process.env.TEST_LONG === undefined) return;
  sandbox = await startPrepared();
});
afterAll(() => sandbox?.stop());

test.runIf(process.env.TEST_LONG)(
  'a worker killed once the privacy budget was debited: it stays spent, the run fails and reports it, the next one pays',
  async () => {
    const superadmin = await setUpSuperadmin(sandbox);
    const { client } = await makeUser(sandbox, superadmin, {
      email: 'ada@bank.example',
      password: 'ada ada ada',
      organization: 'Spent',
    });
    const form = new FormData();
    form.set('file', new Blob([sampleTransactions(20_000)], { type: 'text/csv' }), 'movements.csv');
    const { manifest_id } = await call<{ manifest_id: string }>(
      client,
      'parse-ingested-file',
      form,
    );
    const generate = (epsilon: number, mechanism: string) =>
      call<{ runId: string; status: string }>(client, 'generate-synthetic-from-ingestion', {
        manifest_id,
        count: 50,
        mode: 'private',
        epsilon,
        mechanism,
      });
    const ledger = async () =>
      (
        await client
          .from('privacy_ledger')
          .select('run_id, epsilon, mechanism, nano_rho, delta')
          .order('sequence')
          .throwOnError()
      ).data;
    // The answer may be the failure, or a run to watch if it takes longer than a call waits.
    const generated = generate(3, 'aim').catch(() => null);
    while ((await ledger()).length === 0) await sleep(5);
    killWorker(sandbox);
    const models = async () =>
      (await client.from('stored_models').select('epsilon').throwOnError()).data;
    expect(await models()).toEqual([]);
    const [spent] = await ledger();
    expect(spent).toMatchObject({ epsilon: 3, mechanism: 'AIM' });
    // Rho for half of delta, in billionths; the other half pays for selecting the categories.
    expect(spent!.nano_rho).toBe(Math.ceil(cdpRho(3, spent!.delta / 2) * 1e9));

    const next = await generate(1, 'mst');
    const run = async (id: string) =>
      (await client.from('runs').select('status, attempt, error').eq('id', id).single()).data;
    const ended = async (id: string) => !['queued', 'running'].includes((await run(id))!.status);
    while (!(await ended(spent!.run_id)) || !(await ended(next.runId))) await sleep(100);
    await generated;
    expect(await run(spent!.run_id)).toEqual({
      status: 'failed',
      attempt: 2,
      error: expect.stringMatching(/stopped after the privacy budget was debited.*not refunded/),
    });
    expect(await run(next.runId)).toMatchObject({ status: 'completed', error: null });
    const entries = await ledger();
    expect(entries).toHaveLength(2);
    expect(entries[0]).toEqual(spent);
    expect(entries[1]).toMatchObject({ epsilon: 1, mechanism: 'MST', run_id: next.runId });
    expect(await models()).toEqual([{ epsilon: 1 }]);
  },
  90_000,
);
