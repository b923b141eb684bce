import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadScript } from '../../../test/support/load-script.ts';
import { longTest } from '../../../test/support/long-test.ts';
import { type ProductHost, startProductHost } from '../../../test/support/product-host.ts';
import { addRegenerated } from '../../cli/verify/regenerate.ts';
import type { SealedManifest } from '../../engines/provenance/manifest.ts';
import { unpackZip } from '../../platform/files/unpack-zip.ts';
import { withLocalCopy } from '../../platform/files/with-local-copy.ts';
import type { AccessClaims } from '../../platform/gateway/caller.ts';
import { fileKey } from '../../platform/storage/context.ts';
import { productFunctions } from '../functions.ts';

type Member = Awaited<ReturnType<ProductHost['member']>>;
let host: ProductHost;
let insurer: Member;
let other: Member;

type Table = { batch_id: string; table: string; record_count: number; manifest: SealedManifest };

beforeAll(async () => {
  host = await startProductHost(productFunctions, { worker: true });
  insurer = await host.member('ada@insurer.example', 'pilot_user');
  other = await host.member('ben@other.example', 'admin');
  await host.db.database.owner.query(
    "update public.organizations set kind = 'insurer' where id = $1",
    [insurer.orgId],
  );
}, 120_000);
afterAll(() => host.close());

async function tablesOf(runId: string): Promise<Table[]> {
  const { rows } = await host.db.database.owner.query<Table>(
    `select batch_id, manifest #>> '{request,table}' as "table", record_count::int, manifest
       from public.generation_logs where run_id = $1 and status = 'completed' order by created_at`,
    [runId],
  );
  return rows;
}

const generate = (body: object, { token } = insurer) => host.call('generate-full', body, { token });

test("an insurer's full batch is a motor insurer, sealed, measured and made again from its seed", async () => {
  const made = await generate({ count: 150, seed: '7' });
  expect(made.body.error).toBeUndefined();
  expect(made.body.status).toBe('completed');
  const tables = await tablesOf(made.body.runId as string);
  expect(tables.map(({ table }) => table)).toHaveLength(12);
  expect(tables.at(-1)).toMatchObject({ table: 'claims', batch_id: made.body.batchId });
  const rows = Object.fromEntries(tables.map(({ table, record_count }) => [table, record_count]));
  expect([rows.policyholders, rows.policies]).toEqual([150, 660]);
  for (const name of ['triangle', 'claims', 'ledger']) {
    const { manifest } = tables.find(({ table }) => table === name)!;
    const verdict = { checked: [] as string[], notDone: [], broken: [] };
    await addRegenerated(manifest, null, verdict as never);
    expect(verdict).toMatchObject({ notDone: [], broken: [] });
    expect(verdict.checked[0]).toMatch(/is identical/);
  }
  const { rows: reports } = await host.db.database.owner.query<{
    laws: boolean;
    figures: { name: string; value: number | null }[];
  }>(
    `select from_scratch -> 'lawsHold' as laws, from_scratch -> 'figures' as figures
       from public.batch_reports where batch_id = any ($1)`,
    [tables.map(({ batch_id }) => batch_id)],
  );
  expect(reports.map(({ laws }) => laws)).toEqual(Array(12).fill(true));
  const figures = reports.flatMap((report) => report.figures.map(({ name }) => name));
  expect(figures).toContain('incurred = paid + case reserve: exceptions');
  expect(figures).toContain('collision: paid claims per 100 car years');
  const again = await generate({ count: 150, seed: '7' });
  expect(again.body).toMatchObject({ batchId: made.body.batchId });
});

async function exported(batchId: string, format: string): Promise<Record<string, Buffer>> {
  const body = { batch_id: batchId, format };
  const answer = await host.call('export-tables', body, { token: insurer.token });
  expect(answer.body.error).toBeUndefined();
  const { rows } = await host.db.database.owner.query<{ version: string }>(
    "select version from storage.objects where bucket_id || '/' || name = $1",
    [answer.body.path],
  );
  const files: Record<string, Buffer> = {};
  await withLocalCopy(host.product.files, fileKey(rows[0]!.version), (path) =>
    unpackZip(path, { maxFiles: 20 }, async (name, bytes) => {
      files[name] = Buffer.concat(await bytes.toArray());
    }),
  );
  return files;
}

