import { beforeAll, expect, test } from 'vitest';
import { startBeforeTests } from '../../../../test/support/before-tests.ts';
import { longTest } from '../../../../test/support/long-test.ts';
import { makeMember } from '../../../../test/support/members.ts';
import { type ProductHost, startProductHost } from '../../../../test/support/product-host.ts';
import { smallBank } from '../../../../test/support/small-bank.ts';
import { zipOfTexts } from '../../../../test/support/zip.ts';
import { rowXml, workbookOf } from '../../../platform/tabular/formats/xlsx/workbook.fixture.ts';
import type { CountedRelation } from '../../../shared/contracts/table-sets.ts';
import { ingestionFunctions } from '../functions.ts';

type Member = Awaited<ReturnType<ProductHost['member']>>;
const host = startBeforeTests(() => startProductHost(ingestionFunctions));
let ada: Member;
let eve: Member;

beforeAll(async () => {
  ada = await host.member('ada@tables.example', 'pilot_user');
  eve = await host.member('eve@tables.example', 'pilot_user');
});

async function rowsSeenBy(organization: string, statement: string, values: unknown[] = []) {
  const { database } = host.db;
  const { caller } = await makeMember(database, { role: 'admin', organization });
  return (await database.asCaller(caller, (tx) => tx.query(statement, values))).rows;
}

type Files = Readonly<Record<string, string | Uint8Array<ArrayBuffer>>>;

const upload = (files: Files, fields: Record<string, string> = {}) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  for (const [name, text] of Object.entries(files)) form.append('file', new File([text], name));
  return host.call('parse-ingested-tables', form, { token: ada.token });
};

const zipBytes = async (files: Readonly<Record<string, string>>) =>
  new Uint8Array(await zipOfTexts(files));

const written = (relations: unknown) =>
  (relations as CountedRelation[]).map(
    ({ child, childKey, parent, parentKey, orphans }) =>
      `${child}.${childKey}=${parent}.${parentKey}${orphans > 0 ? ` (${orphans})` : ''}`,
  );

const datasets = async () =>
  (await host.db.database.owner.query('select id from public.ingestion_manifests')).rowCount;

test('several files become linked tables, with keys and relations proposed', async () => {
  const bank = smallBank(60);
  const { status, body } = await upload({
    'customers.csv': bank.customers,
    'accounts.csv': bank.accounts,
    'bookings.csv': bank.bookings,
  });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    name: 'customers, accounts, bookings',
    keys: { customers: 'customer_id', accounts: 'account_no', bookings: 'id' },
  });
  expect(written(body.relations)).toEqual([
    'accounts.customer_id=customers.customer_id',
    'bookings.account=accounts.account_no',
  ]);
  const rows = await rowsSeenBy(
    ada.orgId,
    'select table_name from public.ingestion_manifests where table_set_id = $1 order by created_at',
    [body.table_set_id],
  );
  expect(rows.map((row) => row.table_name)).toEqual(['customers', 'accounts', 'bookings']);
  expect(await rowsSeenBy(eve.orgId, 'select id from public.table_sets')).toEqual([]);
});

longTest('an archive gives the same, and goes as a whole', async () => {
  const bank = smallBank(40);
  const before = await datasets();
  const { status, body } = await upload({
    'bank.zip': await zipBytes({
      'bank/customers.csv': bank.customers,
      'bank/accounts.csv': bank.accounts,
      '__MACOSX/._accounts.csv': 'no table',
    }),
  });
  expect(status).toBe(200);
  expect(written(body.relations)).toEqual(['accounts.customer_id=customers.customer_id']);
  expect(await datasets()).toBe(before! + 2);
  const [table] = body.tables as { manifest_id: string }[];
  const remove = (relation: string, organization: string, id: unknown) =>
    rowsSeenBy(organization, `delete from public.${relation} where id = $1 returning id`, [id]);
  expect(await remove('ingestion_manifests', ada.orgId, table!.manifest_id)).toEqual([]);
  expect(await remove('table_sets', eve.orgId, body.table_set_id)).toEqual([]);
  expect(await remove('table_sets', ada.orgId, body.table_set_id)).toHaveLength(1);
  expect(await datasets()).toBe(before);
});

const sheetXml = (csv: string) =>
  csv
    .trimEnd()
    .split(/\r?\n/)
    .map((line) => rowXml(...line.split(',')))
    .join('');

const storedFiles = async () =>
  (
    await host.db.database.owner.query<{ count: string }>(
      "select count(*) from storage.objects where bucket_id = 'ingested_data'",
    )
  ).rows[0]!.count;

