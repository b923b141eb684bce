import { beforeAll, expect, test } from 'vitest';
import { startBeforeTests } from '../../../test/support/before-tests.ts';
import { inRoles } from '../../../test/support/test-database.ts';
import { type Person, startStorageHost } from './storage-host.fixture.ts';

const host = startBeforeTests(startStorageHost);
let alice: Person;

const NAMES = [
  'b.txt',
  'a.txt',
  'Zed.txt',
  'sub/one.txt',
  'sub/two.txt',
  'sub/deep/three.txt',
  'sub.txt',
  'other/x',
];

beforeAll(async () => {
  await host.db.database.owner.query(
    inRoles(`
    insert into storage.buckets (id, name) values ('private', 'private');
    create policy own on storage.objects to :authenticated
      using ((storage.foldername(name))[1] = (select auth.uid())::text)
      with check ((storage.foldername(name))[1] = (select auth.uid())::text);`),
  );
  alice = await host.person();
  const bob = await host.person();
  for (const [person, names] of [
    [alice, NAMES],
    [bob, ['hidden.txt']],
  ] as const) {
    for (const name of names) {
      const { error } = await person.client.storage
        .from('private')
        .upload(`${person.id}/${name}`, name, { contentType: 'text/plain' });
      expect(error).toBeNull();
    }
  }
});

const bucket = () => alice.client.storage.from('private');

test('one level: folders, then objects by name', async () => {
  const { data } = await bucket().list(alice.id);
  expect(data!.map(({ name, id }) => [name, id === null])).toEqual([
    ['other', true],
    ['sub', true],
    ['Zed.txt', false],
    ['a.txt', false],
    ['b.txt', false],
    ['sub.txt', false],
  ]);
  expect(data![0]).toEqual({
    name: 'other',
    id: null,
    updated_at: null,
    created_at: null,
    last_accessed_at: null,
    metadata: null,
  });
  expect(data![3]).toMatchObject({
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    metadata: { size: 5, mimetype: 'text/plain', contentLength: 5, httpStatusCode: 200 },
  });
  expect((await bucket().list('')).data!.map(({ name }) => name)).toEqual([alice.id]);
  expect((await bucket().list(`${alice.id}/sub/`)).data!.map(({ name }) => name)).toEqual([
    'deep',
    'one.txt',
    'two.txt',
  ]);
});

test('limit, offset, order and search', async () => {
  const list = async (options: object) =>
    (await bucket().list(alice.id, options)).data!.map(({ name }) => name);
  expect(await list({ limit: 2, offset: 1 })).toEqual(['sub', 'Zed.txt']);
  expect(await list({ sortBy: { column: 'name', order: 'desc' } })).toEqual([
    'sub',
    'other',
    'sub.txt',
    'b.txt',
    'a.txt',
    'Zed.txt',
  ]);
  expect(await list({ sortBy: { column: 'created_at', order: 'asc' } })).toEqual([
    'other',
    'sub',
    'b.txt',
    'a.txt',
    'Zed.txt',
    'sub.txt',
  ]);
  expect(await list({ search: 'SU' })).toEqual(['sub', 'sub.txt']);
  expect(await list({ search: '%' })).toEqual([]);
});

test.each([
  ['name', 'asc', false],
  ['name', 'desc', true],
  ['created_at', 'desc', false],
  ['updated_at', 'asc', true],
] as const)(
  'list v2 by %s %s, folders %s: pages join to the whole',
  async (column, order, folders) => {
    const options = { prefix: `${alice.id}/`, with_delimiter: folders, sortBy: { column, order } };
    const whole = (await bucket().listV2(options)).data!;
    expect(whole.hasNext).toBe(false);
    const keys = (page: typeof whole) => [...page.folders, ...page.objects].map(({ name }) => name);
    expect(keys(whole).sort()).toEqual(
      (folders ? ['Zed.txt', 'a.txt', 'b.txt', 'other/', 'sub.txt', 'sub/'] : [...NAMES].sort())
        .map((name) => `${alice.id}/${name}`)
        .sort(),
    );
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = (await bucket().listV2({ ...options, limit: 2, ...(cursor ? { cursor } : {}) }))
        .data!;
      expect(page.folders.length + page.objects.length).toBeLessThanOrEqual(2);
      seen.push(...keys(page));
      cursor = page.nextCursor;
      expect(page.hasNext).toBe(cursor !== undefined);
    } while (cursor);
    expect(seen.length).toBe(keys(whole).length);
    expect([...seen].sort()).toEqual(keys(whole).sort());
    if (!folders) expect(seen).toEqual(keys(whole));
  },
);

test('a cursor of another listing is refused', async () => {
  const { data } = await bucket().listV2({ prefix: alice.id, limit: 1 });
  const other = await bucket().listV2({
    prefix: alice.id,
    cursor: data!.nextCursor!,
    sortBy: { column: 'created_at' },
  });
  expect(other.error).toMatchObject({ code: 'InvalidRequest' });
});

test('buckets: service_role makes, changes, empties and deletes them; others can do nothing', async () => {
  const { storage } = host.service;
  expect(
    (
      await storage.createBucket('made', {
        public: false,
        fileSizeLimit: '20mb',
        allowedMimeTypes: ['image/*'],
      })
    ).data,
  ).toEqual({ name: 'made' });
  expect((await storage.createBucket('made', { public: false })).error).toMatchObject({
    statusCode: '409',
  });
  expect((await storage.createBucket('sign', { public: false })).error).toMatchObject({
    code: 'InvalidRequest',
  });
  expect((await storage.getBucket('made')).data).toMatchObject({
    id: 'made',
    name: 'made',
    public: false,
    file_size_limit: 20_000_000,
    allowed_mime_types: ['image/*'],
    type: 'STANDARD',
  });
  expect(
    (await storage.updateBucket('made', { public: true, allowedMimeTypes: null })).data,
  ).toEqual({ message: 'Successfully updated' });
  expect((await storage.getBucket('made')).data).toMatchObject({
    public: true,
    file_size_limit: 20_000_000,
    allowed_mime_types: null,
  });
  expect((await storage.listBuckets({ search: 'MA' })).data!.map(({ id }) => id)).toEqual(['made']);
  const all = (await storage.listBuckets()).data!.map(({ id }) => id);
  expect(all).toEqual([...all].sort());
  expect(all).toContain('private');
  const before = await host.stored();
  await storage.from('made').upload('x', 'x');
  expect((await storage.deleteBucket('made')).error).toMatchObject({
    statusCode: '409',
    code: 'ResourceNotEmpty',
    message: 'The bucket you tried to delete is not empty',
  });
  expect((await storage.emptyBucket('made')).error).toBeNull();
  expect(await host.stored()).toEqual(before);
  expect((await storage.deleteBucket('made')).data).toEqual({ message: 'Successfully deleted' });
  expect((await storage.getBucket('made')).error).toMatchObject({
    statusCode: '404',
    code: 'NoSuchBucket',
  });

  for (const { client } of [alice, { client: host.anonymous }]) {
    expect((await client.storage.listBuckets()).data).toEqual([]);
    expect((await client.storage.createBucket('mine', { public: true })).error).toMatchObject({
      statusCode: '403',
    });
    expect((await client.storage.getBucket('private')).error).toMatchObject({
      code: 'NoSuchBucket',
    });
    expect((await client.storage.deleteBucket('private')).error).toMatchObject({
      code: 'NoSuchBucket',
    });
    expect((await client.storage.emptyBucket('private')).error).toMatchObject({
      code: 'NoSuchBucket',
    });
  }
});
