import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { to as copyTo } from 'pg-copy-streams';
import type { Database } from '../../../platform/database/database.ts';

/** Current accounts referenced by a batch's transactions, and their owners. */
const QUERIES = {
  accounts: `
    with named as (
      select account_id as id from bank.transactions where batch_id = BATCH
      union select counterparty from bank.transactions where batch_id = BATCH)
    select distinct on (account_id) account_id, account_number, bank_code, account_type, customer_id
      from bank.accounts where account_id in (select id from named)
     order by account_id, seq desc`,
  customers: `
    select distinct on (customer_id) customer_id, full_name
      from bank.customers order by customer_id, seq desc`,
};

const UUID = /^[0-9a-f-]{36}$/i;

/** Writes rows of the bank to a CSV file. COPY takes no parameters, so the id is validated. */
export async function copyBankRows(
  database: Database,
  what: keyof typeof QUERIES,
  { tenantId, batchId, path }: { tenantId: string; batchId: string; path: string },
): Promise<void> {
  if (!UUID.test(batchId)) throw new Error('an id is no uuid');
  const query = QUERIES[what].replaceAll('BATCH', `'${batchId}'`);
  await database.asTenant(tenantId, async (tx) => {
    const rows = tx.query(copyTo(`copy (${query}) to stdout (format csv, header)`));
    await pipeline(rows, createWriteStream(path, { mode: 0o600 }));
  });
}
