import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { FileStore } from '../../platform/files/file-store.ts';
import { fileKey } from '../../platform/storage/context.ts';
import { readCsvRows } from '../../product/batches/read-csv-rows.ts';
import type { BankTable } from '../../shared/bank-tables.ts';

/** Columns that change after the batch: later transactions update an account's balance. */
const MOVES_ON = new Set(['current_balance']);

type ComparedBatch = { id: string; tenantId: string; table: BankTable; version: string };

export async function compareBankRows(
  pool: pg.Pool,
  files: FileStore,
  { id, tenantId, table, version }: ComparedBatch,
): Promise<number> {
  const { columns } = await readCsvRows(await files.get(fileKey(version)), { offset: 0, limit: 1 });
  const quoted = columns.map((name) => `"${name.replaceAll('"', '""')}"`);
  const compared = quoted.filter((_, i) => !MOVES_ON.has(columns[i]!)).join(', ');
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(
      `create temporary table file_rows on commit drop as select ${quoted.join(', ')} from bank.${table} limit 0`,
    );
    const copy = copyFrom(`copy file_rows (${quoted.join(', ')}) from stdin (format csv, header)`);
    await pipeline(await files.get(fileKey(version)), client.query(copy));
    const { rows } = await client.query<{ differing: number }>(
      `with bank_rows as (select ${compared} from bank.${table} where tenant_id = $1 and batch_id = $2),
            of_file as (select ${compared} from file_rows)
       select (select count(*) from (select * from bank_rows except all select * from of_file) more)::int
            + (select count(*) from (select * from of_file except all select * from bank_rows) less)::int as differing`,
      [tenantId, id],
    );
    return rows[0]!.differing;
  } finally {
    await client.query('rollback').catch(() => {});
    client.release();
  }
}
