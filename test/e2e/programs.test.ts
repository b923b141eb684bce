import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { KEY_SCOPES } from '../../src/shared/key-scopes.ts';
import { startPrepared } from '../support/prepared.ts';
import { sampleTransactions } from '../support/sample-transactions.ts';
import type { Sandbox } from '../support/sandbox.ts';
import { call, makeUser, setUpSuperadmin } from '../support/users.ts';

let sandbox: Sandbox;
let key: string;
const folder = mkdtempSync(join(tmpdir(), 'programs '));
const at = (name: string) => join(folder, name);

beforeAll(async () => {
  sandbox = await startPrepared();
  const superadmin = await setUpSuperadmin(sandbox);
  const { client } = await makeUser(sandbox, superadmin, {
    email: 'admin@bank.example',
    password: 'a good password',
    organization: 'Bank',
    role: 'admin',
  });
  const tables = ['customers', 'accounts', 'transactions'];
  const made = { name: 'ci', scopes: [...KEY_SCOPES], tables };
  ({ key } = await call<{ key: string }>(client, 'create-api-key', made));
});
afterAll(async () => {
  await sandbox?.stop();
  rmSync(folder, { recursive: true, force: true });
});

type Ended = { code: number; stdout: string; stderr: string };

const sandboxWith = (env: object, ...args: string[]): Promise<Ended> =>
  new Promise((resolve) => {
    const options = { env: { ...process.env, SANDBOX_URL: sandbox.url, SANDBOX_KEY: key, ...env } };
    execFile(process.execPath, ['src/cli/sandbox.mjs', ...args], options, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });

/** Runs a command that succeeds; returns its JSON. */
async function json<Answer>(...args: string[]): Promise<Answer> {
  const { code, stdout, stderr } = await sandboxWith({}, ...args, '--json');
  expect([args.join(' '), code, stderr]).toEqual([args.join(' '), 0, '']);
  return JSON.parse(stdout) as Answer;
}

type Batch = { batch_id: string; entity_type: string; record_count: number };

test('batches are generated, listed, downloaded and deleted by command', async () => {
  const { batches } = await json<{ batches: Batch[] }>(
    ...['batch', 'generate', 'full', '--count', '20', '--seed', '3'],
  );
  expect(batches.map(({ entity_type: entity, record_count: n }) => [entity, n])).toEqual([
    ['accounts', 20],
    ['customers', 20],
    ['transactions', 200],
  ]);
  const transactions = batches[2]!.batch_id;
  const out = at('transactions.csv');
  const file = await json<{ sha256: string }>('batch', 'download', transactions, '--out', out);
  expect(createHash('sha256').update(readFileSync(out)).digest('hex')).toBe(file.sha256);
  await json('batch', 'download', transactions, '--format', 'parquet', '--out', at('t.parquet'));
  expect(readFileSync(at('t.parquet')).subarray(0, 4).toString()).toBe('PAR1');
  expect(await json<Batch[]>('batch', 'list')).toHaveLength(3);
  await json('batch', 'delete', transactions);
  expect(await json<Batch[]>('batch', 'list')).toHaveLength(2);
}, 60_000);

test('a file is uploaded, and learned from, by command', async () => {
  writeFileSync(at('own.csv'), 'when,how much\n2026-01-02,3.50\n2026-01-03,4.50\n'.repeat(30));
  const own = await json<{ manifest_id: string; record_count: number }>(
    ...['ingest', at('own.csv'), '--upload'],
  );
  expect(own.record_count).toBeGreaterThan(29);
  writeFileSync(at('movements.csv'), sampleTransactions(300));
  const { manifest_id: id } = await json<{ manifest_id: string }>(
    ...['ingest', at('movements.csv'), '--upload'],
  );
  const { batches } = await json<{ batches: Batch[] }>(
    ...['batch', 'generate', '--dataset', id, '--count', '20', '--seed', '1'],
  );
  expect(batches).toMatchObject([{ record_count: 20 }]);
}, 60_000);

type Environment = { name: string; pin: string; changed: string[]; files: { rows: number }[] };

test('an environment is created, overlaid, branched, frozen, reset and deleted by command', async () => {
  const base = await json<Environment>('env', 'create', 'base', '--seed', '9', '--customers', '15');
  const same = await json<Environment>('env', 'create', 'same', '--pin', base.pin);
  expect(same.files).toEqual(base.files);
  const edges = await json<Environment>('env', 'overlay', 'base', '--edge-cases', 'all');
  expect(edges.changed).toEqual(['accounts', 'customers', 'transactions']);
  writeFileSync(
    at('rows.csv'),
    'op,customer_id,full_name,email,join_date\nadd,NEW-1,"O\'Brien, Nia",nia@bank.example,2024-02-29\nremove,EDGE-C-long-name,,,\n',
  );
  const [refused, branched] = [
    await sandboxWith(
      {},
      'env',
      'overlay',
      'base',
      '--table',
      'customers',
      '--rows',
      at('rows.csv'),
    ),
    await json<Environment>('env', 'branch', 'edges', '--from', 'base'),
  ];
  expect([refused.code, refused.stderr]).toEqual([
    1,
    'sandbox env overlay: Account EDGE-A-long-name belongs to customer EDGE-C-long-name, who does not exist\n',
  ]);
  expect(branched.files.map(({ rows }) => rows)).toEqual([25, 25, 162]);
  expect((await json<Environment>('env', 'reset', 'base')).changed).toEqual([]);
  await json('env', 'overlay', 'same', '--edge-cases', 'right-to-left');
  expect((await json<Environment>('env', 'freeze', 'same')).pin).not.toBe(base.pin);
  const listed = await json<Environment[]>('env', 'list');
  expect(listed.map(({ name }) => name)).toEqual(['base', 'edges', 'same']);
  await json('env', 'delete', 'edges');
  expect(await json<Environment[]>('env', 'list')).toHaveLength(2);
}, 120_000);

test('exit codes state whose turn it is', async () => {
  const codes: [code: number, env: object, args: string[], message: RegExp][] = [
    [1, { SANDBOX_URL: '' }, ['batch', 'list'], /SANDBOX_URL: expected the address/],
    [1, { SANDBOX_KEY: 'sbx_wrong' }, ['batch', 'list'], /Invalid API key/],
    [1, {}, ['batch', 'polish'], /Expected one of list, generate/],
    [1, {}, ['batch', 'list', '--nonsense'], /Unknown option/],
    [2, { SANDBOX_URL: 'http://127.0.0.1:9' }, ['batch', 'list'], /does not answer/],
    [3, {}, ['env', 'reset', 'none'], /No environment none/],
    [3, {}, ['batch', 'delete', crypto.randomUUID()], /Batch not found/],
  ];
  for (const [code, env, args, message] of codes) {
    const ended = await sandboxWith(env, ...args);
    expect([args.join(' '), ended.code, ended.stderr]).toEqual([
      args.join(' '),
      code,
      expect.stringMatching(message),
    ]);
  }
}, 60_000);
