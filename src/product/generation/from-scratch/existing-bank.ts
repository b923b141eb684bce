import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { ExistingAccount, ExistingCustomer } from '../../../engines/simulate/index.ts';

/** Larger banks are represented by their newest accounts, which suffice for realistic patterns. */
const MAX_EXISTING = 100_000;

export type ExistingBank = {
  customers: ExistingCustomer[];
  accounts: ExistingAccount[];
  stateHash: string;
  setBalances: (balances: { accountId: string; minor: number }[]) => Promise<void>;
};

type AccountRow = {
  account_id: string;
  account_type: string;
  status: string;
  customer_id: string;
  open_date: string;
  balance: string;
  limit: string | null;
  seq: string;
};

async function readCustomers(tx: pg.PoolClient): Promise<ExistingCustomer[]> {
  const { rows } = await tx.query<{
    customer_id: string;
    join_date: string;
    risk_segment: string | null;
  }>(
    `select distinct on (customer_id) customer_id, join_date, risk_segment
       from (select * from bank.customers order by seq desc limit $1) newest
      order by customer_id, seq desc`,
    [MAX_EXISTING],
  );
  return rows.map((row) => ({
    id: row.customer_id,
    joinDate: row.join_date,
    riskSegment: row.risk_segment,
  }));
}

async function readAccounts(tx: pg.PoolClient, windowEnd: string): Promise<AccountRow[]> {
  const { rows } = await tx.query<AccountRow>(
    `select distinct on (account_id) account_id, account_type, status, customer_id, open_date,
            (current_balance * 100)::bigint as balance, (credit_limit * 100)::bigint as "limit", seq
       from (select * from bank.accounts
              where status = 'active' and open_date <= $2::date
              order by seq desc limit $1) newest
      order by account_id, seq desc`,
    [MAX_EXISTING, windowEnd],
  );
  return rows;
}

/** Reads what a batch of `entity` builds on, and serializes such batches per tenant. */
export async function readExistingBank(
  tx: pg.PoolClient,
  { tenantId, entity, windowEnd }: { tenantId: string; entity: string; windowEnd: string },
): Promise<ExistingBank | null> {
  if (entity !== 'accounts' && entity !== 'transactions') return null;
  await tx.query("select pg_advisory_xact_lock(hashtextextended('bank ' || $1, 0))", [tenantId]);
  const customers = entity === 'accounts' ? await readCustomers(tx) : [];
  const rows = entity === 'transactions' ? await readAccounts(tx, windowEnd) : [];
  if (customers.length === 0 && rows.length === 0) return null;
  const seqOf = new Map(rows.map((row) => [row.account_id, row.seq]));
  return {
    customers,
    accounts: rows.map((row) => ({
      id: row.account_id,
      type: row.account_type,
      status: row.status,
      customerId: row.customer_id,
      openDate: row.open_date,
      balance: Number(row.balance),
      limit: row.limit === null ? null : Number(row.limit),
    })),
    stateHash: createHash('sha256')
      .update(JSON.stringify([customers, rows.map(({ seq, ...row }) => row)]))
      .digest('hex'),
    setBalances: async (balances) => {
      await tx.query(
        `update bank.accounts a set current_balance = v.minor / 100.0
           from unnest($1::bigint[], $2::bigint[]) as v (seq, minor)
          where a.seq = v.seq`,
        [balances.map(({ accountId }) => seqOf.get(accountId)), balances.map(({ minor }) => minor)],
      );
    },
  };
}
