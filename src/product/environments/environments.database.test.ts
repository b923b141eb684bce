import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { beforeAll, expect, test, vi } from 'vitest';
import { startBeforeTests } from '../../../test/support/before-tests.ts';
import { longTest } from '../../../test/support/long-test.ts';
import { startProductHost } from '../../../test/support/product-host.ts';
import type { EnvironmentAnswer } from '../../shared/contracts/environments.ts';
import { EDGE_CASES } from '../../shared/edge-cases.ts';
import { apiKeyFunctions } from '../access/api-keys.ts';
import { generationFunctions } from '../generation/functions.ts';
import { environmentFunctions } from './functions.ts';

const host = startBeforeTests(() =>
  startProductHost(
    (product) => [
      ...environmentFunctions(product),
      ...generationFunctions(product),
      ...apiKeyFunctions(product),
    ],
    { worker: true },
  ),
);
type Member = Awaited<ReturnType<typeof host.member>>;
let admin: Member;
let stranger: Member;
let base: EnvironmentAnswer;

const sql = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await host.db.database.owner.query<Row>(text, values)).rows;

async function call(name: string, body: object, token = admin.token) {
  const answer = await host.call(name, body, { token });
  if (answer.status >= 300) throw new Error(`${answer.status} ${answer.body.error}`);
  return answer.body as unknown as EnvironmentAnswer;
}

const ROWS_TENANT = 'select rows_tenant from public.environments where id = $1';

/** Hashes the rows of an environment, without numbers of the server. */
async function contentOf(environment: string): Promise<string> {
  const hashes = ['customers', 'accounts', 'transactions'].map(async (table) => {
    const [row] = await sql<{ hash: string }>(
      `select md5(coalesce(string_agg((to_jsonb(t) - 'seq' - 'batch_id' - 'tenant_id')::text, ',' order by t.seq), '')) as hash
         from bank.${table} t where tenant_id = (${ROWS_TENANT})`,
      [environment],
    );
    return row!.hash;
  });
  return (await Promise.all(hashes)).join(' ');
}

beforeAll(async () => {
  admin = await host.member('admin@one.example', 'admin');
  stranger = await host.member('admin@two.example', 'admin');
  base = await call('create-environment', { name: 'base', simulation: { seed: '7', count: 30 } });
});

test('the same seed gives the same pin, the same request one environment', async () => {
  expect(base).toMatchObject({ status: 'ready', name: 'base', changed: [] });
  expect(base.files.map(({ name, rows }) => [name, rows])).toEqual([
    ['accounts.csv', 30],
    ['customers.csv', 30],
    ['transactions.csv', 300],
  ]);
  const request = { name: 'base', simulation: { seed: '7', count: 30 } };
  const [again, other] = await Promise.all([
    call('create-environment', request),
    call('create-environment', { ...request, name: 'twin' }),
  ]);
  expect(again).toEqual(base);
  expect([other.pin, other.id === base.id]).toEqual([base.pin, false]);
  expect(await contentOf(other.id)).toBe(await contentOf(base.id));
  await expect(
    call('create-environment', { ...request, simulation: { seed: '8', count: 30 } }),
  ).rejects.toThrow('409 An environment base exists, made from something else');
  await expect(call('reset-environment', { environment: 'base' }, stranger.token)).rejects.toThrow(
    '404 No environment base.',
  );
});