longTest('sheets of a workbook become linked tables, each with a copy of the file', async () => {
  const bank = smallBank(60);
  const workbook = await workbookOf({
    sheets: [
      { name: 'customers', xml: sheetXml(bank.customers) },
      { name: 'Konten & mehr', xml: sheetXml(bank.accounts) },
      { name: 'Notes', state: 'hidden', xml: rowXml('a') + rowXml('b') },
    ].map((sheet) => ({ ...sheet, name: sheet.name.replace('&', '&amp;') })),
  });
  const bytes = new Uint8Array(workbook);
  const { status, body } = await upload({ 'bank.xlsx': bytes });
  expect(status).toBe(200);
  expect(written(body.relations)).toEqual(['Konten_mehr.customer_id=customers.customer_id']);
  expect(body.message).toMatch(/bank\.xlsx: Hidden sheets not read: 'Notes'$/);
  const rows = await rowsSeenBy(
    ada.orgId,
    `select m.sha256, m.dialect ->> 'table' as sheet, o.metadata ->> 'size' as size
       from public.ingestion_manifests m join storage.objects o on o.name = m.storage_path
      where m.table_set_id = $1 order by m.created_at`,
    [body.table_set_id],
  );
  const stored = { sha256: rows[0]!.sha256, size: String(bytes.length) };
  expect(rows).toEqual([
    { ...stored, sheet: 'customers' },
    { ...stored, sheet: 'Konten & mehr' },
  ]);
});

longTest('lists in JSON records become tables linked by the key of their records', async () => {
  const orders = Array.from({ length: 30 }, (_, i) => ({
    order_no: `R${i}`,
    total: i,
    items: Array.from({ length: i % 3 }, (_, k) => ({ sku: `s${k}` })),
  }));
  const { status, body } = await upload({ 'orders.json': JSON.stringify(orders) });
  expect(status).toBe(200);
  expect(body).toMatchObject({ keys: { orders: 'order_no' } });
  expect(body.relations).toEqual([
    {
      child: 'items',
      childKey: 'order_no',
      parent: 'orders',
      parentKey: 'order_no',
      named: 30,
      orphans: 0,
    },
  ]);
});

longTest('a workbook of one table, a refused sheet and too many copies keep nothing', async () => {
  const before = [await datasets(), await storedFiles()];
  const sheet = (name: string, xml: string) => ({ name, xml });
  const good = rowXml('a', 'b') + rowXml(1, 2);
  const bytesOf = async (...sheets: { name: string; xml: string }[]) =>
    new Uint8Array(await workbookOf({ sheets }));
  const single = await upload({ 'one.xlsx': await bytesOf(sheet('A', good)) });
  expect(single.body.error).toMatch(/at least two tables/);
  const twin = rowXml('a', 'A') + rowXml(1, 2);
  const refused = await upload({
    'two.xlsx': await bytesOf(sheet('Good', good), sheet('Twin', twin)),
  });
  expect(refused.body.error).toMatch(/^two\.xlsx: Twin: Duplicate header/);
  const many = Array.from({ length: 51 }, (_, i) => sheet(`S${i}`, good));
  const tooMany = await upload({ 'many.xlsx': await bytesOf(...many) });
  expect(tooMany.body.error).toMatch(/more than 50 tables/);
  expect([await datasets(), await storedFiles()]).toEqual(before);
});

test('one file that is refused keeps all of them out', async () => {
  const bank = smallBank(20);
  const before = await datasets();
  const refused = await upload({ 'customers.csv': bank.customers, 'empty.csv': '' });
  expect(refused.status).toBe(422);
  expect(refused.body.error).toMatch(/^empty\.csv: /);
  const damaged = await upload({
    'bank.zip': (await zipBytes({ 'customers.csv': bank.customers })).slice(0, 200),
  });
  expect(damaged.status).toBe(400);
  const single = await upload({ 'customers.csv': bank.customers });
  expect(single.body.error).toMatch(/at least two tables/);
  expect(await datasets()).toBe(before);
});

longTest('keys and relations are corrected, and rows that name nothing are counted', async () => {
  const bank = smallBank(50);
  const orphan = bank.accounts.replace(/,C00001,/, ',C99999,');
  const { body } = await upload({ 'customers.csv': bank.customers, 'accounts.csv': orphan });
  const set = (token: string, relations: object[]) =>
    host.call(
      'set-table-relations',
      {
        table_set_id: body.table_set_id,
        keys: { customers: 'customer_id', accounts: null },
        relations,
        leave_orphans_out: true,
      },
      { token },
    );
  const relation = {
    child: 'accounts',
    childKey: 'customer_id',
    parent: 'customers',
    parentKey: 'customer_id',
  };
  const answer = await set(ada.token, [relation]);
  expect(answer.status).toBe(200);
  expect((answer.body.relations as CountedRelation[])[0]!.orphans).toBeGreaterThan(0);
  expect((await set(eve.token, [relation])).status).toBe(404);
  const wrong = await set(ada.token, [{ ...relation, parentKey: 'nothing' }]);
  expect(wrong.body.error).toMatch(/customers has no column nothing/);
  const circle = await set(ada.token, [
    relation,
    { child: 'customers', childKey: 'customer_id', parent: 'accounts', parentKey: 'account_no' },
  ]);
  expect(circle.body.error).toMatch(/in a circle/);
});