longTest(
  'the tables load elsewhere with foreign keys, their sums tie, and another organization sees none',
  async () => {
    const made = await generate({ count: 150, seed: '7' });
    const batchId = made.body.batchId as string;
    const files = await exported(batchId, 'sql');
    const client = new pg.Client({ connectionString: host.db.database.ownerUrl });
    await client.connect();
    try {
      await client.query('create schema elsewhere; set search_path to elsewhere');
      await loadScript(client, Object.values(files)[0]!.toString());
      const { rows } = await client.query(
        `select (select sum(incurred - paid - case_reserve) from claims) as off,
              (select sum(written_premium) from policies)
                + (select sum(amount) from ledger where account = 'written_premium') as booked,
              (select count(*)::int from pg_constraint where contype = 'f' and connamespace = 'elsewhere'::regnamespace) as keys`,
      );
      expect(rows).toEqual([{ off: '0.00', booked: '0.00', keys: 12 }]);
    } finally {
      await client.query('drop schema elsewhere cascade');
      await client.end();
    }
    const [csv, parquet] = [await exported(batchId, 'csv'), await exported(batchId, 'parquet')];
    expect(Object.keys(csv)).toHaveLength(11);
    expect(Object.keys(csv)).not.toContain('ground_truth.csv');
    expect(csv['claims.csv']!.toString()).toMatch(/^claim_id,policy_id,/);
    expect(parquet['claims.parquet']!.subarray(0, 4).toString()).toBe('PAR1');
    const foreign = await host.call(
      'export-tables',
      { batch_id: batchId, format: 'csv' },
      { token: other.token },
    );
    expect(foreign.status).toBe(404);
  },
);

const analyze = (batchId: string) =>
  host.call('analyze-transactions', { batchId, datasetRef: 'book' }, { token: insurer.token });

test('an analysis scores claims, with reasons of a claims investigator and labels beside them', async () => {
  const made = await generate({ count: 150, seed: '7' });
  const batchId = made.body.batchId as string;
  const analyzed = await analyze(batchId);
  expect(analyzed.body.error).toBeUndefined();
  expect(analyzed.body.status).toBe('completed');
  const { rows } = await host.db.database.owner.query<{
    type: string;
    name: string;
    cases: { row: number; reasons: string[]; values: Record<string, string> }[];
    positives: number;
  }>(
    `select r.analysis_type as type, r.dataset_name as name, e.exceptions as cases,
            (r.parameters #>> '{evaluation,positives}')::int as positives
       from public.pattern_analysis_results r join public.exception_batches e on e.result_id = r.id
      where r.batch_id = $1`,
    [batchId],
  );
  const [{ type, name, cases, positives }] = rows as [(typeof rows)[number]];
  expect([type, name]).toEqual(['Claim patterns', `Synthetic claims ${batchId.slice(0, 8)}`]);
  expect(positives).toBeGreaterThan(0);
  expect(cases[0]!.values.claim_id).toMatch(/^K/);
  expect(Object.keys(cases[0]!.values)).not.toContain('is_fraud');
  expect(cases[0]!.reasons.length).toBeGreaterThan(0);
  expect(cases.flatMap(({ reasons }) => reasons).join(' ')).not.toMatch(/_|only .* of rows/);
  const tables = await tablesOf(made.body.runId as string);
  const policies = tables.find(({ table }) => table === 'policies')!.batch_id;
  const refused = await analyze(policies);
  expect(refused.body.error).toMatch(/claims or members of a book/);
});

longTest('tables of a book are deleted together', async () => {
  const made = await generate({ count: 20, seed: '8' });
  const tables = await tablesOf(made.body.runId as string);
  const claims = JSON.parse(
    Buffer.from(insurer.token.split('.')[1]!, 'base64url').toString(),
  ) as AccessClaims;
  await host.db.database.asCaller({ role: 'authenticated', claims, token: insurer.token }, (tx) =>
    tx.query('select public.delete_batch($1)', [tables[2]!.batch_id]),
  );
  expect(await tablesOf(made.body.runId as string)).toEqual([]);
  const { rows } = await host.db.database.owner.query(
    "select name from storage.objects where bucket_id = 'generated_data' and split_part(name, '/', 2) = any ($1)",
    [tables.map(({ batch_id }) => batch_id)],
  );
  expect(rows).toEqual([]);
});

/** Runs a statement as a member; returns its number of rows, or its error. */
const attempt = ({ token }: Member, statement: string, values: unknown[]) => {
  const text = Buffer.from(token.split('.')[1]!, 'base64url').toString();
  const claims = JSON.parse(text) as AccessClaims;
  return host.db.database
    .asCaller({ role: 'authenticated', claims, token }, (tx) => tx.query(statement, values))
    .then(
      ({ rowCount }) => rowCount,
      (error: Error) => error.message,
    );
};

const grant = (by: Member, to: Member, may = true) =>
  attempt(by, 'select public.set_truth_reader($1, $2)', [to.id, may]);

/** Rows, files and statuses that each way to the ground truth of a book and of a bank yields. */
async function waysTo(batches: { truth: string; claims: string; bank: string }, who: Member) {
  const call = async (name: string, body: object) =>
    (await host.call(name, body, { token: who.token })).status;
  const files = (prefix: string) =>
    attempt(who, "select from storage.objects where name like '%' || $1 || '%'", [prefix]);
  const alerts = { system: 'x', alerts: 'id\nx\n' };
  const { truth, claims, bank } = batches;
  return {
    row: await attempt(who, 'select from public.generation_logs where batch_id = $1', [truth]),
    report: await attempt(who, 'select from public.read_report($1)', [truth]),
    table: await files(`${truth}/ground_truth.csv`),
    made: await files(`${bank}/truth/`),
    read: await call('read-batch-rows', { batch_id: truth }),
    exported: await call('export-batch', { batch_id: truth, format: 'sql' }),
    copies: await files(`${truth}/export/`),
    book: await call('read-ground-truth', { batch_id: claims }),
    bank: await call('read-ground-truth', { batch_id: bank }),
    scored: await call('score-alerts', { batch_id: claims, ...alerts }),
    beside: await call('export-bank-table', { batch_id: bank, table: 'kyc' }),
    files: await files(`${bank}/tables/kyc.csv`),
  };
}

