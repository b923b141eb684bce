import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadScript } from '../../../test/support/load-script.ts';
import { longTest } from '../../../test/support/long-test.ts';
import { type ProductHost, startProductHost } from '../../../test/support/product-host.ts';
import { withLocalCopy } from '../../platform/files/with-local-copy.ts';
import { fileKey } from '../../platform/storage/context.ts';
import { rowsOf, sqlPath, withDuckDb } from '../../platform/tabular/duckdb.ts';
import { scanBytes } from '../../platform/tabular/formats/scan-bytes.fixture.ts';
import { rowXml, workbookOf } from '../../platform/tabular/formats/xlsx/workbook.fixture.ts';
import type { ExportedBatch } from '../../shared/contracts/export.ts';
import { productFunctions } from '../functions.ts';

type Member = Awaited<ReturnType<ProductHost['member']>>;
let host: ProductHost;
let ada: Member;
let ben: Member;
let batch: string;

const ROWS = 200;
const HEADER = '"Buchungs-Nr";"Tag";"Art";"Betrag";"Währung";"Bestätigt"';

/** Windows-1252 file with semicolons, quoted codes, decimal commas and German dates. */
function germanFile(): Buffer {
  const lines = Array.from({ length: ROWS }, (_, i) => {
    const amount = `${i % 3 === 0 ? '-' : ''}${1 + (i % 9)}.${String((i * 37) % 1000).padStart(3, '0')},${String(i % 100).padStart(2, '0')}`;
    const day = `${String(1 + (i % 28)).padStart(2, '0')}.${String(1 + (i % 12)).padStart(2, '0')}.2025`;
    const kind = ['Überweisung', 'Lastschrift', 'Gebühr'][i % 3];
    return `"BU-${100_000 + i}";${day};${kind};${amount};EUR;${i % 2 === 0 ? 'true' : 'false'}`;
  });
  return Buffer.from(`${[HEADER, ...lines].join('\n')}\n`, 'latin1');
}

beforeAll(async () => {
  host = await startProductHost(productFunctions, { worker: true });
  ada = await host.member('ada@bank.example', 'pilot_user');
  ben = await host.member('ben@other.example', 'admin');
  const form = new FormData();
  form.set('columns', 'as-is');
  form.set('file', new File([germanFile()], 'Umsätze 2025.csv', { type: 'text/csv' }));
  const uploaded = await host.call('parse-ingested-file', form, { token: ada.token });
  expect(uploaded.body.error).toBeUndefined();
  const body = { manifest_id: uploaded.body.manifest_id, count: 150, seed: '5' };
  const made = await host.call('generate-synthetic-from-ingestion', body, { token: ada.token });
  expect(made.body.error).toBeUndefined();
  batch = made.body.batchId as string;
}, 120_000);
afterAll(() => host.close());

const ask = (format: string, token = ada.token, batch_id = batch) =>
  host.call('export-batch', { batch_id, format }, { token });

async function withDownload<T>(format: string, work: (path: string) => Promise<T>): Promise<T> {
  const answer = await ask(format);
  expect(answer.body.error).toBeUndefined();
  const { path, filename } = answer.body as unknown as ExportedBatch;
  expect(filename).toBe(`Umsätze 2025.${format}`);
  return withFile(path, work);
}

async function withFile<T>(path: string, work: (path: string) => Promise<T>): Promise<T> {
  const { rows } = await host.db.database.owner.query<{ version: string }>(
    "select version from storage.objects where bucket_id || '/' || name = $1 and tenant_id = $2",
    [path, ada.orgId],
  );
  return withLocalCopy(host.product.files, fileKey(rows[0]!.version), work);
}
const bytesOf = async (format: string): Promise<Buffer> => {
  return withDownload(format, (path) => readFile(path));
};

