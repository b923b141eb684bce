import type { SupabaseClient } from '@supabase/supabase-js';
import { beforeAll, expect, test } from 'vitest';
import { startAuthHost } from '../../../test/support/auth-host.ts';
import { startBeforeTests } from '../../../test/support/before-tests.ts';
import { restService } from './service.ts';

const FIRST = '00000000-0000-4000-8000-000000000001';
const AGAIN = '00000000-0000-4000-8000-000000000002';
const LATER = '00000000-0000-4000-8000-000000000003';

const host = startBeforeTests(() =>
  startAuthHost((platform) => [{ prefix: '/rest/v1', plugin: restService(platform) }]),
);
let ada: SupabaseClient;
let bob: SupabaseClient;

async function signedIn(email: string): Promise<[SupabaseClient, string]> {
  const password = 'a good password';
  const id = await host.addUser(email, password);
  const client = host.client();
  await client.auth.signInWithPassword({ email, password });
  return [client, id];
}

/** Two batches with the same ids (one seed), and one with transactions of existing accounts. */
async function insertBank(tenant: string): Promise<void> {
  const { owner } = host.db.database;
  for (const batch of [FIRST, AGAIN]) {
    await owner.query(
      `insert into bank.customers (customer_id, full_name, email, join_date, batch_id, tenant_id)
       values ('C1', 'Rosa of ' || right($1::uuid::text, 1), 'r@x.example', '2024-01-01', $1::uuid, $2),
              ('C2', 'Without accounts', 'w@x.example', '2024-01-01', $1::uuid, $2)`,
      [batch, tenant],
    );
    await owner.query(
      `insert into bank.accounts (account_id, account_type, status, current_balance, open_date, customer_id, currency, batch_id, tenant_id)
       values ('A1', 'checking', 'active', right($1::uuid::text, 1)::int, '2024-01-01', 'C1', 'EUR', $1::uuid, $2),
              ('A2', 'savings', 'active', 20, '2024-01-01', 'C1', 'EUR', $1::uuid, $2)`,
      [batch, tenant],
    );
  }
  for (const [id, batch] of [
    ['T1', FIRST],
    ['T2', AGAIN],
    ['T3', LATER],
  ]) {
    await owner.query(
      `insert into bank.transactions (txn_id, amount, txn_ts, account_id, customer_id, batch_id, tenant_id)
       values ($1, 5, '2024-02-01', 'A1', 'C1', $2, $3)`,
      [id, batch, tenant],
    );
  }
}

beforeAll(async () => {
  const [first, tenant] = await signedIn('ada@bank.example');
  ada = first;
  [bob] = await signedIn('bob@bank.example');
  await insertBank(tenant);
});

test('a transaction embeds its account and customer: of its own batch, or the newest', async () => {
  const { data, error } = await ada
    .from('transactions')
    .select('txn_id, accounts(account_id, current_balance), customers(full_name)')
    .order('txn_id');
  expect(error).toBeNull();
  expect(data).toEqual(
    [
      ['T1', 1, 'Rosa of 1'],
      ['T2', 2, 'Rosa of 2'],
      ['T3', 2, 'Rosa of 2'],
    ].map(([txn_id, current_balance, full_name]) => ({
      txn_id,
      accounts: { account_id: 'A1', current_balance },
      customers: { full_name },
    })),
  );
});

test('a customer embeds accounts, and these their transactions, by the same rule', async () => {
  const { data, error } = await ada
    .from('customers')
    .select('full_name, accounts(account_id, transactions(txn_id)), transactions(count)')
    .order('full_name')
    .order('account_id', { referencedTable: 'accounts' });
  expect(error).toBeNull();
  const none = { full_name: 'Without accounts', accounts: [], transactions: [{ count: 0 }] };
  const of = (full_name: string, ids: string[]) => ({
    full_name,
    accounts: [
      { account_id: 'A1', transactions: expect.arrayContaining(ids.map((txn_id) => ({ txn_id }))) },
      { account_id: 'A2', transactions: [] },
    ],
    transactions: [{ count: ids.length }],
  });
  expect(data).toEqual([of('Rosa of 1', ['T1']), of('Rosa of 2', ['T2', 'T3']), none, none]);
});

test('an account embeds its customer; rows are restricted by what they embed', async () => {
  const { data, error } = await ada
    .from('accounts')
    .select('account_id, customers!inner(full_name)')
    .eq('customers.full_name', 'Rosa of 1')
    .order('account_id');
  expect([error, data?.map(({ account_id }) => account_id)]).toEqual([null, ['A1', 'A2']]);
});

test('other tenants see none of it', async () => {
  const { data, error } = await bob.from('customers').select('*, accounts(*), transactions(*)');
  expect([error, data]).toEqual([null, []]);
});
