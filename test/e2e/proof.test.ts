import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openPromise } from 'yauzl';
import { startPrepared } from '../support/prepared.ts';
import { sampleTransactions } from '../support/sample-transactions.ts';
import { root, type Sandbox } from '../support/sandbox.ts';
import { call, makeUser, setUpSuperadmin } from '../support/users.ts';

type Verdict = {
  broken: { kind: string; entry: number | null }[];
  outside: unknown[];
  checked: string[];
  unchecked: string[];
};

const folder = mkdtempSync(join(tmpdir(), 'sandbox proof '));
const at = (...names: string[]) => join(folder, ...names);
let sandbox: Sandbox;
let ada: SupabaseClient;

/** The command, in a network namespace without interfaces where this machine lets us make one. */
function verify(...args: string[]): { status: number | null; verdict: Verdict } {
  const command = [process.execPath, join(root, 'src/cli/main.ts'), 'verify', ...args, '--json'];
  const isolated = spawnSync('unshare', ['-rn', 'true']).status === 0;
  const [program, ...rest] = isolated ? ['unshare', '-rn', ...command] : command;
  const { status, stdout, stderr } = spawnSync(program!, rest, { encoding: 'utf8' });
  if (status === 1 && stdout === '') throw new Error(stderr);
  return { status, verdict: JSON.parse(stdout) as Verdict };
}

async function unpack(zipPath: string, target: string): Promise<void> {
  const zip = await openPromise(zipPath);
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = [];
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    writeFileSync(join(target, entry.fileName), Buffer.concat(chunks));
  }
}

beforeAll(async () => {
  sandbox = await startPrepared();
  const superadmin = await setUpSuperadmin(sandbox);
  ({ client: ada } = await makeUser(sandbox, superadmin, {
    email: 'ada@bank.example',
    password: 'a good password',
    organization: 'Proven',
    role: 'admin',
  }));
  const { batchId } = await call<{ batchId: string }>(ada, 'generate-full', { count: 30, seed: 4 });
  const form = new FormData();
  form.set('file', new Blob([sampleTransactions(300)]), 'movements.csv');
  const { manifest_id } = await call<{ manifest_id: string }>(ada, 'parse-ingested-file', form);
  await call(ada, 'generate-synthetic-from-ingestion', { manifest_id, count: 150 });
  const open = () => ada.from('runs').select('id').in('status', ['queued', 'running']);
  await vi.waitFor(async () => expect((await open()).data).toEqual([]), { timeout: 60_000 });
  // Sealed every two seconds; then the documents are laid beside the batch.
  const packed = await vi.waitFor(
    () => call<{ path: string }>(ada, 'pack-batch', { batch_id: batchId }),
    { timeout: 30_000, interval: 500 },
  );
  const [bucket, ...name] = packed.path.split('/');
  const { data } = await ada.storage.from(bucket!).download(name.join('/'));
  writeFileSync(at('batch.zip'), Buffer.from(await data!.arrayBuffer()));
  writeFileSync(at('keys'), await (await fetch(`${sandbox.url}/log/keys`)).text());
  const batch = mkdtempSync(at('batch-'));
  await unpack(at('batch.zip'), batch);
  cpSync(batch, at('batch'), { recursive: true });
  cpSync(join(sandbox.dataDir, 'storage', 'log'), at('log'), { recursive: true });
});
afterAll(async () => {
  await sandbox?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('a batch is taken along and proven without network and database, by the operator alone so far', () => {
  const { status, verdict } = verify(at('batch.zip'), '--vkey', at('keys'), '--regenerate');
  expect([status, verdict.broken]).toEqual([3, []]);
  expect(verdict.checked).toEqual([
    expect.stringMatching(/^Entry \d+ of \d+ in .+: batch\.completed, /),
    'Manifest and 1 file(s) by their SHA-256.',
    expect.stringMatching(/^The model signature covers 6 files\.$/),
    expect.stringMatching(/^Made again from seed 4, .+\.csv is the same\.$/),
  ]);
  // Without a key it takes the one that came along, and says so.
  const { verdict: alone } = verify(at('batch'));
  expect(alone.unchecked[0]).toContain('compare it with what the operator publishes');
});

test('what was changed in a batch is named', () => {
  const change = (name: string, edit: (text: string) => string) => {
    const copy = mkdtempSync(at('changed-'));
    cpSync(at('batch'), copy, { recursive: true });
    writeFileSync(join(copy, name), edit(readFileSync(join(copy, name), 'utf8')));
    const { status, verdict } = verify(copy, '--vkey', at('keys'));
    return [status, verdict.broken[0]?.kind];
  };
  const { files } = JSON.parse(readFileSync(at('batch', 'manifest.json'), 'utf8')) as {
    files: { name: string }[];
  };
  expect(change(files[0]!.name, (text) => text.replace(/\d/, 'x'))).toEqual([1, 'file changed']);
  expect(change('manifest.json', (text) => text.replace('"seed":"4"', '"seed":"5"'))).toEqual([
    1,
    'manifest changed',
  ]);
  expect(change('croissant.json', (text) => `${text} `)).toEqual([1, 'statement changed']);
  expect(change('batch.oms.json', (text) => text.replace('"sig": "ME', '"sig": "MF'))).toEqual([
    1,
    'signature wrong',
  ]);
  expect(change('batch.tlog-proof', (text) => text.replace(/^index .*$/m, 'index 0'))).toEqual([
    1,
    'entry edited',
  ]);
});

test('the database says what was sealed, of a batch from scratch and of one that was learned and measured', () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'src/cli/main.ts'), 'log', 'fsck', '--vkey', at('keys'), '--json'],
    { encoding: 'utf8', env: { ...process.env, DATA_DIR: sandbox.dataDir } },
  );
  expect(status, stderr).toBe(3);
  const verdict = JSON.parse(stdout) as Verdict;
  expect(verdict.broken).toEqual([]);
  expect(verdict.checked).toContain('4 batches: manifests, reports, scores, files and rows.');
});

test('the whole log is served, and proven from its files', async () => {
  const { status, verdict } = verify(at('log'), '--vkey', at('keys'));
  expect([status, verdict.broken]).toEqual([3, []]);
  const checkpoint = await fetch(`${sandbox.url}/log/checkpoint`);
  expect(checkpoint.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  const [origin, size] = (await checkpoint.text()).split('\n');
  const tile = await fetch(`${sandbox.url}/log/tile/entries/000.p/${size}`);
  expect([tile.status, tile.headers.get('cache-control')]).toEqual([
    200,
    'public, max-age=31536000, immutable',
  ]);
  const text = await tile.text();
  expect(text).toContain('batch.completed');
  expect(text).not.toContain('ada@bank.example');
  expect(origin).toContain('/log/');
  for (const path of ['tile/0/00', 'tile/0/000.p/256', 'tile/../../log-key', 'leaves']) {
    expect((await fetch(`${sandbox.url}/log/${path}`)).status).toBe(404);
  }
  appendFileSync(at('log', 'checkpoint'), ' ');
  expect(verify(at('log'), '--vkey', at('keys')).status).toBe(1);
});
