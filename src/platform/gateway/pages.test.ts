import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { fastify } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { servePages } from './pages.ts';

const folder = mkdtempSync(join(tmpdir(), 'built pages '));
const app = fastify();
let config: () => Promise<object>;
const SCRIPT = 'export const rows = [];\n'.repeat(100);

beforeAll(async () => {
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><head><title>Pages</title></head>');
  writeFileSync(join(folder, 'assets/page-1a2b.js'), SCRIPT);
  writeFileSync(join(folder, 'assets/page-1a2b.js.br'), brotliCompressSync(SCRIPT));
  writeFileSync(join(folder, 'assets/page-1a2b.js.gz'), gzipSync(SCRIPT));
  writeFileSync(join(folder, 'assets/font-3c4d.woff2'), 'font');
  await servePages(app, {
    folder,
    mark: 'Demo',
    pages: new Map([
      ['/', []],
      ['/auth', ['assets/page-1a2b.js']],
    ]),
    config: () => config(),
  });
});
beforeEach(() => {
  config = async () => ({ version: '1.0.0' });
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

const get = (url: string, encodings = '') =>
  app.inject({ url, headers: { 'accept-encoding': encodings } });

test.each([
  ['br', 'gzip, deflate, br', (bytes: Buffer) => brotliDecompressSync(bytes)],
  ['gzip', 'gzip', (bytes: Buffer) => gunzipSync(bytes)],
  [undefined, '', (bytes: Buffer) => bytes],
])('a script is sent as %s to who takes %j, and kept for a year', async (encoding, takes, read) => {
  const answer = await get('/assets/page-1a2b.js', takes);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-encoding']).toBe(encoding);
  expect(answer.headers['content-type']).toMatch(/javascript/);
  expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(answer.headers.vary).toMatch(/accept-encoding/i);
  expect(read(answer.rawPayload).toString()).toBe(SCRIPT);
});

test('stores and sends incompressible files once', async () => {
  const answer = await get('/assets/font-3c4d.woff2', 'gzip, br');
  expect(answer.headers['content-encoding']).toBeUndefined();
  expect(answer.body).toBe('font');
});

test('a page answers with the application, which is never cached', async () => {
  for (const url of ['/', '/auth']) {
    const answer = await get(url);
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-cache']);
  }
});

test('a page names the scripts that it will ask for, another none', async () => {
  const link = '<link rel="modulepreload" crossorigin href="/assets/page-1a2b.js">';
  expect((await get('/auth')).body).toContain(link);
  expect((await get('/')).body).not.toContain('modulepreload');
});

test('a page embeds the configuration as inert data', async () => {
  config = async () => ({ mailFrom: 'Bank </script><script>alert(1)</script> $&' });
  for (const url of ['/', '/auth', '/nowhere']) {
    const { body } = await app.inject({ url, headers: { accept: 'text/html' } });
    const [, json] = /<script type="application\/json" id="config">(.*?)<\/script>/.exec(body)!;
    expect(JSON.parse(json!)).toEqual(await config());
    expect(body.match(/<script/g)).toHaveLength(1);
  }
});

test('serves a page without the configuration if the host has none in time', async () => {
  config = () => Promise.reject(new Error('The database is not available.'));
  for (const silent of [config, () => new Promise<object>(() => {})]) {
    config = silent;
    const answer = await get('/');
    expect(answer.statusCode).toBe(200);
    expect(answer.body).not.toContain('id="config"');
  }
});
