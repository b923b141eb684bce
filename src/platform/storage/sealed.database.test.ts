import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { startBeforeTests } from '../../../test/support/before-tests.ts';
import { fileKey } from './context.ts';
import { sampleStoredBytes } from './sample-stored-bytes.ts';
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

test('in every bucket bytes that changed are refused and noted once on the audit trail', async () => {
  const name = `${host.alice.id}/rows.csv`;
  const bucket = host.alice.client.storage.from('other');
  expect((await bucket.upload(name, 'a,b\n1,2\n')).error).toBeNull();
  const { data } = await bucket.download(name);
  expect(await data!.text()).toBe('a,b\n1,2\n');
  const damaged = async () =>
    (
      await host.db.database.owner.query(
        `select object_type, object_id, tenant_id is not null as owned, detail ->> 'sha256' as sha256
           from audit.events where action = 'file.damaged' and object_id = $1`,
        [name],
      )
    ).rows;

  const { rows } = await host.db.database.owner.query<{ version: string }>(
    'select version from storage.objects where name = $1',
    [name],
  );
  const parts = {
    database: host.db.database,
    files: host.files,
    log: { error: () => {} },
  };
  expect((await sampleStoredBytes(parts)).damaged).toBe(1);
  await host.files.put(fileKey(rows[0]!.version), Readable.from([Buffer.from('a,b\n1,3\n')]));
  expect((await sampleStoredBytes(parts)).damaged).toBe(2);
  expect((await bucket.download(name)).error).toMatchObject({ status: 500 });
  expect((await bucket.download(name)).error).toMatchObject({ status: 500 });
  expect(await damaged()).toEqual([
    {
      object_type: 'other',
      object_id: name,
      owned: true,
      // SHA-256 of 'a,b\n1,2\n', by sha256sum.
      sha256: '492d5ea496056f1a6a6592241032fab764c321596317930b4fa0e1e8bc3b7470',
    },
  ]);
});