test('edge cases are added, a reset returns to the pin, and others stay as they are', async () => {
  const content = await contentOf(base.id);
  const other = await call('create-environment', { name: 'other', pin: base.pin });
  const overlaid = await call('overlay-environment', {
    environment: 'base',
    edge_cases: EDGE_CASES,
  });
  expect(overlaid).toMatchObject({
    pin: base.pin,
    changed: ['accounts', 'customers', 'transactions'],
  });
  const rows = await sql<{ full_name: string }>(
    `select full_name from bank.customers where tenant_id = (${ROWS_TENANT}) and customer_id like 'EDGE%' order by seq`,
    [base.id],
  );
  expect(rows).toHaveLength(10);
  expect(await contentOf(base.id)).not.toBe(content);
  const branched = await call('branch-environment', { environment: 'base', name: 'edges' });
  expect(branched.files.map(({ rows }) => rows)).toEqual([40, 40, 312]);
  expect(await contentOf(branched.id)).toBe(await contentOf(base.id));
  expect(await call('reset-environment', { environment: base.id })).toEqual(base);
  expect([await contentOf(base.id), await contentOf(other.id)]).toEqual([content, content]);
  const frozen = await call('overlay-environment', {
    environment: 'other',
    tables: {
      customers: {
        change: [{ customer_id: await anyCustomer(other.id), city: 'Ghent' }],
      },
    },
  });
  expect(frozen.changed).toEqual(['customers']);
  const pinned = await call('freeze-environment', { environment: 'other' });
  expect(pinned.pin).not.toBe(base.pin);
  expect(
    pinned.files.filter(({ sha256 }) => base.files.some((file) => file.sha256 === sha256)),
  ).toHaveLength(2);
  expect((await call('reset-environment', { environment: 'other' })).pin).toBe(pinned.pin);
});

async function anyCustomer(tenant: string): Promise<string> {
  const [row] = await sql<{ id: string }>(
    `select customer_id as id from bank.customers where tenant_id = (${ROWS_TENANT}) limit 1`,
    [tenant],
  );
  return row!.id;
}

test('an overlay that breaks keys, references or the ledger changes nothing', async () => {
  const content = await contentOf(base.id);
  const [last] = await sql<{ txn_id: string; account_id: string; balance_after: string }>(
    `select txn_id, account_id, balance_after from bank.transactions
      where tenant_id = (${ROWS_TENANT}) and account_id not in (select account_id from bank.transactions
            where tenant_id = (${ROWS_TENANT}) and status = 'pending')
      order by txn_ts desc, seq desc limit 1`,
    [base.id],
  );
  const customer = await anyCustomer(base.id);
  const { account_id: account, txn_id: txn } = last!;
  const added = {
    txn_id: 'NEW-1',
    txn_ts: '2030-01-01T00:00:00Z',
    account_id: account,
    amount: '-5.00',
    status: 'posted',
    aml_flag: false,
  };
  const after = (Number(last!.balance_after) - 5).toFixed(2);
  for (const [tables, refusal] of [
    [{ customers: { add: [{ customer_id: customer }] } }, `409 customers already has ${customer}`],
    [{ customers: { remove: ['C-none'] } }, '404 customers has no row C-none'],
    [
      { customers: { add: [{ customer_id: 'X', shoe_size: 44 }] } },
      '400 customers has no column shoe_size',
    ],
    [
      { customers: { add: [{ city: 'Ghent' }] } },
      '400 Each row of customers needs its customer_id',
    ],
    [{ customers: { remove: [customer] } }, '409 Account '],
    [{ accounts: { remove: [account] } }, '409 Transaction '],
    [{ transactions: { remove: [txn] } }, `409 Account ${account} has balance`],
    [
      { transactions: { change: [{ txn_id: txn, amount: '1234.56' }] } },
      `409 Transaction ${txn} on account`,
    ],
    [{ transactions: { add: [added] } }, '409 Transaction NEW-1 on account'],
    [
      { transactions: { add: [{ ...added, balance_after: after }] } },
      `409 Account ${account} has balance`,
    ],
  ] as const) {
    await expect(call('overlay-environment', { environment: 'base', tables })).rejects.toThrow(
      refusal,
    );
  }
  expect(await contentOf(base.id)).toBe(content);
  const fits = await call('overlay-environment', {
    environment: 'base',
    tables: {
      transactions: { add: [{ ...added, balance_after: after }] },
      accounts: { change: [{ account_id: account, current_balance: after }] },
    },
  });
  expect(fits.changed).toEqual(['accounts', 'transactions']);
  expect(await call('reset-environment', { environment: 'base' })).toEqual(base);
  expect(await contentOf(base.id)).toBe(content);
});

