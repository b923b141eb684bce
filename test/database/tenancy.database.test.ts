import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Account } from '../../src/platform/functions/define.ts';
import { readDecidedRows } from '../../src/product/analysis/learning/decided-rows.ts';
import { readBatch } from '../../src/product/data/read-batch.ts';
import { readDataset } from '../../src/product/data/read-dataset.ts';
import { readTableSet } from '../../src/product/data/table-set.ts';
import { ingestionFunctions } from '../../src/product/ingestion/functions.ts';
import { mapDataset } from '../../src/product/ingestion/map-dataset.ts';
import { readRecipe, readRecipes } from '../../src/product/ingestion/recipes.ts';
import { withLinkedTables } from '../../src/product/ingestion/tables/link-tables.ts';
import { setTableRelations } from '../../src/product/ingestion/tables/set-relations.ts';
import { reportPlace } from '../../src/product/reports/report-place.ts';
import { startBeforeTests } from '../support/before-tests.ts';
import { type ProductHost, startProductHost } from '../support/product-host.ts';

type Member = Awaited<ReturnType<ProductHost['member']>>;
type Uploaded = { table_set_id: string; tables: { name: string; manifest_id: string }[] };

const host = startBeforeTests(() => startProductHost(ingestionFunctions));
let ada: Member;
let eve: Member;
let set: Uploaded;
let dataset: string;

const accountOf = ({ id, orgId }: Member): Account => ({
  userId: id,
  tenantId: orgId,
  orgId,
  email: '',
  role: 'admin',
});

beforeAll(async () => {
  ada = await host.member('ada@tenancy.example', 'admin');
  eve = await host.member('eve@tenancy.example', 'admin');
  const form = new FormData();
  form.append('file', new File(['id,city\n1,Rome\n2,Oslo\n'], 'customers.csv'));
  form.append('file', new File(['no,customer\n1,1\n2,1\n3,2\n'], 'accounts.csv'));
  const answer = await host.call('parse-ingested-tables', form, { token: ada.token });
  expect(answer.status).toBe(200);
  set = answer.body as unknown as Uploaded;
  dataset = set.tables[0]!.manifest_id;
});

const insert = async (sql: string, values: unknown[]): Promise<string> =>
  (await host.db.database.owner.query<{ id: string }>(sql, values)).rows[0]!.id;

test('a dataset and its report limit are read for its own organization only', async () => {
  const { database } = host.db;
  expect(await readDataset(database, ada.orgId, dataset)).toMatchObject({
    filename: 'customers.csv',
    record_count: '2',
  });
  await expect(readDataset(database, eve.orgId, dataset)).rejects.toThrow(
    'The dataset no longer exists.',
  );
  const place = (tenant: string) =>
    database.asTenant(tenant, (tx) => reportPlace(tx, dataset, randomUUID()));
  expect(await place(ada.orgId)).toEqual({ ordinal: 1, cap: 20 });
  await expect(place(eve.orgId)).rejects.toThrow('The dataset no longer exists.');
});

test('a batch is read for its own organization only', async () => {
  const { database } = host.db;
  const batch = randomUUID();
  const name = `${ada.orgId}/${batch}/rows.csv`;
  await insert(
    `insert into storage.objects (bucket_id, name, version, tenant_id)
     values ('generated_data', $1, $2, $3) returning id`,
    [name, randomUUID(), ada.orgId],
  );
  await insert(
    `insert into public.generation_logs (batch_id, tenant_id, entity_type, record_count, csv_url)
     values ($1, $2, 'customers', 7, $3) returning batch_id as id`,
    [batch, ada.orgId, `generated_data/${name}`],
  );
  expect(await readBatch(database, ada.orgId, batch)).toMatchObject({ record_count: '7' });
  await expect(readBatch(database, eve.orgId, batch)).rejects.toThrow(
    'The batch no longer exists.',
  );
});

