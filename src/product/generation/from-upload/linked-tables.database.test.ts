import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { loadScript } from '../../../../test/support/load-script.ts';
import { longTest } from '../../../../test/support/long-test.ts';
import { type ProductHost, startProductHost } from '../../../../test/support/product-host.ts';
import { smallBank } from '../../../../test/support/small-bank.ts';
import { unpackZip } from '../../../platform/files/unpack-zip.ts';
import { withLocalCopy } from '../../../platform/files/with-local-copy.ts';
import { fileKey } from '../../../platform/storage/context.ts';
import { productFunctions } from '../../functions.ts';

type Member = Awaited<ReturnType<ProductHost['member']>>;
type Batch = { batch_id: string; record_count: string; table: string; learned: number };
const CUSTOMERS = 600;
let host: ProductHost;
let ada: Member;
let ben: Member;
let batches: Batch[];
let tableSetId: string;

const sql = async <Row>(text: string, values: unknown[] = []) =>
  (await host.db.database.owner.query(text, values)).rows as Row[];

beforeAll(async () => {
  host = await startProductHost(productFunctions, { worker: true });
  ada = await host.member('ada@bank.example', 'pilot_user');
  ben = await host.member('ben@other.example', 'admin');
  const bank = smallBank(CUSTOMERS);
  const form = new FormData();
  for (const [name, text] of Object.entries(bank))
    form.append('file', new File([text.replaceAll(',', ';')], `${name}.csv`));
  const uploaded = await host.call('parse-ingested-tables', form, { token: ada.token });
  expect(uploaded.body.error).toBeUndefined();
  tableSetId = String(uploaded.body.table_set_id);
  const asked = { table_set_id: tableSetId, seed: '7' };
  const refused = await host.call('generate-synthetic-from-tables', asked, { token: ben.token });
  expect(refused.status).toBe(404);
  const made = await host.call('generate-synthetic-from-tables', asked, { token: ada.token });
  expect(made.body.error).toBeUndefined();
  const done = () =>
    sql<Batch>(
      `select batch_id, record_count, manifest #>> '{request,table}' as table,
              (manifest #>> '{notes,learnedFrom}')::int as learned
         from public.generation_logs where run_id = $1 and report_url is not null order by created_at`,
      [made.body.runId],
    );
  await vi.waitFor(async () => expect(await done()).toHaveLength(3), {
    timeout: 90_000,
    interval: 300,
  });
  batches = await done();
}, 150_000);
afterAll(() => host.close());

const batchOf = (table: string) => batches.find((batch) => batch.table === table)!;

async function download(format: string): Promise<Record<string, string>> {
  const answer = await host.call(
    'export-tables',
    { batch_id: batchOf('bookings').batch_id, format },
    { token: ada.token },
  );
  expect(answer.body.error).toBeUndefined();
  const [object] = await sql<{ version: string }>(
    "select version from storage.objects where bucket_id || '/' || name = $1 and tenant_id = $2",
    [answer.body.path, ada.orgId],
  );
  const files: Record<string, string> = {};
  await withLocalCopy(host.product.files, fileKey(object!.version), (path) =>
    unpackZip(path, { maxFiles: 9 }, async (name, bytes) => {
      files[name] = Buffer.concat(await bytes.toArray()).toString();
    }),
  );
  return files;
}

test('each table is a batch of its own, learned without a fifth of the customers and as long as the file', () => {
  const bank = smallBank(CUSTOMERS);
  for (const [name, text] of Object.entries(bank)) {
    const rows = text.split('\n').length - 2;
    const { learned, record_count: made } = batchOf(name);
    expect(learned / rows).toBeGreaterThan(0.7);
    expect(learned / rows).toBeLessThan(0.9);
    expect(Number(made) / rows).toBeGreaterThan(0.85);
    expect(Number(made) / rows).toBeLessThan(1.15);
  }
});

