import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { startBeforeTests } from '../../../test/support/before-tests.ts';
import { longTest } from '../../../test/support/long-test.ts';
import { type ProductHost, startProductHost } from '../../../test/support/product-host.ts';
import { sampleTransactions } from '../../../test/support/sample-transactions.ts';
import { camtMessage } from '../../platform/formats/iso20022/camt.fixture.ts';
import { ingestionFunctions } from './functions.ts';

type Member = Awaited<ReturnType<ProductHost['member']>>;
const host = startBeforeTests(() => startProductHost(ingestionFunctions));
let ada: Member;

beforeAll(async () => {
  ada = await host.member('ada@bank.example', 'pilot_user');
});

const sql = async <Row>(text: string, values: unknown[] = []) =>
  (await host.db.database.owner.query(text, values)).rows as Row[];
async function storedFiles(): Promise<number> {
  let count = 0;
  for await (const _file of host.product.files.list('')) count++;
  return count;
}

function form(name: string, content: string | Uint8Array<ArrayBuffer>): FormData {
  const data = new FormData();
  data.set('file', new File([content], name, { type: 'text/csv' }));
  return data;
}
const upload = (body: unknown, token = ada.token) =>
  host.call('parse-ingested-file', body, { token });

test('a small upload is stored byte for byte, described and profiled', async () => {
  const text = sampleTransactions(120);
  const answer = await upload(form('C:\\exports\\May payments.csv', text));
  expect(answer).toMatchObject({
    status: 200,
    body: {
      filename: 'May payments.csv',
      record_count: 120,
      rejected_count: 0,
      rejects: [],
      dialect: { delimiter: ',' },
    },
  });
  expect(answer.body.message).toMatch(/^Headers validated — 120 records detected/);
  const id = answer.body.manifest_id as string;
  const [manifest] = await sql<{ schema: object; profile: object }>(
    'select * from public.ingestion_manifests where id = $1',
    [id],
  );
  const sha256 = createHash('sha256').update(text).digest('hex');
  expect(manifest).toMatchObject({
    tenant_id: ada.orgId,
    filename: 'May payments.csv',
    record_count: '120',
    format: 'csv',
    kind: 'upload',
    file_size: String(Buffer.byteLength(text)),
    sha256,
    uploaded_by: ada.id,
    storage_path: `${ada.orgId}/${id}/data.csv`,
    parquet_path: `${ada.orgId}/${id}/rows.parquet`,
  });
  expect(Object.keys(manifest!.schema)).toEqual(text.split(/\r?\n/, 1)[0]!.split(','));
  expect(
    await sql(
      'select name, owner, tenant_id, metadata ->> $1 as mimetype from storage.objects order by name',
      ['mimetype'],
    ),
  ).toEqual([
    {
      name: `${ada.orgId}/${id}/data.csv`,
      owner: ada.id,
      tenant_id: ada.orgId,
      mimetype: 'text/csv',
    },
    {
      name: `${ada.orgId}/${id}/rows.parquet`,
      owner: ada.id,
      tenant_id: ada.orgId,
      mimetype: 'application/vnd.apache.parquet',
    },
  ]);
  expect(manifest!.profile).toMatchObject({ rows: 120 });
  expect(await sql('select from public.runs')).toEqual([]);
});

test('a larger upload is profiled in a run', async () => {
  const { body } = await upload(form('May payments.csv', sampleTransactions(600)));
  const stored = await sql('select profile from public.ingestion_manifests where id = $1', [
    body.manifest_id,
  ]);
  expect(stored).toEqual([{ profile: null }]);
  expect(await sql('select kind, subject, tenant_id, created_by from public.runs')).toEqual([
    {
      kind: 'profile',
      subject: { manifestId: body.manifest_id, filename: 'May payments.csv' },
      tenant_id: ada.orgId,
      created_by: ada.id,
    },
  ]);
});