test('a key of an environment works in it alone, and a reset takes its batches back', async () => {
  const mine = await call('create-environment', { name: 'ci', pin: base.pin });
  const made = await host.call(
    'create-api-key',
    {
      name: 'ci',
      environment: mine.id,
      scopes: ['read', 'generate', 'reset'],
      tables: ['customers', 'accounts', 'transactions'],
    },
    { token: admin.token },
  );
  const key = made.body.key as string;
  const count = async (table: string) =>
    (await host.call('sandbox-query', { table, limit: 1000 }, { token: key })).body.count;
  expect(await count('customers')).toBe(30);
  const content = await contentOf(mine.id);
  await call('generate-transactions', { count: 40, seed: 3 }, key);
  expect(await count('transactions')).toBe(340);
  const reset = await call('reset-environment', {}, key);
  expect(reset).toEqual(mine);
  expect(await contentOf(mine.id)).toBe(content);
  for (const [name, body] of [
    ['reset-environment', { environment: 'base' }],
    ['delete-environment', { environment: base.id }],
    ['branch-environment', { environment: 'base', name: 'stolen' }],
  ] as const) {
    await expect(call(name, body, key)).rejects.toThrow('404 No environment');
  }
  await expect(call('create-environment', { name: 'more', pin: base.pin }, key)).rejects.toThrow(
    '403',
  );
  const [event] = await sql<{ actor_id: string; detail: { api_key_name: string } }>(
    "select actor_id, detail from audit.events where action = 'environment.reset' and tenant_id = $1 order by id desc limit 1",
    [admin.orgId],
  );
  expect(event).toMatchObject({ actor_id: admin.id, detail: { api_key_name: 'ci' } });
  await call('delete-environment', { environment: 'ci' });
  expect((await host.call('sandbox-query', { table: 'customers' }, { token: key })).status).toBe(
    401,
  );
  expect(await sql('select from bank.customers where tenant_id = $1', [mine.id])).toEqual([]);
});

test('magic values of a key of an environment simulate faults, for that key alone', async () => {
  const mine = await call('create-environment', { name: 'faults', pin: base.pin });
  const keyOf = async (environment?: string) => {
    const body = { name: 'f', scopes: ['read'], tables: ['customers'], environment };
    return (await host.call('create-api-key', body, { token: admin.token })).body.key as string;
  };
  const [own, organization] = [await keyOf(mine.id), await keyOf()];
  const query = (token: string, fault: string, headers = {}) =>
    host.call(
      'sandbox-query',
      { table: 'customers', limit: 3, ...(fault && { filters: { city: fault } }) },
      { token, headers },
    );
  const header = (fault: string) => query(own, '', { 'x-sandbox-fault': fault });
  for (const status of [429, 500, 503]) {
    expect((await query(own, `FAULT-${status}`)).status).toBe(status);
    expect((await header(String(status))).body.error).toBe(`Simulated fault ${status}.`);
    expect((await query(organization, `FAULT-${status}`)).status).toBe(200);
  }
  const { data: rows } = (await query(own, '')).body as { data: object[] };
  expect((await header('duplicate-row')).body.data).toEqual([rows[0], ...rows]);
  const { bytes } = await header('malformed').catch((error: Error) => ({ bytes: error.message }));
  expect(String(bytes)).toMatch(/JSON/);
  await expect(header('reset')).rejects.toThrow();
  expect((await header('meteor')).status).toBe(400);
  expect((await query(own, 'FAULT-4290')).body.count).toBe(0);
});

const ADVANCED_DAYS = process.env.TEST_LONG ? 30 : 5;
const clockAfter = (days: number) =>
  new Date(Date.UTC(2025, 0, 31 + days)).toISOString().slice(0, 10);