test('reports say how rows name rows of other tables', async () => {
  const reports = await sql<{ quality: Record<string, never>; privacy: Record<string, never> }>(
    'select quality, privacy from public.batch_reports where batch_id = $1',
    [batchOf('bookings').batch_id],
  );
  const { quality, privacy } = reports[0]! as unknown as {
    quality: { relations: Record<string, unknown>[]; rows: { holdout: number } };
    privacy: { verdict: string };
  };
  expect(quality.relations).toEqual([
    expect.objectContaining({
      column: 'account',
      parent: 'accounts',
      orphans: { real: 0, synthetic: 0 },
    }),
  ]);
  const [relation] = quality.relations as { cardinality: number; trends: number }[];
  expect(relation!.cardinality).toBeGreaterThan(0.75);
  expect(relation!.trends).toBeGreaterThan(0.7);
  expect(quality.rows.holdout).toBeGreaterThan(500);
  expect(['pass', 'fail', 'withheld']).toContain(privacy.verdict);
});

longTest('the archive of SQL loads into an empty database with all foreign keys', async () => {
  const files = await download('sql');
  expect(Object.keys(files)).toEqual(['tables.sql']);
  const script = files['tables.sql']!;
  expect(script.match(/foreign key/g)).toHaveLength(2);
  const client = new pg.Client({ connectionString: host.db.database.ownerUrl });
  await client.connect();
  try {
    await client.query('create schema loaded; set search_path to loaded');
    await loadScript(client, script);
    const { rows } = await client.query(
      `select (select count(*) from bookings b join accounts a on a.account_no = b.account
                 join customers c using (customer_id))::int as joined,
              (select count(*) from bookings)::int as bookings`,
    );
    expect(rows[0]).toEqual({
      joined: Number(batchOf('bookings').record_count),
      bookings: Number(batchOf('bookings').record_count),
    });
  } finally {
    await client.end();
  }
});

longTest('the archive of CSV is written as the files were, and goes with a batch', async () => {
  const files = await download('csv');
  expect(Object.keys(files).sort()).toEqual(['accounts.csv', 'bookings.csv', 'customers.csv']);
  expect(files['accounts.csv']!.split('\n')[0]).toBe('account_no;customer_id;kind;opened');
  expect(files['accounts.csv']!.split('\n')[1]).toMatch(
    /^\d{6};C\d{5};(current|savings);2024-\d\d-\d\d$/,
  );
  const foreign = await host.call(
    'export-tables',
    { batch_id: batchOf('bookings').batch_id, format: 'csv' },
    { token: ben.token },
  );
  expect(foreign.status).toBe(404);
});

/** Generates the tables; returns the values of their columns, and the manifests' requests. */
async function generated(request: Record<string, unknown>) {
  const body = { table_set_id: tableSetId, seed: '7', ...request };
  const made = await host.call('generate-synthetic-from-tables', body, { token: ada.token });
  expect(made.body.error).toBeUndefined();
  const rows = async () =>
    sql<{ table: string; version: string | null; request: Record<string, unknown> }>(
      `select g.manifest #>> '{request,table}' as table, o.version, g.manifest -> 'request' as request
         from public.generation_logs g
         left join storage.objects o on o.bucket_id || '/' || o.name = g.csv_url
        where g.run_id = $1`,
      [made.body.runId],
    );
  await vi.waitFor(
    async () => expect((await rows()).every(({ version }) => version !== null)).toBe(true),
    { timeout: 60_000, interval: 300 },
  );
  const values: Record<string, Record<string, string[]>> = {};
  const requests: Record<string, unknown>[] = [];
  for (const { table, version, request: stated } of await rows()) {
    requests.push(stated);
    await withLocalCopy(host.product.files, fileKey(version!), async (path) => {
      const [names, ...lines] = (await readFile(path, 'utf8'))
        .trim()
        .split('\r\n')
        .map((line) => line.split(','));
      values[table] = Object.fromEntries(
        names!.map((name, i) => [name, lines.map((cells) => cells[i]!)]),
      );
    });
  }
  return { values, requests };
}