test('CSV is written as the source was: encoding, delimiter, quotes, line ends, header line', async () => {
  const text = (await bytesOf('csv')).toString('latin1');
  const lines = text.split('\n');
  expect(lines[0]).toBe(HEADER);
  expect(lines).toHaveLength(152);
  expect(text).not.toContain('\r');
  const row =
    /^"BU-\d{6}";\d\d\.\d\d\.2025;(Überweisung|Lastschrift|Gebühr);-?(\d\.)?\d{1,3},\d\d;EUR;(true|false)$/;
  for (const line of lines.slice(1, -1)) expect(line).toMatch(row);
});

test('Parquet has types, and the rows of the CSV', async () => {
  const [cents] = (await bytesOf('csv'))
    .toString('latin1')
    .split('\n')
    .slice(1, -1)
    .map((line) => Number(line.split(';')[3]!.replace('.', '').replace(',', '')))
    .reduce(([sum], value) => [sum! + value], [0]);
  await withDownload('parquet', (path) =>
    withDuckDb({ paths: [path] }, async (connection) => {
      const from = `read_parquet(${sqlPath(path)})`;
      const described = await rowsOf(connection, `describe select * from ${from}`);
      expect(described.map(([name, type]) => [name, type])).toEqual([
        ['Buchungs-Nr', 'VARCHAR'],
        ['Tag', 'DATE'],
        ['Art', 'VARCHAR'],
        ['Betrag', 'DECIMAL(17,2)'],
        ['Währung', 'VARCHAR'],
        ['Bestätigt', 'BOOLEAN'],
      ]);
      const [sum] = await rowsOf(
        connection,
        `select count(*), (sum("Betrag") * 100)::bigint from ${from}`,
      );
      expect(sum!.map(Number)).toEqual([150, cents]);
    }),
  );
});

test('SQL makes a table with its key and loads the rows into another PostgreSQL database', async () => {
  const script = (await bytesOf('sql')).toString('utf8');
  const client = new pg.Client({ connectionString: host.db.database.ownerUrl });
  await client.connect();
  try {
    await client.query('create schema other; set search_path to other');
    await loadScript(client, script);
    const { rows } = await client.query(
      `select count(*)::int as rows, count(distinct "Buchungs-Nr")::int as keys, min("Tag") > '2024-12-31' as days
         from other."Umsätze 2025"`,
    );
    expect(rows).toEqual([{ rows: 150, keys: 150, days: true }]);
    const keys = await client.query(
      `select conrelid::regclass::text as table, pg_get_constraintdef(oid) as key from pg_constraint
        where contype = 'p' and connamespace = 'other'::regnamespace`,
    );
    expect(keys.rows).toEqual([{ table: '"Umsätze 2025"', key: 'PRIMARY KEY ("Buchungs-Nr")' }]);
  } finally {
    await client.end();
  }
});

test('a download is made once, is its organization’s, and needs a batch', async () => {
  const [first, second] = await Promise.all([ask('sql'), ask('sql')]);
  expect(first.body).toEqual(second.body);
  expect(await ask('sql', ben.token)).toMatchObject({ status: 404 });
  expect(await ask('xls')).toMatchObject({ status: 400 });
  expect(await ask('csv', ada.token, crypto.randomUUID())).toMatchObject({ status: 404 });
});

longTest('batches made from scratch are typed by what they hold', async () => {
  const made = await host.call('generate-full', { count: 20, seed: '3' }, { token: ada.token });
  const { rows } = await host.db.database.owner.query<{ batch_id: string; csv_url: string }>(
    "select batch_id, csv_url from public.generation_logs where entity_type = 'accounts' and tenant_id = $1",
    [ada.orgId],
  );
  expect(made.status).toBe(200);
  const csv = await ask('csv', ada.token, rows[0]!.batch_id);
  expect(csv.body.path).toBe(rows[0]!.csv_url);
  const sql = await ask('sql', ada.token, rows[0]!.batch_id);
  expect(sql.body).toMatchObject({ filename: 'accounts.sql', content_type: 'application/sql' });
});