longTest(
  'many times one day and once many days give the same bytes, and a ledger that holds',
  async () => {
    const simulation = { seed: '11', count: 30, start_date: '2025-01-01', end_date: '2025-01-31' };
    const once = await call('create-environment', { name: 'once', simulation });
    const daily = await call('create-environment', { name: 'daily', pin: once.pin });
    const at = await call('advance-environment', { environment: 'once', days: ADVANCED_DAYS });
    for (let day = 0; day < ADVANCED_DAYS; day++)
      await call('advance-environment', { environment: 'daily', days: 1 });
    expect(at).toMatchObject({
      clock: clockAfter(ADVANCED_DAYS),
      changed: ['accounts', 'transactions'],
    });
    expect(await contentOf(daily.id)).toBe(await contentOf(once.id));
    const counted = await sql<{ status: string; n: number }>(
      `select status, count(*)::int as n from bank.transactions
      where tenant_id = (${ROWS_TENANT}) and txn_id like 'V%' group by 1 order by 1`,
      [once.id],
    );
    expect(counted.map(({ status }) => status)).toEqual(
      expect.arrayContaining(['pending', 'posted']),
    );
    const branched = await call('branch-environment', { environment: 'daily', name: 'later' });
    const frozen = await call('freeze-environment', { environment: 'once' });
    expect([branched.pin, branched.clock]).toEqual([frozen.pin, at.clock]);
    const more = await call('advance-environment', { environment: 'once', days: 2 });
    const same = await call('advance-environment', { environment: 'later', days: 2 });
    expect([more.clock, same.clock]).toEqual(Array(2).fill(clockAfter(ADVANCED_DAYS + 2)));
    expect(await contentOf(same.id)).toBe(await contentOf(more.id));
    expect((await call('reset-environment', { environment: 'once' })).clock).toBe(at.clock);
    expect(await call('reset-environment', { environment: 'daily' })).toEqual(daily);
    expect(await contentOf(daily.id)).not.toBe(await contentOf(once.id));
  },
);

test('a key makes keys of environments with its own scopes, which end with it', async () => {
  const made = await host.call(
    'create-api-key',
    { name: 'ci', scopes: ['read', 'ingest', 'reset'], tables: ['customers'] },
    { token: admin.token },
  );
  const key = made.body.key as string;
  const mine = await call('create-environment', { name: 'per-test', pin: base.pin }, key);
  const keyOf = (environment: string, token: string) =>
    host.call('create-environment-key', { environment }, { token });
  const own = (await keyOf('per-test', key)).body.key as string;
  const [row] = await sql<{ scopes: string[]; tables: string[]; environment_id: string }>(
    'select scopes, tables, environment_id from public.api_keys order by created_at desc limit 1',
  );
  expect(row).toEqual({
    scopes: ['read', 'reset'],
    tables: ['customers'],
    environment_id: mine.id,
  });
  const query = (table: string) => host.call('sandbox-query', { table }, { token: own });
  expect([(await query('customers')).body.count, (await query('accounts')).status]).toEqual([
    30, 403,
  ]);
  expect((await keyOf('per-test', own)).status).toBe(404);
  expect((await keyOf('per-test', stranger.token)).status).toBe(404);
  await sql('update public.api_keys set revoked_at = now() where id = $1', [made.body.id]);
  expect((await query('customers')).status).toBe(401);
  await call('delete-environment', { environment: 'per-test' });
});

test('environments are made from batches, and expire with their rows', async () => {
  const batch = await host.call(
    'generate-customers',
    { count: 12, seed: 5 },
    { token: admin.token },
  );
  const batches = [batch.body.batchId];
  const short = await call('create-environment', { name: 'short', batches, expires_in_hours: 1 });
  expect(short.files).toMatchObject([{ table: 'customers', rows: 12 }]);
  await expect(
    call('create-environment', { name: 'none', batches: [randomUUID()] }),
  ).rejects.toThrow('404 No completed batch');
  await expect(
    call('create-environment', { name: 'far', batches }, stranger.token),
  ).rejects.toThrow('404 No completed batch');
  await sql(
    "update public.environments set expires_at = now() - interval '1 second' where id = $1",
    [short.id],
  );
  await expect(call('reset-environment', { environment: 'short' })).rejects.toThrow('404');
  await sql('select private.delete_expired_environments()');
  expect(await sql('select from bank.customers where tenant_id = $1', [short.id])).toEqual([]);
  expect(
    await sql(
      "select from storage.objects where bucket_id = 'environments' and metadata ->> 'sha256' = $1",
      [short.files[0]!.sha256],
    ),
  ).toEqual([]);
});

