import { createHash } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { startBeforeTests } from '../../../test/support/before-tests.ts';
import { inRoles } from '../../../test/support/test-database.ts';
import { type Person, startStorageHost } from './storage-host.fixture.ts';

const host = startBeforeTests(startStorageHost);
let alice: Person;
let bob: Person;

/** Policy: every user owns the folder of their name; others cannot see it. */
const POLICIES = `
  insert into storage.buckets (id, name, file_size_limit, allowed_mime_types) values
    ('private', 'private', null, null),
    ('small', 'small', 1000, '{text/plain,image/*}');
  insert into storage.buckets (id, name, public) values ('open', 'open', true);
  create policy own_read on storage.objects for select to :authenticated
    using ((storage.foldername(name))[1] = (select auth.uid())::text);
  create policy own_insert on storage.objects for insert to :authenticated
    with check ((storage.foldername(name))[1] = (select auth.uid())::text);
  create policy own_update on storage.objects for update to :authenticated
    using ((storage.foldername(name))[1] = (select auth.uid())::text)
    with check ((storage.foldername(name))[1] = (select auth.uid())::text);
  create policy own_delete on storage.objects for delete to :authenticated
    using ((storage.foldername(name))[1] = (select auth.uid())::text);`;

beforeAll(async () => {
  await host.db.database.owner.query(inRoles(POLICIES));
  alice = await host.person();
  bob = await host.person();
});

const bucket = (person: Person, id = 'private') => person.client.storage.from(id);
const plain = { contentType: 'text/plain' };

test('a form upload and its download, with the metadata of the client', async () => {
  const path = `${alice.id}/form.csv`;
  const bytes = Buffer.from('a,b\n1,2\n');
  const uploaded = await bucket(alice).upload(path, new Blob([bytes], { type: 'text/csv' }), {
    cacheControl: '60',
    metadata: { source: 'core' },
  });
  expect(uploaded.error).toBeNull();
  expect(uploaded.data).toMatchObject({ path, fullPath: `private/${path}` });
  expect(uploaded.data?.id).toMatch(/^[0-9a-f-]{36}$/);

  const downloaded = await bucket(alice).download(path);
  expect(downloaded.error).toBeNull();
  expect(Buffer.from(await downloaded.data!.arrayBuffer()).equals(bytes)).toBe(true);
  expect(downloaded.data!.type).toBe('text/csv');

  const info = await bucket(alice).info(path);
  expect(info.data).toMatchObject({
    name: path,
    bucketId: 'private',
    size: bytes.length,
    contentType: 'text/csv',
    cacheControl: 'max-age=60',
    metadata: { source: 'core' },
    etag: `"${createHash('sha256').update(bytes).digest('hex')}"`,
  });
});

test('a raw upload of many chunks arrives byte for byte and its hash is kept', async () => {
  const path = `${alice.id}/raw.bin`;
  const bytes = Buffer.alloc(5_000_003, 7);
  const stream = new Blob([bytes]).stream();
  const uploaded = await bucket(alice).upload(path, stream, {
    contentType: 'application/json',
    metadata: { n: 1 },
  });
  expect(uploaded.error).toBeNull();
  const { rows } = await host.db.database.owner.query(
    'select metadata, user_metadata, owner_id from storage.objects where name = $1',
    [path],
  );
  expect(rows[0]).toMatchObject({
    owner_id: alice.id,
    user_metadata: { n: 1 },
    metadata: {
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      mimetype: 'application/json',
      cacheControl: 'max-age=3600',
    },
  });
  const { data } = await bucket(alice).download(path);
  expect(Buffer.from(await data!.arrayBuffer()).equals(bytes)).toBe(true);
});

test('the same path again is refused, upsert and update replace, and old bytes go', async () => {
  const path = `${alice.id}/again.txt`;
  await bucket(alice).upload(path, 'one', plain);
  const before = await host.stored();
  const again = await bucket(alice).upload(path, 'two', plain);
  expect(again.error).toMatchObject({
    status: 400,
    statusCode: '409',
    code: 'KeyAlreadyExists',
    message: 'The resource already exists',
  });
  expect(await host.stored()).toEqual(before);
  for (const text of ['three', 'four']) {
    const options = { ...plain, upsert: true };
    const { error } =
      text === 'three'
        ? await bucket(alice).upload(path, text, options)
        : await bucket(alice).update(path, text, options);
    expect(error).toBeNull();
    expect(await (await bucket(alice).download(path)).data!.text()).toBe(text);
    expect((await host.stored()).length).toBe(before.length);
  }
});

