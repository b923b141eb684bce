import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeOrganization } from '../../../test/support/members.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import { reportPlace } from './report-place.ts';
import { resealManifest } from './reseal-manifest.ts';

let db: TestDatabase;
let tenant: string;
let manifestId: string;
let batches: string[];

const sql = async <Row>(text: string, values: unknown[] = []) =>
  (await db.database.owner.query(text, values)).rows as Row[];

beforeAll(async () => {
  db = await createTestDatabase();
  tenant = await makeOrganization(db.database);
  const [dataset] = await sql<{ id: string }>(
    `insert into public.ingestion_manifests
       (tenant_id, filename, record_count, schema, storage_path, parquet_path, format, file_size, sha256, report_cap)
     values ($1, 'a.csv', 1, '{}', 'a', 'b', 'csv', 1, repeat('0', 64), 2) returning id`,
    [tenant],
  );
  manifestId = dataset!.id;
  const made = await sql<{ id: string }>(
    `insert into public.generation_logs (tenant_id, entity_type, manifest_id, status, manifest)
     select $1, 'transactions', $2, 'completed',
            jsonb_build_object('seed', '7', 'notes', '{"kept": 1}'::jsonb, 'sha256', repeat('0', 64))
       from generate_series(1, 3) returning batch_id as id`,
    [tenant, manifestId],
  );
  batches = made.map(({ id }) => id);
});
afterAll(() => db.close());

const place = (batchId: string, dataset = manifestId) =>
  db.database.asTenant(tenant, (tx) => reportPlace(tx, dataset, batchId));

const measure = async (batchId: string) => {
  const reserved = await place(batchId);
  if ('withheld' in reserved) throw new Error(reserved.withheld);
  await sql(
    `insert into public.batch_reports (batch_id, tenant_id, quality, privacy, sha256, ordinal)
     values ($1, $2, '{}', '{}', repeat('1', 64), $3)`,
    [batchId, tenant, reserved.ordinal],
  );
  return reserved;
};

test('reports of a dataset are numbered up to its cap; the next one is withheld', async () => {
  expect(await measure(batches[0]!)).toEqual({ ordinal: 1, cap: 2 });
  expect(await measure(batches[1]!)).toEqual({ ordinal: 2, cap: 2 });
  expect(await place(batches[2]!)).toEqual({ withheld: expect.stringContaining('2') });
});

test('a batch that is measured again keeps its number, at the cap too', async () => {
  expect(await place(batches[0]!)).toEqual({ ordinal: 1, cap: 2 });
  expect(await place(batches[1]!)).toEqual({ ordinal: 2, cap: 2 });
});

test('a deleted dataset has no place', async () => {
  await expect(place(batches[0]!, crypto.randomUUID())).rejects.toMatchObject({
    message: 'The dataset no longer exists.',
  });
});

test('a manifest is sealed again with the new notes and all old ones', async () => {
  const reseal = (batchId: string, notes: { [key: string]: string }) =>
    db.database.asTenant(tenant, (tx) => resealManifest(tx, batchId, notes));
  const sealed = await reseal(batches[2]!, { privacyWithheld: 'cap' });
  expect(sealed).toMatchObject({ seed: '7', notes: { kept: 1, privacyWithheld: 'cap' } });
  expect(sealed.sha256).toMatch(/^[0-9a-f]{64}$/);
  const [stored] = await sql<{ manifest: object }>(
    'select manifest from public.generation_logs where batch_id = $1',
    [batches[2]],
  );
  expect(stored!.manifest).toEqual(sealed);
  await expect(reseal(crypto.randomUUID(), {})).rejects.toMatchObject({ code: 'not_found' });
});
