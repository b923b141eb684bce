import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { seconds } from '../foundation/figures.ts';

export type Filled = { batchIds: string[]; lastTxn: string; account: string; customer: string };

/** Number of batches; exceeds the number that get separate tables. */
const BATCHES = 20;
const SHARED_BATCHES = 4;
const ROWS_OF_AN_ACCOUNT = 100;

const CUSTOMERS = `insert into bank.customers
    (customer_id, full_name, email, city, risk_segment, join_date, batch_id, tenant_id)
  select 'CUST' || lpad(i::text, 9, '0'), 'Name ' || i, i || '@bank.example', 'Bremen', 'low', '2024-01-01', $1, $2
    from generate_series($3::int, $4) i`;
const ACCOUNTS = `insert into bank.accounts
    (account_id, account_type, status, current_balance, open_date, customer_id, currency, batch_id, tenant_id)
  select 'ACC' || lpad(i::text, 9, '0'), 'checking', 'active', i, '2024-01-01', 'CUST' || lpad(i::text, 9, '0'),
         'EUR', $1, $2
    from generate_series($3::int, $4) i`;
/** Rows in time order, each of another account, as the simulator writes them. */
const transactionsInto = (place: string) => `insert into ${place}
    (txn_id, amount, currency, channel, merchant_category, txn_ts, account_id, customer_id, counterparty, country,
     mcc, merchant, type, status, balance_after, device, batch_id, tenant_id)
  select 'TXN' || lpad((i + $3)::text, 12, '0'), (i::bigint * 7919) % 100000 / 100.0, 'EUR', 'pos', 'groceries',
         timestamptz '2025-01-01 00:00Z' + i * interval '31 seconds',
         'ACC' || lpad(((i::bigint * 104729) % $4 + $5)::text, 9, '0'),
         'CUST' || lpad(((i::bigint * 104729) % $4 + $5)::text, 9, '0'),
         'Counterparty ' || i % 5000, 'DE', '5411', 'Merchant ' || i % 3000, 'card', 'booked', i, 'D' || i % 900000,
         $1, $2
    from generate_series(0, $6::int - 1) i`;

/** Drops indexes that no constraint needs; returns their definitions, for a faster rebuild. */
async function dropIndexes(db: pg.Client): Promise<string[]> {
  const { rows } = await db.query<{ name: string; made: string }>(
    `select indexname as name, indexdef as made from pg_indexes
      where schemaname = 'bank' and tablename = 'transactions' and indexname not like '%pkey'`,
  );
  for (const { name } of rows) await db.query(`drop index bank.${name}`);
  return rows.map(({ made }) => made);
}

async function fillOwnTable(db: pg.Client, batchId: string, values: unknown[]): Promise<void> {
  await db.query('begin');
  const { rows } = await db.query<{ place: string }>(
    "select private.open_batch_table('transactions', $1, $2) as place",
    [batchId, values.at(-1)],
  );
  await db.query(transactionsInto(rows[0]!.place), values);
  await db.query("select private.join_batch_table('transactions', $1)", [batchId]);
  await db.query('commit');
}

/** Adds batches with customers and accounts: the first in the shared table, others separate. */
export async function fillBank(
  db: pg.Client,
  { tenantId, rows }: { tenantId: string; rows: number },
): Promise<Filled> {
  const batchIds: string[] = [];
  const indexes = await dropIndexes(db);
  await db.query(
    "select set_config('request.rows_noted', 'yes', false), set_config('request.tenant_id', $1, false)",
    [tenantId],
  );
  const elapsed = await seconds(async () => {
    const count = Math.ceil(rows / BATCHES);
    const accounts = Math.ceil(count / ROWS_OF_AN_ACCOUNT);
    for (let batch = 0; batch < BATCHES; batch++) {
      const id = randomUUID();
      const first = batch * accounts;
      await db.query(CUSTOMERS, [id, tenantId, first, first + accounts - 1]);
      await db.query(ACCOUNTS, [id, tenantId, first, first + accounts - 1]);
      const values = [id, tenantId, batch * count, accounts, first, count];
      if (batch < SHARED_BATCHES) await db.query(transactionsInto('bank.transactions'), values);
      else await fillOwnTable(db, id, values);
      if (batch === SHARED_BATCHES - 1) for (const index of indexes) await db.query(index);
      await db.query("select private.note_added_rows('transactions', $1, $2)", [tenantId, count]);
      batchIds.push(id);
    }
    for (const table of ['customers', 'accounts', 'transactions'])
      await db.query(`vacuum analyze bank.${table}`);
    await db.query('select private.tidy_bank_indexes()');
  });
  const sizes = await db.query<{ tables: number; table: string; size: string }>(
    `select count(*)::int as tables, pg_size_pretty(sum(pg_table_size(place))) as table,
            pg_size_pretty(sum(pg_indexes_size(place))) as size
       from (select 'bank.transactions'::regclass as place
             union all select place from private.batch_tables() where of_table = 'transactions') all_of_them`,
  );
  const { tables, table, size } = sizes.rows[0]!;
  console.log(
    `${rows} transactions in ${tables} tables stored in ${elapsed.toFixed(0)} s: ${table}, indexes ${size}`,
  );
  const middle = String(Math.floor(rows / ROWS_OF_AN_ACCOUNT / 2)).padStart(9, '0');
  return {
    batchIds,
    lastTxn: `TXN${String(rows - 1).padStart(12, '0')}`,
    account: `ACC${middle}`,
    customer: `CUST${middle}`,
  };
}