test('a reset or an advance that loses its connection changes all or nothing', async () => {
  const killed = await call('create-environment', { name: 'killed', pin: base.pin });
  const twin = await call('create-environment', { name: 'unharmed', pin: base.pin });
  await call('advance-environment', { environment: 'unharmed', days: 2 });
  const [pinned, advanced] = [await contentOf(killed.id), await contentOf(twin.id)];
  const administrator = new pg.Client({ connectionString: host.db.url });
  await administrator.connect();
  for (let round = 0; round < (process.env.TEST_LONG ? 100 : 5); round++) {
    const isReset = round % 2 === 0;
    if (isReset) {
      await sql(
        `update bank.transactions set amount = amount + 1 where tenant_id = (${ROWS_TENANT})`,
        [killed.id],
      );
      await sql(`update bank.customers set city = 'Ghent' where tenant_id = (${ROWS_TENANT})`, [
        killed.id,
      ]);
    }
    const before = await contentOf(killed.id);
    const [name, body] = isReset
      ? (['reset-environment', { environment: 'killed' }] as const)
      : (['advance-environment', { environment: 'killed', days: 2 }] as const);
    const work = call(name, body).catch(() => null);
    await sleep((round % 20) * 7);
    await administrator.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()`,
    );
    await work;
    const content = await contentOf(killed.id);
    expect([before, isReset ? pinned : advanced]).toContain(content);
    const [row] = await sql<{ changed: string[]; clock: string | null }>(
      'select changed, clock from public.environments where id = $1',
      [killed.id],
    );
    expect([row!.changed.length === 0, row!.clock === null]).toEqual([
      content === pinned,
      content !== advanced,
    ]);
    expect(await call('reset-environment', { environment: 'killed' })).toEqual(killed);
    expect(await contentOf(killed.id)).toBe(pinned);
  }
  await administrator.end();
});

test('a spare makes a reset; former rows, and spares of former pins, are deleted', async () => {
  const mine = await call('create-environment', { name: 'spared', pin: base.pin });
  const content = await contentOf(mine.id);
  const tenants = () =>
    sql<{ tenant: string; pin: string | null; is_retired: boolean }>(
      `select tenant, pin, retired_at is not null as is_retired from private.environment_tenants
        where environment_id = $1 order by retired_at nulls first, pin nulls first`,
      [mine.id],
    );
  const spare = () =>
    vi.waitFor(async () => {
      const found = (await tenants()).find(({ pin }) => pin !== null);
      if (found === undefined) throw new Error('no spare yet');
      return found.tenant;
    });
  await call('overlay-environment', { environment: 'spared', edge_cases: EDGE_CASES });
  const first = await spare();
  expect(await call('reset-environment', { environment: 'spared' })).toEqual(mine);
  const [row] = await sql('select rows_tenant from public.environments where id = $1', [mine.id]);
  expect([row, await contentOf(mine.id)]).toEqual([{ rows_tenant: first }, content]);
  const rowsOf = async (tenant: string) =>
    (await sql('select from bank.transactions where tenant_id = $1', [tenant])).length;
  await vi.waitFor(async () => expect(await rowsOf(mine.id)).toBe(0));
  expect((await spare()) === first).toBe(false);
  await call('overlay-environment', { environment: 'spared', edge_cases: ['long-name'] });
  const stale = await spare();
  const frozen = await call('freeze-environment', { environment: 'spared' });
  expect((await tenants()).find(({ tenant }) => tenant === stale)).toMatchObject({
    pin: null,
    is_retired: true,
  });
  await call('overlay-environment', { environment: 'spared', edge_cases: ['right-to-left'] });
  expect(await call('reset-environment', { environment: 'spared' })).toEqual(frozen);
  await call('delete-environment', { environment: 'spared' });
  // A spare that was being loaded is dropped with its environment.
  await vi.waitFor(async () => expect(await tenants()).toEqual([]));
  expect(await rowsOf(first)).toBe(0);
});
