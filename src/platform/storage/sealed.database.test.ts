import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { startBeforeTests } from '../../../test/support/before-tests.ts';
import { startOwnFolderHost } from './storage-host.fixture.ts';

const host = startBeforeTests(() => startOwnFolderHost({ sealedBuckets: ['private'] }));

test('documents leave as attachments, and not at all once their stored bytes changed', async () => {
  const name = `${host.alice.id}/proof.txt`;
  const bucket = host.alice.client.storage.from('private');
  expect((await bucket.upload(name, 'as it was', { contentType: 'text/plain' })).error).toBeNull();
  const get = (headers: Record<string, string> = {}) =>
    fetch(`${host.url}/object/private/${name}`, {
      headers: { authorization: `Bearer ${host.alice.token}`, ...headers },
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