longTest(
  'the ground truth of a book and of a bank is read by members who hold the permission',
  async () => {
    const admin = await host.member('eve@insurer.example', 'admin', insurer.orgId);
    const book = await tablesOf((await generate({ count: 150, seed: '7' })).body.runId as string);
    const idOf = (name: string) => book.find(({ table }) => table === name)!.batch_id;
    const order = { count: 300, seed: '3', preset: 'us-community-bank', aml_rate: 0.05 };
    const made = await host.call('generate-transactions', order, { token: insurer.token });
    expect(made.body.error).toBeUndefined();
    const bank = made.body.batchId as string;
    const batches = { truth: idOf('ground_truth'), claims: idOf('claims'), bank };

    expect(await grant(insurer, insurer)).toMatch(/needs the role admin/);
    expect(await grant(other, insurer)).toBe('User not found');
    expect(await grant(admin, insurer)).toBe(1);
    const { token } = insurer;
    const truth = await host.call('read-ground-truth', { batch_id: bank, limit: 200 }, { token });
    expect(truth.body.error).toBeUndefined();
    expect(truth.body.columns).toEqual(
      expect.arrayContaining(['txn_id', 'typology', 'role', 'hop']),
    );
    const { rows: flagged } = await host.db.database.owner.query<{ n: number }>(
      'select count(*)::int as n from bank.transactions where batch_id = $1 and aml_flag',
      [bank],
    );
    expect(flagged[0]!.n).toBeGreaterThan(0);
    expect(truth.body.total).toBeGreaterThanOrEqual(flagged[0]!.n);
    // Tables beside the batches hold no labels: any member may export them.
    const open = { beside: 200, files: 1 };
    const found = { row: 1, report: 1, table: 1, made: 1, copies: 1, ...open };
    const answered = { read: 200, exported: 200, book: 200, bank: 200, scored: 200 };
    expect(await waysTo(batches, insurer)).toEqual({ ...found, ...answered });

    // An administrator who does not hold it is refused like any member; so is a reader who loses it.
    const none = { row: 0, report: 0, table: 0, made: 0, copies: 0, ...open };
    const refused = { ...none, read: 404, exported: 404, book: 403, bank: 403, scored: 403 };
    expect(await waysTo(batches, admin)).toEqual(refused);
    expect(await grant(admin, insurer, false)).toBe(1);
    expect(await waysTo(batches, insurer)).toEqual(refused);
    const foreign = await waysTo(batches, other);
    expect([foreign.beside, foreign.files]).toEqual([404, 0]);
    const { rows: events } = await host.db.database.owner.query<{ action: string }>(
      "select action from audit.events where action like 'truth.%' and tenant_id = $1 order by id",
      [insurer.orgId],
    );
    expect(events.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['truth.granted', 'truth.read', 'truth.withdrawn']),
    );
  },
);

test('a key with the scope truth needs a maker who holds the permission', async () => {
  const admin = await host.member('kay@insurer.example', 'admin', insurer.orgId);
  const order = { name: 'k', tables: [], scopes: ['truth'] };
  const make = () => host.call('create-api-key', order, { token: admin.token });
  expect((await make()).status).toBe(403);
  await grant(admin, admin);
  const { key } = (await make()).body as { key: string };
  const book = await tablesOf((await generate({ count: 150, seed: '7' })).body.runId as string);
  const batch_id = book.find(({ table }) => table === 'claims')!.batch_id;
  const read = () => host.call('read-ground-truth', { batch_id }, { token: key });
  expect(await read()).toMatchObject({
    status: 200,
    body: { file: { filename: 'ground_truth.csv' } },
  });
  await grant(admin, admin, false);
  expect((await read()).status).toBe(403);
});

longTest(
  'a preset names the book, a bank stays a bank, and settings of banks are refused',
  async () => {
    const union = await generate({ count: 20, preset: 'us-credit-union', seed: '9' }, other);
    expect(union.body.message).toMatch(/20 members/);
    const bank = await generate({ count: 5, seed: '9' }, other);
    expect(bank.body.message).toMatch(/5 customers, 5 accounts, 50 transactions/);
    const wrong: [object, RegExp][] = [
      [{ aml_rate: 0.01 }, /aml_rate applies to banks/],
      [{ count: 100_000 }, /at most 66666 policyholders/],
      [{ start_date: '2025-03-01', end_date: '2025-02-01' }, /before the start/],
      [{ preset: 'other' }, /preset/],
    ];
    for (const [body, message] of wrong) {
      const refused = await generate(body);
      expect(refused.status).toBe(400);
      expect(JSON.stringify(refused.body)).toMatch(message);
    }
  },
);
