import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { longTest } from '../../../../test/support/long-test.ts';
import { sampleTransactions } from '../../../../test/support/sample-transactions.ts';
import { storeDataset } from '../../../../test/support/stored-dataset.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.ts';
import type { SealedManifest } from '../../../engines/provenance/manifest.ts';
import { provenanceStatement } from '../../../engines/provenance/statement.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import { openLocalFileStore } from '../../../platform/files/local.ts';
import { cancelledError, type RunContext } from '../../../platform/jobs/run-context.ts';
import { synthesizeHandler } from './synthesize-job.ts';

const tenantId = randomUUID();
const folder = mkdtempSync(join(tmpdir(), 'sandbox private '));
let db: TestDatabase;
let files: FileStore;
let manifestId: string;

beforeAll(async () => {
  db = await createTestDatabase();
  files = openLocalFileStore(folder);
  manifestId = await storeDataset(
    { database: db.database, files },
    { tenantId, folder, csv: sampleTransactions(600) },
  );
});
afterAll(async () => {
  await db.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs or retries a private batch in this process; cancels it at the stage `stopAt`. */
async function run(stopAt: string | null, runId: string = randomUUID()) {
  const batchId = randomUUID();
  const { owner } = db.database;
  await owner.query(
    `insert into public.runs (id, tenant_id, kind, status) values ($1, $2, 'synthesize', 'running') on conflict do nothing`,
    [runId, tenantId],
  );
  await owner.query(
    `insert into public.generation_logs (batch_id, tenant_id, entity_type, run_id) values ($1, $2, 'transactions', $3)`,
    [batchId, tenantId, runId],
  );
  const stop = new AbortController();
  const settings = { seed: '7', mode: 'private', epsilon: 3, mechanism: 'mst' };
  const subject = {
    manifestId,
    count: 100,
    settings,
    batches: [{ id: batchId, entity: 'transactions' }],
  };
  const context = {
    run: { id: runId, tenant_id: tenantId, subject, created_by: null },
    signal: stop.signal,
    progress: (stage: string) => {
      if (stage === stopAt) stop.abort(cancelledError());
    },
    fence: async () => {},
    complete: async (_tx: unknown, result: object) => result,
    enqueue: async () => '',
    callForHelp: async () => {},
  } as unknown as RunContext;
  return synthesizeHandler({ database: db.database, files })(context);
}
const count = async (table: string) =>
  (await db.database.owner.query(`select from public.${table}`)).rowCount;

test('nothing is spent before the cost is known; a run that ends after it has spent, and is not given it back', async () => {
  await expect(run('reading')).rejects.toThrow('Cancelled');
  expect(await count('privacy_ledger')).toBe(0);
  await expect(run('learning')).rejects.toThrow('Cancelled');
  expect([await count('privacy_ledger'), await count('stored_models')]).toEqual([1, 0]);
  await run(null);
  expect([await count('privacy_ledger'), await count('stored_models')]).toEqual([2, 1]);
});

longTest(
  'a batch that fails after its model was learned leaves the model, so that nothing is spent twice',
  async () => {
    await db.database.owner.query('delete from public.stored_models');
    await expect(run('generating')).rejects.toThrow('Cancelled');
    expect([await count('privacy_ledger'), await count('stored_models')]).toEqual([3, 1]);
    await run(null);
    expect([await count('privacy_ledger'), await count('stored_models')]).toEqual([3, 1]);
  },
);

longTest('a run tried again: it never pays twice unasked, and says what it paid for', async () => {
  const runId = randomUUID();
  await db.database.owner.query('delete from public.stored_models');
  const before = await count('privacy_ledger');
  await expect(run('learning', runId)).rejects.toThrow('Cancelled');
  await expect(run(null, runId)).rejects.toThrow('before the model was stored');
  expect(await count('privacy_ledger')).toBe(before! + 1);
  await db.database.owner.query('alter table public.privacy_sources disable trigger append_only');
  await db.database.owner.query('update public.privacy_sources set budget_rho = 9');
  const other = randomUUID();
  await expect(run('generating', other)).rejects.toThrow('Cancelled');
  const fits = await count('governance_audit');
  expect((await run(null, other)).message).toContain('the privacy budget was debited');
  expect(await count('governance_audit')).toBe(fits! + 1);
  expect(await count('privacy_ledger')).toBe(before! + 2);
});

test('noise is not from the seed: another fit with the same seed is another model', async () => {
  const hash = async () =>
    (await db.database.owner.query('select model_hash from public.stored_models')).rows[0]
      .model_hash;
  const before = await hash();
  await db.database.owner.query('delete from public.stored_models');
  await run(null);
  expect(await hash()).not.toBe(before);
});

test('what leaves with a private batch holds neither the hash of its file nor the number of its rows', async () => {
  await run(null);
  const { rows } = await db.database.owner.query<{ manifest: SealedManifest }>(
    `select manifest from public.generation_logs where status = 'completed' order by created_at desc limit 1`,
  );
  const { manifest } = rows[0]!;
  const text = JSON.stringify([
    manifest,
    provenanceStatement({ id: 'b', builder: 'https://bank.example', files: [] }, manifest),
  ]);
  expect(text).not.toContain('0'.repeat(64));
  // As a whole number: noisy numbers and hashes may contain the digits.
  expect(text).not.toMatch(/(?<![\w.-])600(?![\w.-])/);
  expect(manifest.source).toEqual({
    filename: 'movements.csv',
    dataset: manifestId,
    commitment: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  const again = await db.database.owner.query(
    "select private.source_commitment($1, repeat('0', 64)) as commitment",
    [manifestId],
  );
  expect(manifest.source?.commitment).toBe(again.rows[0].commitment);
});