test("another person's folder: no upload, and a hidden object looks like a missing one", async () => {
  const hidden = `${alice.id}/secret.txt`;
  await bucket(alice).upload(hidden, 'secret', plain);
  const before = await host.stored();
  for (const options of [plain, { ...plain, upsert: true }]) {
    const { error } = await bucket(bob).upload(`${alice.id}/x.txt`, 'x', options);
    expect(error).toMatchObject({
      status: 400,
      statusCode: '403',
      code: 'AccessDenied',
      message: 'new row violates row-level security policy',
    });
    expect((await bucket(bob).upload(hidden, 'x', options)).error).toMatchObject({
      statusCode: '403',
    });
  }
  expect(await host.stored()).toEqual(before);

  const missing = `${alice.id}/none.txt`;
  const ask = async (path: string) => {
    const of = bucket(bob);
    const answers = [
      await of.info(path),
      await of.move(path, `${bob.id}/moved.txt`),
      await of.copy(path, `${bob.id}/copied.txt`),
      await of.createSignedUrl(path, 60),
    ];
    const raw = await fetch(`${host.url}/object/private/${path}`, {
      headers: { authorization: `Bearer ${bob.token}` },
    });
    const listed = await of.list(alice.id);
    const removed = await of.remove([path]);
    return JSON.stringify([
      answers.map(({ error }) => error),
      [raw.status, await raw.text()],
      listed.data,
      removed.data,
    ]);
  };
  expect(await ask(hidden)).toBe(await ask(missing));
  expect((await bucket(bob).info(hidden)).error).toMatchObject({
    status: 400,
    statusCode: '404',
    code: 'NoSuchKey',
    message: 'Object not found',
  });
  expect((await bucket(bob).exists(hidden)).data).toBe(false);
  expect((await bucket(alice).exists(hidden)).data).toBe(true);
});

test('enforces size limit and types of a bucket; refused uploads leave no bytes', async () => {
  const before = await host.stored();
  const small = bucket(alice, 'small');
  const tooLarge = await small.upload(`${alice.id}/big.txt`, 'x'.repeat(1001), plain);
  expect(tooLarge.error).toMatchObject({ status: 400, statusCode: '413', code: 'EntityTooLarge' });
  const form = await small.upload(
    `${alice.id}/big.txt`,
    new Blob(['x'.repeat(3_000_000)], { type: 'text/plain' }),
  );
  expect(form.error).toMatchObject({ statusCode: '413', code: 'EntityTooLarge' });
  const pdf = await small.upload(`${alice.id}/a.pdf`, 'x', { contentType: 'application/pdf' });
  expect(pdf.error).toMatchObject({
    statusCode: '415',
    code: 'InvalidMimeType',
    message: 'mime type application/pdf is not supported',
  });
  expect(await host.stored()).toEqual(before);
  const image = await small.upload(`${alice.id}/a.png`, 'x', { contentType: 'image/png' });
  expect(image.error).toBeNull();
  const exact = await small.upload(`${alice.id}/b.txt`, 'x'.repeat(1000), plain);
  expect(exact.error).toBeNull();
});

test('of uploads at the same time to one path one wins; of upserts all do, and one version stays', async () => {
  const before = (await host.stored()).length;
  const five = Array.from({ length: 5 }, (_, i) => `text ${i}`);
  const once = await Promise.all(
    five.map((text) => bucket(alice).upload(`${alice.id}/race.txt`, text, plain)),
  );
  expect(once.filter(({ error }) => error === null).length).toBe(1);
  expect(
    once.filter(({ error }) => error && 'code' in error && error.code === 'KeyAlreadyExists')
      .length,
  ).toBe(4);
  expect((await host.stored()).length).toBe(before + 1);
  const upserts = await Promise.all(
    five.map((text) =>
      bucket(alice).upload(`${alice.id}/new-race.txt`, text, { ...plain, upsert: true }),
    ),
  );
  expect(upserts.map(({ error }) => error)).toEqual([null, null, null, null, null]);
  expect((await host.stored()).length).toBe(before + 2);
  const { data } = await bucket(alice).download(`${alice.id}/new-race.txt`);
  expect(five).toContain(await data!.text());
});
