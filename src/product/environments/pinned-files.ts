import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { fileKey } from '../../platform/storage/context.ts';
import { newVersion, registerObject } from '../../platform/storage/register-object.ts';
import { BANK_KEYS, type BankTable } from '../../shared/bank-tables.ts';
import type { PinnedFile } from '../../shared/contracts/environments.ts';
import { AppError } from '../../shared/errors.ts';
import { openRowLoader } from '../batches/row-loader.ts';
import type { Product } from '../product.ts';

const BUCKET = 'environments';

type Owner = { tenantId: string; userId: string | null };

async function versionOf(tx: pg.PoolClient, tenantId: string, sha256: string) {
  const { rows } = await tx.query<{ version: string }>(
    `select version from storage.objects
      where bucket_id = $1 and tenant_id = $2 and metadata ->> 'sha256' = $3 limit 1`,
    [BUCKET, tenantId, sha256],
  );
  return rows[0]?.version;
}

/**
 * Keeps stored files while a pin is made of them, until the end of the transaction. Rows of
 * environments are locked before.
 */
export const holdFiles = (tx: pg.PoolClient, tenantId: string) =>
  tx.query("select pg_advisory_xact_lock_shared(hashtextextended('pins ' || $1, 0))", [tenantId]);

/** Stores content once per organization, named by its hash. */
export async function storeContent(
  product: Product,
  tx: pg.PoolClient,
  { owner, bytes }: { owner: Owner; bytes: AsyncIterable<Uint8Array> },
): Promise<{ size: number; sha256: string }> {
  const { version, key } = newVersion();
  const stored = await product.files.put(key, bytes);
  const { tenantId, userId: ownerId } = owner;
  await tx.query("select pg_advisory_xact_lock(hashtextextended('pinned ' || $1 || $2, 0))", [
    tenantId,
    stored.sha256,
  ]);
  if ((await versionOf(tx, tenantId, stored.sha256)) !== undefined) {
    await product.files.remove(key);
    return stored;
  }
  await registerObject(tx, {
    bucketId: BUCKET,
    name: `${tenantId}/${stored.sha256}.csv`,
    version,
    stored,
    mimetype: 'text/csv; charset=utf-8',
    ownerId,
    tenantId,
  });
  return stored;
}

/** Rows of a tenant, or of some of its batches. */
export type RowSource = { tenantId: string; batches: readonly string[] | null };

async function refuseDoubled(tx: pg.PoolClient, table: BankTable, where: string): Promise<void> {
  const found = await tx.query<{ id: string }>(
    `select ${BANK_KEYS[table]} as id from bank.${table} t where ${where} group by 1 having count(*) > 1 limit 1`,
  );
  if (found.rows[0] === undefined) return;
  throw new AppError(
    'conflict',
    `${found.rows[0].id} occurs more than once in ${table}. Choose batches with different seeds.`,
  );
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** COPY takes no parameters, so that ids are checked before they enter its text. */
function whereOf({ tenantId, batches }: RowSource): string {
  if (![tenantId, ...(batches ?? [])].every((id) => UUID.test(id))) throw new Error('not a uuid');
  const chosen = batches === null ? '' : ` and t.batch_id = any ('{${batches.join(',')}}')`;
  return `t.tenant_id = '${tenantId}'${chosen}`;
}

/** Writes a table's rows as CSV, in the order of their batches; null if there are none. */
export async function captureTable(
  product: Product,
  tx: pg.PoolClient,
  { table, source, owner }: { table: BankTable; source: RowSource; owner: Owner },
): Promise<PinnedFile | null> {
  const where = whereOf(source);
  await refuseDoubled(tx, table, where);
  const { rows: named } = await tx.query<{ columns: string[] }>(
    'select private.bank_columns($1) as columns',
    [table],
  );
  const columns = named[0]!.columns.map((name) => `t.${name}`).join(', ');
  const stream = tx.query(
    copyTo(
      `copy (select ${columns} from bank.${table} t left join public.generation_logs g using (batch_id)
              where ${where} order by g.created_at nulls first, t.seq) to stdout (format csv, header)`,
    ),
  );
  const stored = await storeContent(product, tx, { owner, bytes: stream });
  const rows = stream.rowCount;
  if (rows === 0) return null;
  return { name: `${table}.csv`, table, rows, bytes: stored.size, sha256: stored.sha256 };
}

async function* withoutHeader(
  bytes: AsyncIterable<Uint8Array>,
  onHeader: (columns: string[]) => void,
): AsyncGenerator<Uint8Array> {
  let header: Buffer | null = Buffer.alloc(0);
  for await (const chunk of bytes) {
    if (header === null) {
      yield chunk;
      continue;
    }
    header = Buffer.concat([header, chunk]);
    const end = header.indexOf('\n');
    if (end < 0) continue;
    onHeader(header.subarray(0, end).toString().split(','));
    const rest = header.subarray(end + 1);
    header = null;
    if (rest.length > 0) yield rest;
  }
}

/** Loads pinned rows into a tenant of an environment, within the caller's transaction of the server. */
export async function loadFiles(
  product: Product,
  tx: pg.PoolClient,
  { tenant, tenantId, files }: { tenant: string; tenantId: string; files: readonly PinnedFile[] },
): Promise<void> {
  const rows = files.filter((file) => file.table !== null);
  const expected = Object.fromEntries(
    rows.map((file) => [file.table, { batchId: tenant, rows: file.rows }]),
  );
  const keys = new Map<string, string>();
  for (const { sha256 } of rows) {
    const version = await versionOf(tx, tenantId, sha256);
    if (version === undefined) throw new Error(`the pinned file ${sha256} is missing`);
    keys.set(sha256, fileKey(version));
  }
  // While a COPY is open, its connection takes no queries.
  const loader = await openRowLoader(tx, { tenantId: tenant, expected });
  try {
    for (const { table, sha256 } of rows) {
      let columns: string[] = [];
      const bytes = withoutHeader(await product.files.get(keys.get(sha256)!), (names) => {
        columns = names;
      });
      for await (const chunk of bytes) await loader.load(table!, columns, chunk);
    }
    await loader.finish();
  } catch (error) {
    await loader.abandon(error instanceof Error ? error : new Error(String(error)));
    throw error;
  }
}
