import { beforeAll, expect, test } from 'vitest';
import { startBeforeTests } from '../../../test/support/before-tests.ts';
import { startStorageHost } from './storage-host.fixture.ts';

const host = startBeforeTests(startStorageHost);
beforeAll(async () => {
  await host.service.storage.createBucket('papers');
  await host.service.storage.from('papers').upload('folder/note.txt', 'a note');
});

// Differences of storage3 2.x from the JavaScript client.
const post = (path: string, body: unknown) =>
  fetch(`${host.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer sb_secret_test' },
    body: JSON.stringify(body),
  });

test('a link accepts its lifetime as text; an invalid one is refused', async () => {
  const signed = await post('/object/sign/papers/folder/note.txt', { expiresIn: '60' });
  expect(signed.status).toBe(200);
  const { signedURL } = (await signed.json()) as { signedURL: string };
  expect(await (await fetch(`${host.url}${signedURL}`)).text()).toBe('a note');
  const many = await post('/object/sign/papers', { expiresIn: '60', paths: ['folder/note.txt'] });
  expect(await many.json()).toMatchObject([{ error: null, path: 'folder/note.txt' }]);
  for (const expiresIn of ['', '1m', '-1', '0', 1.5, true]) {
    const refused = await post('/object/sign/papers/folder/note.txt', { expiresIn });
    expect([expiresIn, refused.status]).toEqual([expiresIn, 400]);
  }
});

test('the owner of a bucket that the service made is an empty text', async () => {
  const { data } = await host.service.storage.getBucket('papers');
  expect(data?.owner).toBe('');
  const { data: all } = await host.service.storage.listBuckets();
  expect(all?.every(({ owner }) => typeof owner === 'string')).toBe(true);
});

test('a folder is listed by its name with a slash, its key without', async () => {
  const { data } = await host.service.storage
    .from('papers')
    .listV2({ prefix: '', with_delimiter: true });
  expect(data?.folders).toEqual([{ name: 'folder/', key: 'folder' }]);
});