test('confirmed rows of another organization do not count, even of the same batch id', async () => {
  const { database } = host.db;
  const batchId = await insert(
    `insert into public.generation_logs (tenant_id, entity_type) values ($1, 'customers')
     returning batch_id as id`,
    [ada.orgId],
  );
  for (const [tenant, row] of [
    [ada.orgId, 3],
    [eve.orgId, 5],
  ] as const) {
    const result = await insert(
      `insert into public.pattern_analysis_results (tenant_id, dataset_name, analysis_type, batch_id, clusters,
         anomaly_scores, parameters, data_kind)
       values ($1, 'rows', 'Row patterns', $2, '{}', '[]', '{}', 'synthetic') returning id`,
      [tenant, batchId],
    );
    const exceptions = await insert(
      `insert into public.exception_batches (tenant_id, batch_name, exception_count, threshold_used, exceptions, result_id)
       values ($1, 'rows', 1, 0.9, $2, $3) returning id`,
      [tenant, JSON.stringify([{ row }]), result],
    );
    await insert(
      `insert into public.exception_decisions (batch_id, item, decision, tenant_id, decided_by)
       values ($1, 0, 'rejected', $2, $3) returning batch_id as id`,
      [exceptions, tenant, ada.id],
    );
  }
  const decided = (tenant: string) => database.asTenant(tenant, readDecidedRows);
  expect(await decided(ada.orgId)).toMatchObject([{ sourceId: batchId, row: 3, label: 1 }]);
  expect(await decided(eve.orgId)).toMatchObject([{ sourceId: batchId, row: 5, label: 1 }]);
});

test('recipes are read for their own organization only', async () => {
  const { database } = host.db;
  const id = await insert(
    `insert into public.ingestion_recipes (tenant_id, name, recipe, sha256)
     values ($1, 'ours', '{}', repeat('0', 64)) returning id`,
    [ada.orgId],
  );
  expect(await database.asTenant(ada.orgId, readRecipes)).toMatchObject([{ id, name: 'ours' }]);
  expect(await database.asTenant(eve.orgId, readRecipes)).toEqual([]);
  const read = (tenant: string) => database.asTenant(tenant, (tx) => readRecipe(tx, id));
  expect(await read(ada.orgId)).toMatchObject({ name: 'ours' });
  await expect(read(eve.orgId)).rejects.toThrow('Recipe not found.');
});

test('linked tables are read and related for their own organization only', async () => {
  const tables = set.tables.map((table) => ({ name: table.name, manifestId: table.manifest_id }));
  const namesFor = (tenantId: string) =>
    withLinkedTables(host.product, { tenantId, tables }, async (_, found) =>
      found.map(({ name }) => name),
    );
  expect(await namesFor(ada.orgId)).toEqual(['customers', 'accounts']);
  expect(await namesFor(eve.orgId)).toEqual([]);
  const relation = {
    child: 'accounts',
    childKey: 'customer',
    parent: 'customers',
    parentKey: 'id',
  };
  const body = {
    table_set_id: set.table_set_id,
    keys: {},
    relations: [relation],
    leave_orphans_out: true,
  };
  await expect(setTableRelations(host.product, accountOf(eve), body)).rejects.toThrow(
    'The linked tables no longer exist.',
  );
  const leaves = async () =>
    (await host.db.database.asTenant(ada.orgId, (tx) => readTableSet(tx, set.table_set_id)))
      .leaveOrphansOut;
  expect(await leaves()).toBe(false);
  await setTableRelations(host.product, accountOf(ada), body);
  expect(await leaves()).toBe(true);
});

test('the columns of a dataset are mapped by its own organization only', async () => {
  const body = {
    manifest_id: dataset,
    columns: [
      { name: 'id', role: 'other' as const },
      { name: 'city', role: 'other' as const },
    ],
    sign: null,
    entity: null,
    order: null,
  };
  const map = (member: Member, columns = body.columns) =>
    mapDataset(host.product, accountOf(member), { ...body, columns } as never);
  await expect(map(eve)).rejects.toThrow('The dataset no longer exists.');
  // No message about columns reveals that the dataset exists.
  await expect(map(eve, [{ name: 'age', role: 'other' }])).rejects.toThrow(
    'The dataset no longer exists.',
  );
  expect(await map(ada)).toMatchObject({ columns: [{ name: 'id' }, { name: 'city' }] });
});