test('a column named __proto__ is in schema, preview and profile', async () => {
  const body = form('names.csv', '__proto__,constructor,n\nproto,other,1\n');
  body.set('columns', 'as-is');
  const answer = await upload(body);
  expect(answer.status).toBe(200);
  const entries = (object: unknown) => Object.entries(object as object);
  expect(entries(answer.body.schema)).toEqual([
    ['__proto__', 'text'],
    ['constructor', 'text'],
    ['n', 'integer'],
  ]);
  expect(entries((answer.body.preview as object[])[0])).toEqual([
    ['__proto__', 'proto'],
    ['constructor', 'other'],
    ['n', '1'],
  ]);
  const [stored] = await sql<{ schema: object; preview: object[] }>(
    'select schema, preview from public.ingestion_manifests where id = $1',
    [answer.body.manifest_id],
  );
  expect(Object.keys(stored!.schema)).toContain('__proto__');
  expect(Object.keys(stored!.preview[0]!)).toContain('__proto__');
});

longTest(
  'JSON, JSON Lines and compressed files become datasets with their own columns',
  async () => {
    const records = [
      { id: 'A-1', amount: 12.5, payer: { zip: '01067' } },
      { id: 'A-2', amount: 7, payer: null },
    ];
    const lines = '{"id":"A-1","amount":12.50,"payer":{"zip":"01067"}}\n{"id":"A-2","amount":7}\n';
    const files: [string, string | Uint8Array<ArrayBuffer>, string][] = [
      ['claims.json', JSON.stringify(records), 'json'],
      ['claims.jsonl', lines, 'jsonl'],
      ['claims.ndjson.gz', new Uint8Array(gzipSync(lines)), 'jsonl'],
      [
        'claims.csv.zst',
        new Uint8Array(zstdCompressSync('id,amount,payer.zip\nA-1,12.50,01067\nA-2,7,\n')),
        'csv',
      ],
    ];
    for (const [name, content, format] of files) {
      const body = form(name, content);
      body.set('columns', 'as-is');
      const answer = await upload(body);
      expect(answer).toMatchObject({
        status: 200,
        body: {
          filename: name,
          record_count: 2,
          preview: [{ 'payer.zip': '01067' }, { id: 'A-2', amount: '7', 'payer.zip': null }],
        },
      });
      const id = answer.body.manifest_id as string;
      const [stored] = await sql<{ schema: object; preview: object[] }>(
        'select format, storage_path from public.ingestion_manifests where id = $1',
        [id],
      );
      expect(stored).toMatchObject({ format });
    }
  },
);

test.each([
  ['no form at all', { file: 'x' }, 400, 'Send the file as form data, in a field named file.'],
  ['a form without a file', new FormData(), 400, 'No file was sent.'],
  [
    'another kind of file',
    form('notes.txt', 'a,b\n1,2\n'),
    415,
    /Only \.csv and \.parquet files are supported/,
  ],
  ['headers of no template', form('x.csv', 'a,b\n1,2\n'), 400, /header|column/i],
  ['two tables', form('y.json', '[{"b":1,"a":[1]}]'), 409, /2 tables with values: 'records', 'a'/],
  ['a list in a cell', form('x.json', '[{"a":[[1]]}]'), 422, /Line 1: 'a' contains a list within/],
  ['a Parquet file that is none', form('x.parquet', 'not parquet'), 422, /Parquet/],
])('refused, and nothing of it is kept: %s', async (_what, body, status, error) => {
  const before = [await storedFiles(), await sql('select id from public.ingestion_manifests')];
  const answer = await upload(body);
  expect([answer.status, answer.body.error]).toEqual([status, expect.stringMatching(error)]);
  expect([await storedFiles(), await sql('select id from public.ingestion_manifests')]).toEqual(
    before,
  );
});

test('who is not signed in uploads nothing', async () => {
  const answer = await host.call('parse-ingested-file', form('x.csv', 'a\n'));
  expect(answer.status).toBe(401);
});

