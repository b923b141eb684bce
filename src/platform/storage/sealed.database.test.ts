import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inRoles } from '../../../test/support/test-database.ts';
import {
  OWN_FOLDER,
  type Person,
  type StorageHost,
  startStorageHost,
} from './storage-host.fixture.ts';

let host: StorageHost;
let alice: Person;

beforeAll(async () => {
  host = await startStorageHost({ sealedBuckets: ['private'] });
  await host.db.database.owner.query(inRoles(OWN_FOLDER));
  alice = await host.person();
});
afterAll(() => host.close());

test('documents leave as attachments, and not at all once their stored bytes changed', async () => {
  const name = `${alice.id}/proof.txt`;
  const bucket = alice.client.storage.from('private');
  expect((await bucket.upload(name, 'as it was', { contentType: 'text/plain' })).error).toBeNull();
  const get = (headers: Record<string, string> = {}) =>
    fetch(`${host.url}/object/private/${name}`, {
      headers: { authorization: `Bearer ${alice.token}`, ...headers },
    });
  const whole = await get();
  expect(await whole.text()).toBe('as it was');
  expect(whole.headers.get('content-disposition')).toContain('attachment; filename="proof.txt"');
  const part = await get({ range: 'bytes=3-4' });
  expect([part.status, await part.text()]).toEqual([206, 'it']);

  const [key] = await host.stored();
  await host.files.put(key!, Readable.from([Buffer.from('as it isnt')]));
  for (const headers of [{}, { range: 'bytes=0-1' }]) {
    const refused = await get(headers as Record<string, string>);
    expect(refused.status).toBe(500);
    expect(await refused.json()).toMatchObject({ error: 'IntegrityError' });
  }
  const { data } = await bucket.createSignedUrl(name, 60);
  expect((await fetch(data!.signedUrl)).status).toBe(500);
});
