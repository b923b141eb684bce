import { once } from 'node:events';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { suspendTenant } from '../../platform/database/suspend-tenant.ts';
import type { BankTable } from '../../shared/bank-tables.ts';

/** Loads CSV into the bank's tables by COPY, within the caller's transaction. */
export type RowLoader = {
  load: (table: BankTable, columns: readonly string[], csv: Uint8Array) => Promise<void>;
  finish: () => Promise<void>;
  /** Aborts an open COPY, so that the transaction can be rolled back. */
  abandon: (reason: Error) => Promise<void>;
};

type Copy = {
  table: BankTable;
  stream: ReturnType<typeof copyFrom>;
  ended: Promise<unknown>;
  /** Settles when the server has accepted the last write. */
  taken: Promise<unknown>;
  /** Error that ended the COPY: a stream of a lost connection does not report it. */
  failure: Error | null;
};

export type ExpectedRows = Partial<Record<BankTable, { batchId: string; rows: number }>>;

/**
 * Opens a loader. Settings give tenant and batch, so the loaded bytes equal the batch's file. Until
 * it finishes, the transaction has the server's role: PostgreSQL refuses COPY under policies.
 */
export async function openRowLoader(
  tx: pg.PoolClient,
  { tenantId, expected }: { tenantId: string; expected: ExpectedRows },
): Promise<RowLoader> {
  await tx.query(
    "select set_config('request.tenant_id', $1, true), set_config('request.rows_noted', 'yes', true)",
    [tenantId],
  );
  let current: Copy | null = null;
  let resume: (() => Promise<void>) | null = null;
  const places = new Map<BankTable, string>();

  const placeOf = async (table: BankTable): Promise<string> => {
    const cached = places.get(table);
    if (cached !== undefined) return cached;
    const { batchId, rows } = expected[table]!;
    const result = await tx.query<{ place: string }>(
      'select private.open_batch_table($1, $2, $3) as place',
      [table, batchId, rows],
    );
    const { place } = result.rows[0]!;
    places.set(table, place);
    return place;
  };

  const close = async () => {
    if (current === null) return;
    const { table, stream, ended, failure } = current;
    if (failure !== null) throw failure;
    current = null;
    stream.end();
    await ended;
    const added = [table, tenantId, stream.rowCount];
    await tx.query('select private.note_added_rows($1, $2, $3)', added);
  };
  const open = async (table: BankTable, columns: readonly string[]): Promise<Copy> => {
    resume ??= await suspendTenant(tx);
    const place = await placeOf(table);
    await tx.query("select set_config('request.batch_id', $1, true)", [expected[table]!.batchId]);
    const names = columns.map((name) => `"${name}"`).join(', ');
    const stream = tx.query(copyFrom(`copy ${place} (${names}) from stdin (format csv)`));
    const ended = once(stream, 'finish');
    const copy: Copy = { table, stream, ended, taken: Promise.resolve(), failure: null };
    ended.catch((error: Error) => {
      copy.failure = error;
    });
    return copy;
  };
  return {
    load: async (table, columns, csv) => {
      if (current?.table !== table) {
        await close();
        current = await open(table, columns);
      }
      // One part is sent while the next is generated.
      await current!.taken;
      const { stream, ended, failure } = current!;
      if (failure !== null) throw failure;
      if (stream.write(csv)) return;
      current!.taken = Promise.race([once(stream, 'drain'), ended]);
      current!.taken.catch(() => {});
    },
    finish: async () => {
      await close();
      for (const table of places.keys()) {
        await tx.query('select private.join_batch_table($1, $2)', [
          table,
          expected[table]!.batchId,
        ]);
      }
      await resume?.();
    },
    abandon: async (reason) => {
      if (current === null || current.failure !== null) return;
      const { stream } = current;
      current = null;
      const closed = once(stream, 'close');
      stream.on('error', () => {});
      stream.destroy(reason);
      await closed;
    },
  };
}

/** Loads CSV into one table. Names come from this server, never from a request. */
export async function copyCsv(
  tx: pg.PoolClient,
  { table, columns, csv }: { table: string; columns: readonly string[]; csv: Uint8Array },
): Promise<void> {
  const names = columns.map((name) => `"${name}"`).join(', ');
  const stream = tx.query(copyFrom(`copy ${table} (${names}) from stdin (format csv)`));
  const ended = once(stream, 'finish');
  stream.end(csv);
  await ended;
}