test('a file with a header and no rows is a dataset without a profile', async () => {
  const runs = await sql('select id from public.runs');
  const header = sampleTransactions(1).split('\n', 1)[0]!;
  const answer = await upload(form('empty.csv', `${header}\n`));
  expect(answer).toMatchObject({ status: 200, body: { record_count: 0, preview: [] } });
  expect(await sql('select id from public.runs')).toEqual(runs);
});

test('an upload that is cut off is refused, and nothing of it is kept', async () => {
  const before = await storedFiles();
  const { hostname, port } = new URL(host.url);
  const socket = connect(Number(port), hostname);
  const head = `--x\r\ncontent-disposition: form-data; name="file"; filename="cut.csv"\r\n\r\n${sampleTransactions(50)}`;
  socket.write(
    `POST /functions/v1/parse-ingested-file HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${ada.token}\r\n` +
      `content-type: multipart/form-data; boundary=x\r\ncontent-length: ${head.length + 5000}\r\n\r\n${head}`,
  );
  await new Promise((resolve) => setTimeout(resolve, 300));
  socket.destroy();
  await new Promise((resolve) => setTimeout(resolve, 300));
  await expect.poll(storedFiles).toBe(before);
});

test('an account that is disabled while its upload is read keeps nothing', async () => {
  const before = [await storedFiles(), await sql('select id from public.ingestion_manifests')];
  const { files } = host.product;
  const put = files.put;
  let disabled = false;
  files.put = async (...args) => {
    const stored = await put(...args);
    if (!disabled)
      await sql("update public.profiles set status = 'disabled' where id = $1", [ada.id]);
    disabled = true;
    return stored;
  };
  try {
    const answer = await upload(form('late.csv', sampleTransactions(20)));
    expect(answer).toMatchObject({
      status: 403,
      body: { error: 'This account was disabled or deleted. Nothing was saved.' },
    });
  } finally {
    files.put = put;
    await sql("update public.profiles set status = 'active' where id = $1", [ada.id]);
  }
  expect([await storedFiles(), await sql('select id from public.ingestion_manifests')]).toEqual(
    before,
  );
});

test('a bank statement becomes a dataset of the stable columns, with its totals; or nothing of it stays', async () => {
  const entries = [{ amount: '12.50' }, { amount: '2.25', side: 'DBIT' as const }];
  const tied = camtMessage({ opening: '1.00', closing: '11.25', entries });
  const answer = await upload(form('march.xml', tied));
  expect(answer).toMatchObject({
    status: 200,
    body: {
      record_count: 2,
      message: '2 records detected, read as camt.053 version 08',
      statement: { statements: 1, accounts: 1, mismatchCount: 0 },
    },
  });
  const [manifest] = await sql<{ storage_path: string }>(
    'select format, roles, statement, storage_path from public.ingestion_manifests where id = $1',
    [answer.body.manifest_id],
  );
  expect(manifest).toMatchObject({
    format: 'camt.053',
    roles: {
      account: 'ignored',
      reference: 'key',
      details: 'ignored',
      statement_details: 'ignored',
    },
    statement: answer.body.statement,
    storage_path: `${ada.orgId}/${answer.body.manifest_id}/data.txt`,
  });
  expect(
    await sql("select metadata ->> 'mimetype' as mimetype from storage.objects where name = $1", [
      manifest!.storage_path,
    ]),
  ).toEqual([{ mimetype: 'text/plain' }]);
  const before = await storedFiles();
  const untied = form('march.xml', tied.replace('2.25', '2.26'));
  expect(await upload(untied)).toMatchObject({
    status: 409,
    body: { code: 'confirmation_needed', detail: { totals: true, rejected_count: 1 } },
  });
  expect(await upload(form('march.xml', tied.slice(0, -50)))).toMatchObject({ status: 422 });
  expect(await storedFiles()).toBe(before);
  untied.set('accept_rejected', 'true');
  expect(await upload(untied)).toMatchObject({
    status: 200,
    body: { statement: { mismatchCount: 1 } },
  });
});
