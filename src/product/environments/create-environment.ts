import type pg from 'pg';
import type { z } from 'zod';
import { canonicalHash } from '../../engines/provenance/canonical-hash.ts';
import type { Account } from '../../platform/functions/define.ts';
import { fileKey } from '../../platform/storage/context.ts';
import { BANK_TABLES } from '../../shared/bank-tables.ts';
import type { Json } from '../../shared/canonical-json.ts';
import type { createEnvironmentBody, PinnedFile } from '../../shared/contracts/environments.ts';
import { AppError } from '../../shared/errors.ts';
import { completedRun } from '../data/completed-run.ts';
import { queueBatches } from '../data/queue-batches.ts';
import type { Product } from '../product.ts';
import { addEnvironment, type Environment, fillEnvironment, inEnvironment } from './environment.ts';
import { captureEnvironment, pinFiles } from './pin-environment.ts';
import { captureTable, holdFiles, storeContent } from './pinned-files.ts';

type Request = z.output<typeof createEnvironmentBody>;

/** Time that a call waits for generated rows before it answers that they are queued. */
const ANSWER_TIMEOUT_MS = 25_000;

/** Creates an environment, or continues and returns the one that the same request made. */
export async function createEnvironment(
  product: Product,
  account: Account,
  { name, expires_in_hours: hours, ...source }: Request,
): Promise<Environment> {
  const { tenantId, userId } = account;
  const environment = await addEnvironment(product, {
    tenantId,
    userId,
    name,
    request: canonicalHash(source as Json),
    hours,
  });
  if (environment.pin !== null) return environment;
  return fillEnvironment(product, environment, () =>
    pinSource(product, account, { environment, source }),
  );
}

async function pinSource(
  product: Product,
  account: Account,
  {
    environment,
    source,
  }: { environment: Environment; source: Omit<Request, 'name' | 'expires_in_hours'> },
): Promise<Environment> {
  const { tenantId, userId } = account;
  if (source.simulation) {
    if (!(await isSimulated(product, account, { environment, settings: source.simulation })))
      return environment;
  }
  return inEnvironment(product, environment, async (tx, locked) => {
    if (locked.pin !== null) return locked;
    await holdFiles(tx, tenantId);
    const work = { tx, environment: locked, userId };
    const files = source.batches
      ? await captureBatches(product, work, source.batches)
      : source.pin
        ? await filesOfPin(tx, tenantId, source.pin)
        : await captureEnvironment(product, work);
    return pinFiles(product, work, { files, tables: BANK_TABLES, clock: null });
  });
}

async function isSimulated(
  product: Product,
  account: Account,
  {
    environment,
    settings: { count, seed, ...settings },
  }: { environment: Environment; settings: NonNullable<Request['simulation']> },
): Promise<boolean> {
  const queued = await queueBatches(
    product,
    { ...account, tenantId: environment.rows_tenant },
    {
      kind: 'simulate',
      subject: { entity: 'full', count, settings: { ...settings, seed: String(seed) } },
      batches: BANK_TABLES.map((entity) => ({ entity })),
      once: true,
    },
  );
  const run = await completedRun(product, {
    runId: queued.runId,
    timeoutMs: ANSWER_TIMEOUT_MS,
    failed: 'Generation failed',
  });
  return run !== null;
}

async function filesOfPin(tx: pg.PoolClient, tenantId: string, pin: string): Promise<PinnedFile[]> {
  const { rows } = await tx.query<{ files: PinnedFile[] }>(
    'select files from public.environments where tenant_id = $1 and pin = $2 limit 1',
    [tenantId, pin],
  );
  if (rows[0]) return rows[0].files;
  throw new AppError('not_found', `No environment of your organization has the pin ${pin}.`);
}

type Chosen = {
  batch_id: string;
  name: string | null;
  entity_type: string;
  has_rows: boolean;
  record_count: string;
  version: string | null;
};

/** Captures the bank rows of batches, and the files of batches without bank rows. */
async function captureBatches(
  product: Product,
  { tx, environment, userId }: { tx: pg.PoolClient; environment: Environment; userId: string },
  batches: readonly string[],
): Promise<PinnedFile[]> {
  const { tenant_id: tenantId } = environment;
  const owner = { tenantId, userId };
  const { rows } = await tx.query<Chosen>(
    `select batch_id, coalesce(name, manifest #>> '{request,table}') as name, entity_type, record_count,
            exists (select from bank.customers b where b.tenant_id = $1 and b.batch_id = g.batch_id)
              or exists (select from bank.accounts b where b.tenant_id = $1 and b.batch_id = g.batch_id)
              or exists (select from bank.transactions b where b.tenant_id = $1 and b.batch_id = g.batch_id)
              as has_rows,
            (select o.version from storage.objects o where o.bucket_id || '/' || o.name = g.csv_url) as version
       from public.generation_logs g
      where tenant_id = $1 and batch_id = any ($2) and status = 'completed' order by created_at, entity_type`,
    [tenantId, batches],
  );
  const missing = batches.find((id) => !rows.some(({ batch_id }) => batch_id === id));
  if (missing !== undefined) throw new AppError('not_found', `No completed batch ${missing}.`);
  const files: PinnedFile[] = [];
  for (const [i, batch] of rows.entries()) {
    if (batch.has_rows) continue;
    if (batch.version === null) {
      throw new AppError(
        'conflict',
        `Batch ${batch.batch_id} has no CSV file; it was made in shards.`,
      );
    }
    const bytes = await product.files.get(fileKey(batch.version));
    const stored = await storeContent(product, tx, { owner, bytes });
    files.push({
      name: `files/${i + 1}-${(batch.name ?? batch.entity_type).replaceAll(/[^\w.-]+/g, '-')}.csv`,
      table: null,
      rows: Number(batch.record_count),
      bytes: stored.size,
      sha256: stored.sha256,
    });
  }
  for (const table of BANK_TABLES) {
    const source = { tenantId, batches };
    const file = await captureTable(product, tx, { table, source, owner });
    if (file !== null) files.push(file);
  }
  return files;
}
