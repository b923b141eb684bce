import { beforeAll, describe, expect, test } from 'vitest';
import { startBeforeTests } from '../../../test/support/before-tests.ts';
import { type Person, startOwnFolderHost } from './storage-host.fixture.ts';

const host = startBeforeTests(startOwnFolderHost);

const plain = { contentType: 'text/plain' };
const bucket = (person: Person, id = 'private') => person.client.storage.from(id);

describe('serving', () => {
  const text = '0123456789abcdef';
  let path: string;
  beforeAll(async () => {
    const name = `${host.alice.id}/serve.txt`;
    path = `/object/private/${name}`;
    expect((await bucket(host.alice).upload(name, text, plain)).error).toBeNull();
  });

  test('headers of a whole object, and of HEAD', async () => {
    const whole = await host.get(path);
    const head = await host.get(path, {}, 'HEAD');
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
    expect((await host.get('/object/private/none', {}, 'HEAD')).status).toBe(400);
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
    const answer = await host.get(path, { range });
    expect([answer.status, await answer.text(), answer.headers.get('content-range')]).toEqual([
      status,
      body,
      contentRange,
    ]);
  });

  test('a range beyond the end is 416 with the size', async () => {
    const answer = await host.get(path, { range: 'bytes=16-' });
    expect(answer.status).toBe(416);
    expect(answer.headers.get('content-range')).toBe('bytes */16');
    expect(await answer.json()).toMatchObject({ statusCode: '416', code: 'InvalidRange' });
  });

  test('conditions', async () => {
    const { headers } = await host.get(path);
    const etag = headers.get('etag')!;
    const modified = headers.get('last-modified')!;
    const early = 'Sat, 01 Jan 2000 00:00:00 GMT';
    const status = async (conditions: Record<string, string>) => {
      const answer = await host.get(path, conditions);
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
      (await host.get(`${path}?${query}`)).headers.get('content-disposition');
    expect(await disposition('download')).toBe(
      `attachment; filename="serve.txt"; filename*=UTF-8''serve.txt`,
    );
    expect(await disposition(`download=${encodeURIComponent('größe "1".txt')}`)).toBe(
      `attachment; filename="gr__e _1_.txt"; filename*=UTF-8''gr%C3%B6%C3%9Fe%20%221%22.txt`,
    );
  });
});

test('a public bucket is readable by all and writable only by policy', async () => {
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