async function synthesized(name: string, content: string | Uint8Array<ArrayBuffer>) {
  const form = new FormData();
  form.set('columns', 'as-is');
  form.set('file', new File([content], name));
  const uploaded = await host.call('parse-ingested-file', form, { token: ada.token });
  expect(uploaded.body.error).toBeUndefined();
  const body = { manifest_id: uploaded.body.manifest_id, count: 60, seed: '5' };
  const made = await host.call('generate-synthetic-from-ingestion', body, { token: ada.token });
  expect(made.body.error).toBeUndefined();
  return made.body.batchId as string;
}

const exported = async (batchId: string, format: string) => {
  const answer = await ask(format, ada.token, batchId);
  expect(answer.body.error).toBeUndefined();
  const { path, filename, notes } = answer.body as unknown as ExportedBatch;
  return { filename, notes, bytes: await withFile(path, (local) => readFile(local)) };
};

longTest(
  'JSON Lines come back with the types, objects and letters of the source',
  async () => {
    const lines = Array.from(
      { length: 80 },
      (_, i) =>
        `{"no":"0${100 + i}","amount":${1 + (i % 7)}.50,"payer":{"zip":"0${1067 + (i % 3)}","vip":${i % 2 === 0}},"day":"2025-01-${String(1 + (i % 28)).padStart(2, '0')}"}`,
    );
    const { filename, bytes } = await exported(
      await synthesized('claims.jsonl', lines.join('\n')),
      'source',
    );
    expect(filename).toBe('claims.jsonl');
    const text = bytes.toString('utf8').trimEnd().split('\n');
    expect(text).toHaveLength(60);
    const line =
      /^\{"no":"0\d+","amount":\d+\.50,"payer":\{"zip":"0\d{4}","vip":(true|false)\},"day":"2025-01-\d\d"\}$/;
    for (const each of text) expect(each).toMatch(line);
  },
  120_000,
);

longTest(
  'a workbook comes back as one, with the formats of its cells, and warns as CSV',
  async () => {
    const rows = Array.from({ length: 80 }, (_, i) =>
      rowXml(
        `00${i % 9}`,
        { xml: `<c s="1"><v>${45_292 + i}</v></c>` },
        { xml: `<c s="2"><v>${i % 11}.5</v></c>` },
        i % 2 === 0 ? '=SUM(A1)' : '@home',
      ),
    );
    const workbook = await workbookOf({
      sheets: [{ name: 'Rows', xml: rowXml('code', 'day', 'amount', 'note') + rows.join('') }],
      formats: ['dd.mm.yyyy', '#,##0.00'],
    });
    const made = await synthesized('rows.xlsm', new Uint8Array(workbook));
    const { filename, bytes, notes } = await exported(made, 'source');
    expect(filename).toBe('rows.xlsx');
    expect(notes).toEqual([]);
    const scan = await scanBytes('xlsx', bytes);
    expect(scan.typed?.cells).toEqual([
      { kind: 'text', format: '@' },
      { kind: 'date', format: 'dd.mm.yyyy' },
      { kind: 'number', format: '#,##0.00' },
      { kind: 'text', format: '@' },
    ]);
    expect(scan.rowCount).toBe(60);
    for (const [code, day, amount, note] of scan.rows) {
      expect(code).toMatch(/^00\d$/);
      expect(day).toMatch(/^2024-\d\d-\d\d$/);
      expect(amount).toMatch(/^\d+\.50$/);
      expect(['=SUM(A1)', '@home']).toContain(note);
    }
    expect((await exported(made, 'csv')).notes).toEqual([
      'Spreadsheets can run cells as formulas that begin with =, +, - or @, as in note. In Excel format they are text.',
    ]);
    expect((await exported(made, 'json')).bytes.toString('utf8')).toMatch(
      /^\[\n\{"code":"00\d","day":"2024-\d\d-\d\d","amount":\d+\.50,"note":"/,
    );
  },
  120_000,
);
