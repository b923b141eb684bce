import { utimes } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AppError } from '../../shared/errors.ts';
import type { UploadedFile } from './context.ts';
import { sweepStorage } from './service.ts';
import { type Person, type StorageHost, startStorageHost } from './storage-host.test-support.ts';

let host: StorageHost;
let alice: Person;
let bob: Person;
const checked: UploadedFile[] = [];

beforeAll(async () => {
  host = await startStorageHost({
    contentChecks: {
      checked: async (file) => {
        checked.push(file);
        if (file.size === 3) throw new AppError('unsupported_type', 'Only long files are allowed');
      },
    },
  });
  await host.db.database.owner.query(`
    insert into storage.buckets (id, name, public) values
      ('private', 'private', false), ('other', 'other', false), ('checked', 'checked', false),
      ('open', 'open', true);
    create policy own on storage.objects to authenticated
      using ((storage.foldername(name))[1] = (select auth.uid())::text)
      with check ((storage.foldername(name))[1] = (select auth.uid())::text);`);
  alice = await host.person();
  bob = await host.person();
});
afterAll(() => host.close());

const plain = { contentType: 'text/plain' };
const bucket = (person: Person, id = 'private') => person.client.storage.from(id);
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${host.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${alice.token}`, ...headers },
  });

describe('serving', () => {
  const text = '0123456789abcdef';
  let path: string;
  beforeAll(async () => {
    const name = `${alice.id}/serve.txt`;
    path = `/object/private/${name}`;
    expect((await bucket(alice).upload(name, text, plain)).error).toBeNull();
  });

  test('headers of a whole object, and of HEAD', async () => {
    const whole = await get(path);
    const head = await get(path, {}, 'HEAD');
    expect(whole.status).toBe(200);
    expect(await whole.text()).toBe(text);
    expect(head.status).toBe(200);
    for (const answer of [whole, head]) {
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'text/plain',
        'content-length': '16',
        'accept-ranges': 'bytes',
        'cache-control': 'max-age=3600',
        'x-robots-tag': 'none',
        'content-security-policy': "default-src 'none'; sandbox",
        etag: expect.stringMatching(/^"[0-9a-f]{64}"$/),
        'last-modified': expect.stringMatching(/GMT$/),
      });
      expect(answer.headers.get('content-disposition')).toBeNull();
    }
    expect((await get('/object/private/none', {}, 'HEAD')).status).toBe(400);
  });

  test.each([
    ['bytes=0-3', 206, '0123', 'bytes 0-3/16'],
    ['bytes=10-', 206, 'abcdef', 'bytes 10-15/16'],
    ['bytes=-4', 206, 'cdef', 'bytes 12-15/16'],
    ['bytes=12-99', 206, 'cdef', 'bytes 12-15/16'],
    ['bytes=-99', 206, text, 'bytes 0-15/16'],
    ['bytes=0-1,4-5', 200, text, null],
    ['bytes=5-2', 200, text, null],
    ['lines=1-2', 200, text, null],
  ])('range %s', async (range, status, body, contentRange) => {
    const answer = await get(path, { range });
    expect([answer.status, await answer.text(), answer.headers.get('content-range')]).toEqual([
      status,
      body,
      contentRange,
    ]);
  });

  test('a range beyond the end is 416 with the size', async () => {
    const answer = await get(path, { range: 'bytes=16-' });
    expect(answer.status).toBe(416);
    expect(answer.headers.get('content-range')).toBe('bytes */16');
    expect(await answer.json()).toMatchObject({ statusCode: '416', code: 'InvalidRange' });
  });

  test('conditions', async () => {
    const { headers } = await get(path);
    const etag = headers.get('etag')!;
    const modified = headers.get('last-modified')!;
    const early = 'Sat, 01 Jan 2000 00:00:00 GMT';
    const status = async (conditions: Record<string, string>) => {
      const answer = await get(path, conditions);
      return [answer.status, (await answer.text()).length];
    };
    expect(await status({ 'if-none-match': etag })).toEqual([304, 0]);
    expect(await status({ 'if-none-match': `"x", W/${etag}` })).toEqual([304, 0]);
    expect(await status({ 'if-none-match': '"x"', 'if-modified-since': modified })).toEqual([
      200, 16,
    ]);
    expect(await status({ 'if-modified-since': modified })).toEqual([304, 0]);
    expect(await status({ 'if-modified-since': early })).toEqual([200, 16]);
    expect(await status({ range: 'bytes=0-0', 'if-range': etag })).toEqual([206, 1]);
    expect(await status({ range: 'bytes=0-0', 'if-range': '"x"' })).toEqual([200, 16]);
    expect(await status({ range: 'bytes=0-0', 'if-range': early })).toEqual([200, 16]);
  });

  test('?download names the file', async () => {
    const disposition = async (query: string) =>
      (await get(`${path}?${query}`)).headers.get('content-disposition');
    expect(await disposition('download')).toBe(
      `attachment; filename="serve.txt"; filename*=UTF-8''serve.txt`,
    );
    expect(await disposition(`download=${encodeURIComponent('größe "1".txt')}`)).toBe(
      `attachment; filename="gr__e _1_.txt"; filename*=UTF-8''gr%C3%B6%C3%9Fe%20%221%22.txt`,
    );
  });
});

describe('signed links', () => {
  test('download until it expires; another object, a changed token and another purpose are refused', async () => {
    const name = `${alice.id}/signed file.txt`;
    await bucket(alice).upload(name, 'signed', plain);
    await bucket(alice).upload(`${alice.id}/other.txt`, 'other', plain);
    const { data } = await bucket(alice).createSignedUrl(name, 60, { download: 'a.txt' });
    const answer = await fetch(data!.signedUrl);
    expect([answer.status, await answer.text()]).toEqual([200, 'signed']);
    expect(answer.headers.get('content-disposition')).toContain('filename="a.txt"');

    const refused = async (url: string) => {
      const failed = await fetch(url);
      return [failed.status, ((await failed.json()) as { code: string }).code];
    };
    const token = new URL(data!.signedUrl).searchParams.get('token')!;
    const base = `${host.url}/object/sign/private/${alice.id}`;
    expect(await refused(`${base}/other.txt?token=${token}`)).toEqual([400, 'InvalidJWT']);
    expect(await refused(`${base}/signed%20file.txt?token=${token}x`)).toEqual([400, 'InvalidJWT']);
    expect(await refused(`${base}/signed%20file.txt?token=${alice.token}`)).toEqual([
      400,
      'InvalidJWT',
    ]);
    expect(await refused(`${base}/signed%20file.txt`)).toEqual([400, 'InvalidRequest']);

    const short = await bucket(alice).createSignedUrl(name, 1);
    await sleep(2100);
    expect(await refused(short.data!.signedUrl)).toEqual([400, 'InvalidJWT']);
  });

  test('many at once, the hidden ones like missing ones', async () => {
    const name = `${alice.id}/many.txt`;
    await bucket(alice).upload(name, 'x', plain);
    const ask = (person: Person) => bucket(person).createSignedUrls([name, 'none'], 60);
    const gone = 'Either the object does not exist or you do not have access to it';
    expect((await ask(alice)).data).toMatchObject([
      { error: null, path: name, signedUrl: expect.stringContaining('token=') },
      { error: gone, path: 'none', signedUrl: null },
    ]);
    expect((await ask(bob)).data).toMatchObject([
      { error: gone, path: name },
      { error: gone, path: 'none' },
    ]);
  });

  test('an upload link works once, without other credentials, and not for others', async () => {
    const name = `${alice.id}/by-link.txt`;
    expect((await bucket(bob).createSignedUploadUrl(name)).error).toMatchObject({
      statusCode: '403',
    });
    const { data } = await bucket(alice).createSignedUploadUrl(name);
    const anonymous = host.anonymous.storage.from('private');
    const put = () => anonymous.uploadToSignedUrl(name, data!.token, 'by link', plain);
    expect((await put()).data).toMatchObject({ path: name, fullPath: `private/${name}` });
    expect((await put()).error).toMatchObject({ statusCode: '409' });
    expect(await (await bucket(alice).download(name)).data!.text()).toBe('by link');
    const { error } = await anonymous.uploadToSignedUrl(`${alice.id}/x`, data!.token, 'x', plain);
    expect(error).toMatchObject({ code: 'InvalidJWT' });
  });

  test('an upload link dies with its maker', async () => {
    const eve = await host.person();
    const name = `${eve.id}/late.txt`;
    const { data } = await bucket(eve).createSignedUploadUrl(name);
    await host.db.database.owner.query(
      "update public.profiles set status = 'disabled' where id = $1",
      [eve.id],
    );
    const late = await host.anonymous.storage
      .from('private')
      .uploadToSignedUrl(name, data!.token, 'x', plain);
    expect(late.error).toMatchObject({ statusCode: '403', message: 'User is banned' });
    expect((await bucket(eve).download(name)).error).not.toBeNull();
    expect((await bucket(eve).upload(name, 'x', plain)).error).toMatchObject({
      statusCode: '403',
      message: 'User is banned',
    });
  });
});

describe('move, copy, remove', () => {
  test('a move changes the name and keeps the bytes; a copy makes new ones', async () => {
    const [from, to, copy] = ['from.txt', 'dir/to.txt', 'copy.txt'].map(
      (n) => `${alice.id}/mv/${n}`,
    );
    await bucket(alice).upload(from!, 'moved', { ...plain, metadata: { a: 1 } });
    const before = await host.stored();
    expect((await bucket(alice).move(from!, to!)).data).toMatchObject({
      message: 'Successfully moved',
    });
    expect(await host.stored()).toEqual(before);
    expect((await bucket(alice).download(from!)).error).not.toBeNull();
    expect((await bucket(alice).copy(to!, copy!)).data).toEqual({ path: `private/${copy}` });
    expect((await bucket(alice).copy(to!, copy!)).error).toMatchObject({ statusCode: '409' });
    expect((await host.stored()).length).toBe(before.length + 1);
    expect((await bucket(alice).info(copy!)).data).toMatchObject({ metadata: { a: 1 }, size: 5 });
    const across = await bucket(alice).move(copy!, copy!, { destinationBucket: 'other' });
    expect(across.error).toBeNull();
    expect(await (await bucket(alice, 'other').download(copy!)).data!.text()).toBe('moved');
  });

  test('nobody moves or copies into the folder of another', async () => {
    const mine = `${alice.id}/mine.txt`;
    await bucket(alice).upload(mine, 'mine', plain);
    const before = await host.stored();
    for (const act of ['move', 'copy'] as const) {
      const { error } = await bucket(alice)[act](mine, `${bob.id}/theirs.txt`);
      expect(error).toMatchObject({ statusCode: '403', code: 'AccessDenied' });
    }
    expect(await host.stored()).toEqual(before);
  });

  test('remove answers what went, and the bytes go with it', async () => {
    const names = ['a', 'b'].map((n) => `${alice.id}/rm/${n}`);
    const before = await host.stored();
    for (const name of names) await bucket(alice).upload(name, name, plain);
    expect((await bucket(bob).remove(names)).data).toEqual([]);
    const { data } = await bucket(alice).remove([...names, 'none']);
    expect(data!.map(({ name }) => name).sort()).toEqual(names);
    expect(await host.stored()).toEqual(before);
  });
});

describe('what goes wrong', () => {
  test('a content check sees the stored bytes; what it refuses is gone', async () => {
    const before = await host.stored();
    const name = `${alice.id}/c.txt`;
    expect((await bucket(alice, 'checked').upload(name, 'abc', plain)).error).toMatchObject({
      status: 400,
      statusCode: '415',
      message: 'Only long files are allowed',
    });
    expect(await host.stored()).toEqual(before);
    expect((await bucket(alice, 'checked').upload(name, 'abcd', plain)).error).toBeNull();
    expect(checked.map(({ name: of, size }) => [of, size])).toEqual([
      [name, 3],
      [name, 4],
    ]);
    expect(checked[1]!.path).toContain(host.folder);
  });

  test('an upload cut off by the client leaves neither row nor bytes', async () => {
    const before = await host.stored();
    const name = `${alice.id}/cut.bin`;
    for (const type of ['application/octet-stream', 'multipart/form-data; boundary=x']) {
      const url = new URL(`${host.url}/object/private/${name}`);
      const sending = request(url, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${alice.token}`,
          'content-type': type,
          'content-length': 1_000_000,
        },
      });
      sending.on('error', () => {});
      if (type.startsWith('multipart')) {
        sending.write(
          '--x\r\ncontent-disposition: form-data; name=""; filename="a"\r\ncontent-type: text/plain\r\n\r\n',
        );
      }
      sending.write(Buffer.alloc(100_000, 1));
      await sleep(150);
      sending.destroy();
      await sleep(150);
    }
    expect(await host.stored()).toEqual(before);
    expect((await bucket(alice).exists(name)).data).toBe(false);
    expect(await host.files.removeUnfinished(new Date(Date.now() + 1000))).toBe(0);
  });

  test.each(['a//b', 'a?b', '../x', 'a/./b', 'ümlaut', 'a\u0000b', 'x'.repeat(1025)])(
    'key %j is refused',
    async (key) => {
      const answer = await fetch(
        `${host.url}/object/private/${key.split('/').map(encodeURIComponent).join('%2F')}`,
        {
          method: 'POST',
          body: 'x',
          headers: { authorization: `Bearer ${alice.token}` },
        },
      );
      expect([answer.status, await answer.json()]).toEqual([
        400,
        {
          statusCode: '400',
          error: 'InvalidKey',
          code: 'InvalidKey',
          message: `Invalid key: ${key}`,
        },
      ]);
    },
  );

  test('bad tokens, unknown buckets, unknown routes, images', async () => {
    const bad = await fetch(`${host.url}/object/private/x`, {
      headers: { authorization: 'Bearer x.y.z' },
    });
    expect([bad.status, await bad.json()]).toMatchObject([
      400,
      { statusCode: '403', code: 'AccessDenied' },
    ]);
    expect((await bucket(alice, 'nope').upload('x', 'x', plain)).error).toMatchObject({
      statusCode: '404',
      code: 'NoSuchBucket',
      message: 'Bucket not found',
    });
    expect((await get('/nothing/here')).status).toBe(404);
    const image = await get(`/render/image/authenticated/private/${alice.id}/x.png?width=5`);
    expect(await image.json()).toMatchObject({ code: 'FeatureNotEnabled' });
    const answer = await get(
      '/object/list/private',
      { 'content-type': 'application/json' },
      'POST',
    );
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
      400,
      'InvalidRequest',
    ]);
  });

  test('the sweep takes old bytes that no row names', async () => {
    const name = `${alice.id}/kept.txt`;
    await bucket(alice).upload(name, 'kept', plain);
    const { key } = { key: 'objects/00/00000000-0000-4000-8000-000000000000' };
    await host.files.put(
      key,
      (async function* () {
        yield Buffer.from('lost');
      })(),
    );
    const before = await host.stored();
    expect(await sweepStorage({ database: host.db.database }, host.files)).toBe(0);
    const old = new Date(Date.now() - 7 * 3_600_000);
    for (const file of before) await utimes(join(host.folder, file), old, old);
    expect(await sweepStorage({ database: host.db.database }, host.files)).toBe(1);
    expect(await host.stored()).toEqual(before.filter((file) => file !== key));
    expect(await (await bucket(alice).download(name)).data!.text()).toBe('kept');
  });
});

test('a public bucket is read by all and written by nobody without a policy', async () => {
  const put = await host.service.storage.from('open').upload('logo.txt', 'logo', plain);
  expect(put.error).toBeNull();
  const url = host.anonymous.storage.from('open').getPublicUrl('logo.txt').data.publicUrl;
  expect(await (await fetch(url)).text()).toBe('logo');
  expect((await host.anonymous.storage.from('open').upload('x', 'x', plain)).error).toMatchObject({
    statusCode: '403',
  });
  expect((await host.anonymous.storage.from('open').download('logo.txt')).error).not.toBeNull();
  const answers = await Promise.all(
    ['private', 'nope'].map(async (id) =>
      (await fetch(`${host.url}/object/public/${id}/logo.txt`)).text(),
    ),
  );
  expect(answers[0]).toBe(answers[1]);
  expect(JSON.parse(answers[0]!)).toMatchObject({ statusCode: '404', code: 'NoSuchBucket' });
});
