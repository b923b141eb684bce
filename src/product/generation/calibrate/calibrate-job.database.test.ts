import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { longTest } from '../../../../test/support/long-test.ts';
import { storeDataset } from '../../../../test/support/stored-dataset.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.ts';
import { configurationSchema } from '../../../engines/simulate/index.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import { openLocalFileStore } from '../../../platform/files/local.ts';
import type { RunContext } from '../../../platform/jobs/run-context.ts';
import type { CalibrateDatasetBody, Calibration } from '../../../shared/contracts/calibration.ts';
import { calibrateHandler } from './calibrate-job.ts';

const tenantId = randomUUID();
const folder = mkdtempSync(join(tmpdir(), 'sandbox calibrate '));
const KINDS = { BAR: 'cash_withdrawal', KARTE: 'purchase', GEHALT: 'transfer_in' } as const;
let db: TestDatabase;
let files: FileStore;
let manifestId: string;

/** Two movements a week of each account: a card payment; cash or pay every fourth or ninth time. */
function movements(accounts: number): string {
  const rows = Array.from({ length: accounts * 60 }, (_, i) => {
    const [account, at] = [i % accounts, Math.floor(i / accounts)];
    const day = new Date(Date.UTC(2024, 0, 1 + Math.floor(3.5 * at) + (account % 3)));
    const isCash = (at + account) % 4 === 0;
    const isPay = !isCash && at % 9 === 0;
    const amount = isPay ? 900 + 7 * (i % 50) : isCash ? 50 * (1 + (i % 3)) : 5 + ((7 * i) % 90);
    const kind = isPay ? 'GEHALT' : isCash ? 'BAR' : 'KARTE';
    return `K${1000 + account},${day.toISOString().slice(0, 10)},${amount.toFixed(2)},${kind}`;
  });
  return `account_id,transaction_date,amount,kind\n${rows.join('\n')}\n`;
}

beforeAll(async () => {
  db = await createTestDatabase();
  files = openLocalFileStore(folder);
  manifestId = await storeDataset(
    { database: db.database, files },
    { tenantId, folder, csv: movements(120) },
  );
});
afterAll(async () => {
  await db.close();
  rmSync(folder, { recursive: true, force: true });
});

async function calibrated(
  change: Partial<CalibrateDatasetBody>,
  id: string = randomUUID(),
  tenant = tenantId,
): Promise<Calibration> {
  await db.database.owner.query(
    `insert into public.runs (id, tenant_id, kind, status) values ($1, $2, 'calibrate', 'running') on conflict do nothing`,
    [id, tenant],
  );
  const settings = { preset: 'eu-retail-bank', kind_columns: ['kind'], kinds: KINDS, ...change };
  const context = {
    run: { id, tenant_id: tenant, subject: { manifest_id: manifestId, ...settings } },
    signal: new AbortController().signal,
    progress: () => {},
    fence: async () => {},
    complete: async (_tx: unknown, result: object) => result,
  } as unknown as RunContext;
  const handle = calibrateHandler({ database: db.database, files });
  return (await handle(context)) as unknown as Calibration;
}

const spent = async (runId: string) =>
  (
    await db.database.owner.query<{ epsilon: number; mechanism: string; unit: string }>(
      'select epsilon::float8 as epsilon, mechanism, unit from public.privacy_ledger where run_id = $1',
      [runId],
    )
  ).rows;

longTest(
  'a column without words, and another organization, are refused; nothing is spent',
  async () => {
    const run = randomUUID();
    await expect(calibrated({ kind_columns: ['amount'], epsilon: 1 }, run)).rejects.toThrow(
      'The column amount has no words.',
    );
    await expect(calibrated({ kinds: {} }, run)).rejects.toThrow(/rows have no kind: "KARTE"/);
    expect(await spent(run)).toEqual([]);
    await expect(calibrated({}, randomUUID(), randomUUID())).rejects.toThrow();
  },
  600_000,
);

longTest(
  'a private calibration spends its budget once, and its result is a configuration',
  async () => {
    const run = randomUUID();
    const { configuration, epsilon, auc, figures, accounts } = await calibrated(
      { epsilon: 1 },
      run,
    );
    expect({ epsilon, auc, accounts }).toEqual({ epsilon: 1, auc: null, accounts: 120 });
    // Noise hides other figures of 120 accounts in some draws, but not the weekdays.
    expect(figures.length).toBeGreaterThanOrEqual(7);
    configurationSchema.parse(configuration);
    expect(await spent(run)).toEqual([
      { epsilon: 1, mechanism: 'discrete Laplace', unit: 'account_id' },
    ]);
    // A run that stopped after paying does not pay again.
    await expect(calibrated({ epsilon: 1 }, run)).rejects.toThrow('budget is not refunded');
    expect((await spent(run)).length).toBe(1);
  },
  600_000,
);
