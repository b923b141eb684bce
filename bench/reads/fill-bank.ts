import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { seconds } from '../foundation/figures.ts';

export type Filled = { batchIds: string[]; lastTxn: string; account: string; customer: string };

const BATCH_ROWS = 1_000_000;
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
/** In order of time, each row of another account, as the simulator writes them. */
const TRANSACTIONS = `insert into bank.transactions
    (txn_id, amount, currency, channel, merchant_category, txn_ts, account_id, customer_id, counterparty, country,
     mcc, merchant, type, status, balance_after, device, batch_id, tenant_id)
  select 'TXN' || lpad((i + $3)::text, 12, '0'), (i::bigint * 7919) % 100000 / 100.0, 'EUR', 'pos', 'groceries',
         timestamptz '2025-01-01 00:00Z' + i * interval '31 seconds',
         'ACC' || lpad(((i::bigint * 104729) % $4 + $5)::text, 9, '0'),
         'CUST' || lpad(((i::bigint * 104729) % $4 + $5)::text, 9, '0'),
         'Counterparty ' || i % 5000, 'DE', '5411', 'Merchant ' || i % 3000, 'card', 'booked', i, 'D' || i % 900000,
         $1, $2
    from generate_series(0, $6::int - 1) i`;

/** Takes the indexes away that no constraint needs, and answers how they are made again: all at once is faster. */
async function dropIndexes(db: pg.Client): Promise<string[]> {
  const { rows } = await db.query<{ name: string; made: string }>(
    `select indexname as name, indexdef as made from pg_indexes
      where schemaname = 'bank' and tablename = 'transactions' and indexname not like '%pkey'`,
  );
  for (const { name } of rows) await db.query(`drop index bank.${name}`);
  return rows.map(({ made }) => made);
}

/** Batches of a million transactions, each with customers and accounts of its own. */
export async function fillBank(
  db: pg.Client,
  { tenantId, rows }: { tenantId: string; rows: number },
): Promise<Filled> {
  const batchIds: string[] = [];
  const indexes = await dropIndexes(db);
  const taken = await seconds(async () => {
    for (let from = 0; from < rows; from += BATCH_ROWS) {
      const id = randomUUID();
      const count = Math.min(BATCH_ROWS, rows - from);
      const accounts = Math.ceil(count / ROWS_OF_AN_ACCOUNT);
      const first = from / ROWS_OF_AN_ACCOUNT;
      await db.query(CUSTOMERS, [id, tenantId, first, first + accounts - 1]);
      await db.query(ACCOUNTS, [id, tenantId, first, first + accounts - 1]);
      await db.query(TRANSACTIONS, [id, tenantId, from, accounts, first, count]);
      batchIds.push(id);
    }
    for (const index of indexes) await db.query(index);
    await db.query('vacuum analyze bank.transactions');
    await db.query('vacuum analyze bank.accounts');
    await db.query('vacuum analyze bank.customers');
  });
  const sizes = await db.query<{ table: string; size: string }>(
    `select pg_size_pretty(pg_table_size('bank.transactions')) as table,
            pg_size_pretty(pg_indexes_size('bank.transactions')) as size`,
  );
  const { table, size } = sizes.rows[0]!;
  console.log(`${rows} transactions made in ${taken.toFixed(0)} s: ${table}, indexes ${size}`);
  const middle = String(Math.floor(rows / ROWS_OF_AN_ACCOUNT / 2)).padStart(9, '0');
  return {
    batchIds,
    lastTxn: `TXN${String(rows - 1).padStart(12, '0')}`,
    account: `ACC${middle}`,
    customer: `CUST${middle}`,
  };
}