test.each(process.env.TEST_LONG ? ['fidelity', 'balanced', 'cautious'] : ['balanced'])(
  'values are fixed and shares set in any of the tables, %s',
  async (mode) => {
    const given = { customers: { segment: 'business' } };
    const rebalance = { table: 'accounts', column: 'kind', shares: { savings: 0.6 } };
    const { values, requests } = await generated({ mode, given, rebalance });
    expect(new Set(values.customers!.segment)).toEqual(new Set(['business']));
    const kinds = values.accounts!.kind!;
    const savings = kinds.filter((kind) => kind === 'savings').length / kinds.length;
    expect(Math.abs(savings - 0.6)).toBeLessThan(0.02);
    const numbers = new Set(values.accounts!.account_no);
    expect(values.bookings!.account!.every((account) => numbers.has(account))).toBe(true);
    expect(requests[0]).toMatchObject({ mode, scale: 1, given, rebalance });
  },
  60_000,
);

test.each([
  [{ epsilon: 3 }, 'epsilon applies only to the private mode'],
  [{ mode: 'private', public_tables: ['cards'] }, 'no such table: cards'],
  [{ mode: 'private', public_tables: ['accounts'] }, 'accounts refers to customers'],
  [{ given: { cards: { kind: 'x' } } }, 'There is no table cards.'],
  [{ given: { accounts: { colour: 'x' } } }, 'accounts has no column colour.'],
  [{ rebalance: { table: 'accounts', column: 'colour', shares: { x: 1 } } }, 'no column colour'],
  [{ rebalance: { table: 'accounts', column: 'kind', shares: {} } }, 'At least one share'],
])('refused at once: %j', async (request, message) => {
  const runs = await sql('select from public.runs');
  const body = { table_set_id: tableSetId, ...request };
  const refused = await host.call('generate-synthetic-from-tables', body, { token: ada.token });
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([
    400,
    expect.stringContaining(message),
  ]);
  expect(await sql('select from public.runs')).toHaveLength(runs.length);
});

longTest(
  'mode private debits one budget for all tables, hides counts of real rows, and keeps its model',
  async () => {
    const asked = { mode: 'private', epsilon: 8, given: { customers: { segment: 'business' } } };
    const { values, requests } = await generated(asked);
    expect(requests[0]).toMatchObject({ mode: 'private', epsilon: 8 });
    expect(new Set(values.customers!.segment)).toEqual(new Set(['business']));
    const numbers = new Set(values.accounts!.account_no);
    expect(values.bookings!.account!.every((account) => numbers.has(account))).toBe(true);
    expect(Math.abs(values.customers!.customer_id!.length / CUSTOMERS - 1)).toBeLessThan(0.2);
    await generated({ ...asked, seed: '8' });
    const spent = await sql<{ unit: string; epsilon: number }>(
      'select unit, epsilon from public.privacy_ledger where tenant_id = $1',
      [ada.orgId],
    );
    expect(spent).toEqual([{ unit: 'linked rows', epsilon: 8 }]);
    const reported = () =>
      sql<{ quality: unknown; source: object; learned: number | null }>(
        `select r.quality -> 'relations' as quality, g.manifest -> 'source' as source,
              (g.manifest #>> '{notes,learnedFrom}')::int as learned
         from public.batch_reports r join public.generation_logs g using (batch_id)
        where g.manifest #>> '{request,mode}' = 'private' and g.manifest #>> '{request,table}' = 'accounts'`,
      );
    await vi.waitFor(async () => expect((await reported()).length).toBeGreaterThan(0), {
      timeout: 90_000,
    });
    const [first] = await reported();
    expect(first!.quality).toEqual([
      expect.objectContaining({
        orphans: { real: null, synthetic: 0 },
        mean: { real: null, synthetic: expect.any(Number) },
      }),
    ]);
    expect(first).toMatchObject({ learned: null, source: { commitment: expect.any(String) } });
    expect(first!.source).not.toHaveProperty('records');
  },
  240_000,
);
