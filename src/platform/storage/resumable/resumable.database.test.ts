import { randomBytes, randomUUID } from 'node:crypto';
import { appendFile, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Upload } from 'tus-js-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { longTest } from '../../../../test/support/long-test.ts';
import { type OwnFolderHost, type Person, startOwnFolderHost } from '../storage-host.fixture.ts';
import { openUnfinishedFiles } from './unfinished-files.ts';

const PART = 256 * 1024;
let host: OwnFolderHost;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'uploads '));
  host = await startOwnFolderHost({
    uploads: { folder, assertRoom: async () => {} },
    contentChecks: {
      checked: async () => {
        throw Object.assign(new Error('not checked'), { code: 'unavailable' });
      },
    },
  });
});
afterAll(async () => {
  await host.close();
  await rm(folder, { recursive: true, force: true });
});

type Wanted = { by?: Person; bucket?: string; name: string; upsert?: boolean; from?: string };

/** Uploads as shown in the published service's documentation. */
function upload(bytes: Buffer, wanted: Wanted, onProgress?: (upload: Upload) => void) {
  const { by = host.alice, bucket = 'private', name, upsert = false, from } = wanted;
  let one: Upload;
  const done = new Promise<{ error: number | null; url: string | null }>((resolve) => {
    one = new Upload(bytes, {
      endpoint: `${host.url}/upload/resumable`,
      uploadUrl: from ?? null,
      retryDelays: null,
      headers: { authorization: `Bearer ${by.token}`, 'x-upsert': String(upsert) },
      uploadDataDuringCreation: true,
      metadata: {
        bucketName: bucket,
        objectName: name,
        contentType: 'application/pdf',
        cacheControl: '60',
        metadata: JSON.stringify({ year: 2026 }),
      },
      chunkSize: PART,
      onSuccess: () => resolve({ error: null, url: one.url }),
      onError: (error) =>
        resolve({
          error: 'originalResponse' in error ? (error.originalResponse?.getStatus() ?? 0) : 0,
          url: one.url,
        }),
      onChunkComplete: () => onProgress?.(one),
    });
    one.start();
  });
  return done;
}

const own = (name: string) => `${host.alice.id}/${name}`;
const storedFiles = async () => {
  const { data, error } = await host.alice.client.storage.from('private').download(own('big.pdf'));
  return error ? null : Buffer.from(await data.arrayBuffer());
};

test('a file in parts is one object, with its type and metadata, and leaves no part behind', async () => {
  const bytes = randomBytes(5 * PART + 17);
  expect(await upload(bytes, { name: own('big.pdf') })).toMatchObject({ error: null });
  expect((await storedFiles())?.equals(bytes)).toBe(true);
  const { data } = await host.alice.client.storage.from('private').info(own('big.pdf'));
  expect(data).toMatchObject({
    contentType: 'application/pdf',
    cacheControl: 'max-age=60',
    size: bytes.length,
    metadata: { year: 2026 },
  });
  expect(await readdir(folder)).toEqual([]);
  // A repeat is a duplicate, refused before any byte is sent; with x-upsert it replaces.
  expect((await upload(bytes, { name: own('big.pdf') })).error).toBe(400);
  const other = randomBytes(PART);
  await upload(other, { name: own('big.pdf'), upsert: true });
  expect((await storedFiles())?.equals(other)).toBe(true);
});

