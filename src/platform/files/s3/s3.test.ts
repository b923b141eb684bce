import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startCuttingProxy } from '../../../../test/support/cutting-proxy.ts';
import { longTest } from '../../../../test/support/long-test.ts';
import {
  hasObjectStore,
  type ObjectStore,
  startObjectStore,
} from '../../../../test/support/object-store.ts';
import { testFileStore } from '../conformance.fixture.ts';
import { openS3FileStore } from './s3.ts';
import { parseStorageUrl } from './storage-url.ts';

describe.runIf(hasObjectStore)('SeaweedFS', () => {
  let store: ObjectStore;
  beforeAll(async () => {
    store = await startObjectStore();
  });
  afterAll(() => store?.close());

  const openAt = (url: string, folder: string) =>
    openS3FileStore(parseStorageUrl(url), { kind: 'copied', folder });
  async function* megabytes(count: number) {
    for (let i = 0; i < count; i++) yield Buffer.alloc(1 << 20, i);
  }

  longTest('a connection that breaks within a file resumes where it broke', async () => {
    const url = store.url(`test/${randomUUID()}`);
    await openAt(url, '').put('big', megabytes(20));
    const proxy = await startCuttingProxy(url, [3_000_000, 9_000_001]);
    const read = await buffer(await openAt(proxy.url, '').get('big'));
    expect(proxy.cuts()).toBe(2);
    expect(read.equals(await buffer(megabytes(20)))).toBe(true);
    await proxy.close();
  });

  test('a store that is not there is unavailable, for now', async () => {
    const nowhere = openAt('s3://sandbox-files/x?endpoint=http://127.0.0.1:9', '');
    await expect(nowhere.get('a')).rejects.toMatchObject({
      code: 'unavailable',
      message: 'The object store is not available (ECONNREFUSED).',
      retryAfter: 5,
    });
  });

  testFileStore('S3', {
    open: (folder) => openAt(store.url(`test/${randomUUID()}`), join(folder, 'copies')),
    clockMilliseconds: 1100,
  });
});
