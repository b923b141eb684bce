import { utimes } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { startBeforeTests } from '../../../test/support/before-tests.ts';
import { AppError } from '../../shared/errors.ts';
import type { UploadedFile } from './context.ts';
import { sweepStorage } from './service.ts';
import { type Person, startOwnFolderHost } from './storage-host.fixture.ts';

const checked: UploadedFile[] = [];
const host = startBeforeTests(() =>
  startOwnFolderHost({
    contentChecks: {
      checked: async (file) => {
        checked.push(file);
        if (file.size === 3) throw new AppError('unsupported_type', 'Only long files are allowed');
      },
    },
  }),
);

const plain = { contentType: 'text/plain' };
const bucket = (person: Person, id = 'private') => person.client.storage.from(id);

describe('move, copy, remove', () => {
  test('a move changes the name and keeps the bytes; a copy makes new ones', async () => {
    const [from, to, copy] = ['from.txt', 'dir/to.txt', 'copy.txt'].map(
      (n) => `${host.alice.id}/mv/${n}`,
    );
    await bucket(host.alice).upload(from!, 'moved', { ...plain, metadata: { a: 1 } });
    const before = await host.stored();
    expect((await bucket(host.alice).move(from!, to!)).data).toMatchObject({
      message: 'Successfully moved',
    });
    expect(await host.stored()).toEqual(before);
    expect((await bucket(host.alice).download(from!)).error).not.toBeNull();
    expect((await bucket(host.alice).copy(to!, copy!)).data).toEqual({ path: `private/${copy}` });
    expect((await bucket(host.alice).copy(to!, copy!)).error).toMatchObject({ statusCode: '409' });
    expect((await host.stored()).length).toBe(before.length + 1);
    expect((await bucket(host.alice).info(copy!)).data).toMatchObject({
      metadata: { a: 1 },
      size: 5,
    });
    const across = await bucket(host.alice).move(copy!, copy!, { destinationBucket: 'other' });
    expect(across.error).toBeNull();
    expect(await (await bucket(host.alice, 'other').download(copy!)).data!.text()).toBe('moved');
  });

  test('refuses moves and copies into the folder of another user', async () => {
    const mine = `${host.alice.id}/mine.txt`;
    await bucket(host.alice).upload(mine, 'mine', plain);
    const before = await host.stored();
    for (const act of ['move', 'copy'] as const) {
      const { error } = await bucket(host.alice)[act](mine, `${host.bob.id}/theirs.txt`);
      expect(error).toMatchObject({ statusCode: '403', code: 'AccessDenied' });
    }
    expect(await host.stored()).toEqual(before);
  });

  test('remove answers what went, and the bytes go with it', async () => {
    const names = ['a', 'b'].map((n) => `${host.alice.id}/rm/${n}`);
    const before = await host.stored();
    for (const name of names) await bucket(host.alice).upload(name, name, plain);
    expect((await bucket(host.bob).remove(names)).data).toEqual([]);
    const { data } = await bucket(host.alice).remove([...names, 'none']);
    expect(data!.map(({ name }) => name).sort()).toEqual(names);
    expect(await host.stored()).toEqual(before);
  });
});

describe('what goes wrong', () => {
  test('a content check sees the stored bytes; refused bytes are removed', async () => {
    const before = await host.stored();
    const name = `${host.alice.id}/c.txt`;
    expect((await bucket(host.alice, 'checked').upload(name, 'abc', plain)).error).toMatchObject({
      status: 400,
      statusCode: '415',
      message: 'Only long files are allowed',
    });
    expect(await host.stored()).toEqual(before);
    expect((await bucket(host.alice, 'checked').upload(name, 'abcd', plain)).error).toBeNull();
    expect(checked.map(({ name: of, size }) => [of, size])).toEqual([
      [name, 3],
      [name, 4],
    ]);
    expect(checked[1]!.path).toContain(host.folder);
  });

  test('an upload cut off by the client leaves neither row nor bytes', async () => {
    const before = await host.stored();
    const name = `${host.alice.id}/cut.bin`;
    for (const type of ['application/octet-stream', 'multipart/form-data; boundary=x']) {
      const url = new URL(`${host.url}/object/private/${name}`);
      const sending = request(url, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${host.alice.token}`,
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
      await sleep(500);
    }
    await expect.poll(() => host.stored()).toEqual(before);
    expect((await bucket(host.alice).exists(name)).data).toBe(false);
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
          headers: { authorization: `Bearer ${host.alice.token}` },
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
    expect((await bucket(host.alice, 'nope').upload('x', 'x', plain)).error).toMatchObject({
      statusCode: '404',
      code: 'NoSuchBucket',
      message: 'Bucket not found',
    });
    expect((await host.get('/nothing/here')).status).toBe(404);
    const image = await host.get(
      `/render/image/authenticated/private/${host.alice.id}/x.png?width=5`,
    );
    expect(await image.json()).toMatchObject({ code: 'FeatureNotEnabled' });
    const answer = await host.get(
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
    const name = `${host.alice.id}/kept.txt`;
    await bucket(host.alice).upload(name, 'kept', plain);
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
    expect(await (await bucket(host.alice).download(name)).data!.text()).toBe('kept');
  });
});