test('an interrupted upload resumes after the last byte that is safely on disk', async () => {
  const bytes = randomBytes(4 * PART);
  let url = '';
  await new Promise<void>((resolve) => {
    void upload(bytes, { name: own('big.pdf'), upsert: true }, (running) => {
      if (url !== '') return;
      url = running.url!;
      void running.abort().then(resolve);
    });
  });
  const id = url.split('/').at(-1)!;
  // State left by a server that is killed while writing.
  await appendFile(join(folder, id), randomBytes(1000));
  const answer = await fetch(url, {
    method: 'HEAD',
    headers: { authorization: `Bearer ${host.alice.token}`, 'tus-resumable': '1.0.0' },
  });
  expect(Number(answer.headers.get('upload-offset')) % PART).toBe(0);
  expect(Number(answer.headers.get('upload-offset'))).toBeGreaterThan(0);
  for (const [by, version] of [
    [host.bob, '1.0.0'],
    [host.alice, '0.2.2'],
  ] as const) {
    const { status } = await fetch(url, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${by.token}`, 'tus-resumable': version },
    });
    expect(status).toBe(by === host.bob ? 404 : 412);
  }
  expect(await upload(bytes, { name: own('big.pdf'), upsert: true, from: url })).toMatchObject({
    error: null,
  });
  expect((await storedFiles())?.equals(bytes)).toBe(true);
});

test('limits, policies and checks are those of any upload', async () => {
  const bytes = randomBytes(PART + 1);
  const status = async (wanted: Wanted) => (await upload(bytes, wanted)).error;
  expect(await status({ name: `${host.bob.id}/x.pdf` })).toBe(400);
  expect(await status({ bucket: 'none', name: own('x.pdf') })).toBe(400);
  expect(await status({ name: own('../x.pdf') })).toBe(400);
  await host.service.storage.updateBucket('other', {
    public: false,
    fileSizeLimit: PART,
    allowedMimeTypes: ['application/pdf'],
  });
  expect(await status({ bucket: 'other', name: own('x.pdf') })).toBe(400);
  expect(await status({ bucket: 'checked', name: own('x.pdf') })).toBeGreaterThanOrEqual(400);
  const anonymous = { ...host.alice, token: 'sb_publishable_test' };
  expect(await status({ by: anonymous, name: own('x.pdf') })).toBe(400);
  const { rows } = await host.db.database.owner.query(
    "select name from storage.objects where name like '%x.pdf'",
  );
  expect(rows).toEqual([]);
});

const beginAs = async (person: Person) => {
  const answer = await fetch(`${host.url}/upload/resumable`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${person.token}`,
      'tus-resumable': '1.0.0',
      'upload-length': '10',
      'upload-metadata': `bucketName ${btoa('private')},objectName ${btoa(`${person.id}/y`)}`,
    },
  });
  return { status: answer.status, at: answer.headers.get('location') };
};

test('at most ten are unfinished at a time; one that is ended makes room', async () => {
  const begin = () => beginAs(host.bob);
  const begun = [];
  for (let i = 0; i < 10; i++) begun.push(await begin());
  expect(begun.map(({ status }) => status)).toEqual(Array(10).fill(201));
  expect((await begin()).status).toBe(429);
  const { status } = await fetch(new URL(begun[0]!.at!, host.url), {
    method: 'DELETE',
    headers: { authorization: `Bearer ${host.bob.token}`, 'tus-resumable': '1.0.0' },
  });
  expect(status).toBe(204);
  expect((await begin()).status).toBe(201);
});

longTest('of 300 uploads begun at once no more than ten are kept', async () => {
  const begun = await Promise.all(Array.from({ length: 300 }, () => beginAs(host.alice)));
  const statuses = begun.map(({ status }) => status);
  const kept = await openUnfinishedFiles(folder, async () => {}).list();
  expect(kept.filter(({ owner }) => owner === host.alice.id)).toHaveLength(10);
  expect(new Set(statuses)).toEqual(new Set([201, 429]));
});

test('bytes without a note are removed after an hour, younger ones stay', async () => {
  const rests = await mkdtemp(join(tmpdir(), 'rests '));
  const files = openUnfinishedFiles(rests, async () => {});
  const [old, young, noted] = [randomUUID(), randomUUID(), randomUUID()];
  const names = [old, young, noted, `${noted}.json`, `${old}.json.new`];
  for (const name of names) await writeFile(join(rests, name), 'x');
  for (const name of [old, noted, `${noted}.json`, `${old}.json.new`]) {
    await utimes(join(rests, name), 0, 0);
  }
  await files.removeRests();
  expect((await readdir(rests)).sort()).toEqual([noted, `${noted}.json`, young].sort());
  await rm(rests, { recursive: true });
});

test('OPTIONS names version and extensions, and browsers may read the headers', async () => {
  const { headers } = await fetch(`${host.url}/upload/resumable`, { method: 'OPTIONS' });
  expect(headers.get('tus-version')).toBe('1.0.0');
  expect(headers.get('tus-extension')).toBe('creation,creation-with-upload,expiration,termination');
  expect(headers.get('access-control-expose-headers')).toContain('upload-offset, upload-length,');
});
