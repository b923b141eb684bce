import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { longTest } from '../../../../test/support/long-test.ts';
import { type ProductHost, startProductHost } from '../../../../test/support/product-host.ts';
import { streamFor } from '../../../engines/random/stream.ts';
import { withLocalCopy } from '../../../platform/files/with-local-copy.ts';
import { fileKey } from '../../../platform/storage/context.ts';
import { productFunctions } from '../../functions.ts';

type Member = Awaited<ReturnType<ProductHost['member']>>;
let host: ProductHost;
let ada: Member;

beforeAll(async () => {
  host = await startProductHost(productFunctions, { worker: true });
  ada = await host.member('ada@bank.example', 'pilot_user');
}, 120_000);
afterAll(() => host.close());

function statement(rows: number): string {
  const random = streamFor(3n, 0, 1);
  const money = (cents: number) =>
    (cents / 100)
      .toFixed(2)
      .replace('.', ',')
      .replace(/\B(?=(\d{3})+,)/g, '.');
  let balance = 500_000;
  const lines = Array.from({ length: rows }, (_, i) => {
    const cents = i % 11 === 0 ? 210_000 : -Math.round(900 + 30_000 * random.float());
    balance += cents;
    const day = new Date(Date.UTC(2025, 0, 1 + Math.floor(i / 2))).toISOString().slice(0, 10);
    const [year, month, date] = day.split('-');
    return `${date}.${month}.${year};${i % 11 === 0 ? 'Gehalt' : 'Einkauf'};${money(cents)};${money(balance)}`;
  });
  return `Buchungstag;Text;Betrag;Saldo\n${lines.reverse().join('\n')}\n`;
}

async function rowsMade(manifestId: unknown, count: number): Promise<string[][]> {
  const body = { manifest_id: manifestId, count, seed: '4' };
  const made = await host.call('generate-synthetic-from-ingestion', body, { token: ada.token });
  expect(made.body.error).toBeUndefined();
  const { body: file } = await host.call(
    'export-batch',
    { batch_id: made.body.batchId, format: 'csv' },
    { token: ada.token },
  );
  const { rows } = await host.db.database.owner.query<{ version: string }>(
    "select version from storage.objects where bucket_id || '/' || name = $1",
    [file.path],
  );
  const text = await withLocalCopy(host.product.files, fileKey(rows[0]!.version), (path) =>
    readFile(path, 'utf8'),
  );
  const lines = text.trim().split(/\r?\n/).slice(1);
  return lines.map((line) => line.split(';'));
}

function upload(name: string, text: string) {
  const form = new FormData();
  form.set('columns', 'as-is');
  form.set('file', new File([text], name, { type: 'text/csv' }));
  return host.call('parse-ingested-file', form, { token: ada.token });
}

longTest(
  'a statement of one account keeps its running balance in the rows made, newest first as in the file',
  async () => {
    const uploaded = await upload('statement.csv', statement(400));
    expect(uploaded.body.mapping).toMatchObject({ balance: { column: 'Saldo', share: 1 } });
    const rows = await rowsMade(uploaded.body.manifest_id, 300);
    expect(rows).toHaveLength(300);
    const cents = (text: string) =>
      Math.round(Number(text.replaceAll('.', '').replace(',', '.')) * 100);
    const kept = rows.slice(1).filter((older, i) => {
      const [, , amount, balance] = rows[i]!;
      return cents(balance!) === cents(older[3]!) + cents(amount!);
    });
    expect(kept.length / 299).toBeGreaterThanOrEqual(0.99);
    const days = rows.map(([day]) => day!.split('.').reverse().join(''));
    expect(days).toEqual([...days].sort().reverse());
  },
);

longTest('rows without a date are histories once somebody says whose they are', async () => {
  const random = streamFor(8n, 0, 1);
  const lines = Array.from({ length: 60 }, (_, walker) => {
    let level = 100 + Math.floor(800 * random.float());
    return Array.from({ length: 10 }, () => {
      level += Math.floor(11 * random.float()) - 5;
      return `W-${1000 + walker};${level}`;
    });
  }).flat();
  const uploaded = await upload('walks.csv', `walker;level\n${lines.join('\n')}\n`);
  const { columns } = uploaded.body.mapping as { columns: { name: string; role: string }[] };
  const mapped = await host.call(
    'map-dataset',
    {
      manifest_id: uploaded.body.manifest_id,
      columns: columns.map(({ name, role }) => ({ name, role })),
      sign: null,
      entity: 'walker',
      order: null,
    },
    { token: ada.token },
  );
  expect(mapped.body.error).toBeUndefined();
  const rows = await rowsMade(uploaded.body.manifest_id, 400);
  const steps = rows
    .slice(1)
    .flatMap(([walker, level], i) =>
      rows[i]![0] === walker ? [Math.abs(Number(level) - Number(rows[i]![1]))] : [],
    );
  expect(steps.length).toBeGreaterThan(300);
  // Steps are at most 5 in the file; independently sampled rows would differ by hundreds.
  expect(steps.reduce((sum, step) => sum + step, 0) / steps.length).toBeLessThan(60);
});

test('nothing is generated from a column of two readings: 409 with the choices, until one is chosen', async () => {
  const random = streamFor(9n, 0, 1);
  const date = () =>
    `${String(1 + random.below(12)).padStart(2, '0')}/${String(1 + random.below(12)).padStart(2, '0')}/202${random.below(5)}`;
  const lines = Array.from({ length: 300 }, (_, i) => `${date()};${date()};${i % 7}`);
  const uploaded = await upload('loans.csv', `closed;due;grade\n${lines.join('\n')}\n`);
  const { manifest_id: id } = uploaded.body;
  const body = { manifest_id: id, count: 20, seed: '1' };
  for (const [name, more] of [
    ['generate-synthetic-from-ingestion', {}],
    ['create-blend', { real_share: 0.5 }],
  ] as const) {
    const refused = await host.call(name, { ...body, ...more }, { token: ada.token });
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({
      code: 'confirmation_needed',
      error: expect.stringContaining('closed: DD/MM/YYYY or MM/DD/YYYY'),
      detail: {
        open: ['closed', 'due'].map((column) =>
          expect.objectContaining({ column, choices: ['DD/MM/YYYY', 'MM/DD/YYYY'] }),
        ),
      },
    });
  }
  const { mapping } = uploaded.body as {
    mapping: { columns: { name: string; role: string; alternatives: { pattern: string }[] }[] };
  };
  const chosen = mapping.columns.map(({ name, role, alternatives }) => ({
    name,
    role,
    ...(name === 'due' && { form: alternatives[0] }),
  }));
  const mapped = await host.call(
    'map-dataset',
    { manifest_id: id, columns: chosen, sign: null, entity: null, order: null },
    { token: ada.token },
  );
  expect(mapped.body.columns).toMatchObject([
    {
      form: { pattern: 'MM/DD/YYYY' },
      notices: ['Read as MM/DD/YYYY, inferred from column due.'],
    },
    { form: { pattern: 'MM/DD/YYYY' }, ambiguous: false },
    {},
  ]);
  const made = await host.call('generate-synthetic-from-ingestion', body, { token: ada.token });
  expect(made.body.error).toBeUndefined();
  const [{ manifest }] = (
    await host.db.database.owner.query(
      'select manifest from public.generation_logs where batch_id = $1',
      [made.body.batchId],
    )
  ).rows;
  expect(manifest.notes.inferredFormats).toEqual({
    closed: 'Read as MM/DD/YYYY, inferred from column due.',
  });
});
