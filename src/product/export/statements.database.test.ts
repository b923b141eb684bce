import { readFile } from 'node:fs/promises';
import { beforeAll, expect } from 'vitest';
import { startBeforeTests } from '../../../test/support/before-tests.ts';
import { longTest } from '../../../test/support/long-test.ts';
import { type ProductHost, startProductHost } from '../../../test/support/product-host.ts';
import { withLocalCopy } from '../../platform/files/with-local-copy.ts';
import { camtMessage } from '../../platform/formats/iso20022/camt.fixture.ts';
import { scanContent } from '../../platform/formats/scan-text.fixture.ts';
import { fileKey } from '../../platform/storage/context.ts';
import type { ExportedBatch } from '../../shared/contracts/export.ts';
import { productFunctions } from '../functions.ts';

type Member = Awaited<ReturnType<ProductHost['member']>>;
const host = startBeforeTests(() => startProductHost(productFunctions, { worker: true }));
let ada: Member;

beforeAll(async () => {
  ada = await host.member('ada@bank.example', 'pilot_user');
}, 120_000);

async function download(batch: string, format: string, more: object = {}) {
  const body = { batch_id: batch, format, ...more };
  const answer = await host.call('export-batch', body, { token: ada.token });
  expect(answer.body.error).toBeUndefined();
  const exported = answer.body as unknown as ExportedBatch;
  const { rows } = await host.db.database.owner.query<{ version: string }>(
    "select version from storage.objects where bucket_id || '/' || name = $1 and tenant_id = $2",
    [exported.path, ada.orgId],
  );
  const bytes = await withLocalCopy(host.product.files, fileKey(rows[0]!.version), (path) =>
    readFile(path),
  );
  return { exported, bytes };
}

function statement(entries: number): string {
  let balance = 100_000;
  const made = Array.from({ length: entries }, (_, i) => {
    const cents = i % 10 === 0 ? 90_000 : 500 + ((i * 7919) % 9_000);
    balance += i % 10 === 0 ? cents : -cents;
    const side = i % 10 === 0 ? ('CRDT' as const) : ('DBIT' as const);
    return { amount: (cents / 100).toFixed(2), side, name: ['Bakery', 'Grocer', 'Rail'][i % 3]! };
  });
  return camtMessage({ opening: '1000.00', closing: (balance / 100).toFixed(2), entries: made });
}

longTest(
  'a synthetic copy of a statement comes out in the format it came in, and its totals tie',
  async () => {
    const form = new FormData();
    form.set('file', new File([statement(300)], 'march.xml'));
    const uploaded = await host.call('parse-ingested-file', form, { token: ada.token });
    expect(uploaded.body.error).toBeUndefined();
    const body = { manifest_id: uploaded.body.manifest_id, count: 200, seed: '5' };
    const made = await host.call('generate-synthetic-from-ingestion', body, { token: ada.token });
    expect(made.body.error).toBeUndefined();
    const { exported, bytes } = await download(made.body.batchId as string, 'source');
    expect(exported).toMatchObject({
      filename: 'march-camt.053.xml',
      content_type: 'application/xml',
      notes: [],
    });
    const { facts, rows } = await scanContent(bytes);
    expect(facts).toMatchObject({ format: 'camt.053', entries: 200, mismatchCount: 0 });
    expect(facts.totals.find(({ name }) => name.startsWith('opening'))!.passed).toBeGreaterThan(0);
    expect(rows[0]!.currency).toBe('EUR');
    expect(bytes.toString()).not.toContain('XX00TEST0009');
  },
);

longTest(
  'transactions of the simulated bank become statements of its accounts; customers do not',
  async () => {
    await host.call('generate-full', { count: 20, seed: '3' }, { token: ada.token });
    const { rows: batches } = await host.db.database.owner.query<{
      batch_id: string;
      entity_type: string;
    }>(
      'select batch_id, entity_type from public.generation_logs where tenant_id = $1 and manifest_id is null',
      [ada.orgId],
    );
    const batchOf = (entity: string) =>
      batches.find(({ entity_type: type }) => type === entity)!.batch_id;
    const { rows: ledger } = await host.db.database.owner.query<{
      count: number;
      cents: string;
      numbers: string[];
    }>(
      `select count(*)::int as count, (sum(t.amount) * 100)::bigint::text as cents,
            array_agg(distinct a.account_number) as numbers
       from bank.transactions t join bank.accounts a using (tenant_id, account_id)
      where t.batch_id = $1 and t.status = 'posted'`,
      [batchOf('transactions')],
    );
    const { bytes, exported } = await download(batchOf('transactions'), 'mt940');
    const { facts, rows } = await scanContent(bytes);
    expect(exported.filename).toBe('transactions-mt940.sta');
    expect(facts).toMatchObject({ entries: ledger[0]!.count, mismatchCount: 0 });
    const cents = rows.reduce((sum, { amount }) => sum + BigInt(amount!.replace('.', '')), 0n);
    expect(String(cents)).toBe(ledger[0]!.cents);
    expect([...new Set(rows.map(({ account }) => account))].sort()).toEqual(
      ledger[0]!.numbers.sort(),
    );
    const one = await download(batchOf('transactions'), 'camt.053', {
      account: ledger[0]!.numbers[0],
    });
    expect((await scanContent(one.bytes)).facts.accounts).toBe(1);
    const refused = await host.call(
      'export-batch',
      { batch_id: batchOf('customers'), format: 'mt940' },
      { token: ada.token },
    );
    expect(refused).toMatchObject({ status: 400, body: { code: 'bad_request' } });
  },
);
