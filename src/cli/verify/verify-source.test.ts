import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { commitmentTo } from '../../engines/provenance/log-entry.ts';
import type { SealedManifest } from '../../engines/provenance/manifest.ts';
import { newVerdict } from './findings.ts';
import { addSource } from './verify-source.ts';

const folder = mkdtempSync(join(tmpdir(), 'sandbox source '));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const put = (name: string, text: string) => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

const path = put('people.csv', 'name\nAda\n');
const other = put('others.csv', 'name\nAdo\n');
const sha256 = createHash('sha256').update('name\nAda\n').digest('hex');
const key = 'ab'.repeat(32);
const openingPath = put('opening.json', JSON.stringify({ key }));
const manifestWith = (source: SealedManifest['source']) => ({ source }) as SealedManifest;
const committed = manifestWith({ commitment: commitmentTo(Buffer.from(key, 'hex'), sha256) });

const brokenOf = async (manifest: SealedManifest, claim: Parameters<typeof addSource>[1]) => {
  const verdict = newVerdict();
  await addSource(manifest, claim, verdict);
  return verdict.broken.map(({ kind }) => kind);
};

test('a commitment is opened by its key, and by its own file alone', async () => {
  expect(await brokenOf(committed, { path, openingPath })).toEqual([]);
  expect(await brokenOf(committed, { path: other, openingPath })).toEqual(['source differs']);
  const wrong = put('wrong.json', JSON.stringify({ key: 'cd'.repeat(32) }));
  expect(await brokenOf(committed, { path, openingPath: wrong })).toEqual(['source differs']);
});

test('a manifest that names a hash needs no key', async () => {
  const named = manifestWith({ sha256 });
  expect(await brokenOf(named, { path, openingPath: null })).toEqual([]);
  expect(await brokenOf(named, { path: other, openingPath: null })).toEqual(['source differs']);
  expect(await brokenOf(manifestWith(null), { path, openingPath: null })).toEqual([
    'source differs',
  ]);
});

test('a commitment without its opening, and an opening without a key, are refused', async () => {
  await expect(brokenOf(committed, { path, openingPath: null })).rejects.toThrow('--opening');
  const empty = put('empty.json', '{}');
  await expect(brokenOf(committed, { path, openingPath: empty })).rejects.toThrow(
    'contains no 32-byte hexadecimal key',
  );
  await expect(brokenOf(committed, { path: join(folder, 'gone'), openingPath })).rejects.toThrow(
    'Cannot read',
  );
});
