import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openSandbox } from '../../clients/typescript/src/index.ts';
import { commands } from '../../src/cli/commands.ts';
import { written } from '../../src/cli/terminal/written.fixture.ts';
import { KEY_SCOPES } from '../../src/shared/key-scopes.ts';
import { startPrepared } from '../support/prepared.ts';
import { pythonWith } from '../support/python-packages.ts';
import { sampleTransactions } from '../support/sample-transactions.ts';
import { root, type Sandbox } from '../support/sandbox.ts';
import { call, makeUser, setUpSuperadmin } from '../support/users.ts';
import { testOpenBanking } from './open-banking.ts';
import { testRecipes } from './recipes.ts';

let sandbox: Sandbox;
let key: string;
const folder = mkdtempSync(join(tmpdir(), 'programs '));
const at = (name: string) => join(folder, name);

beforeAll(async () => {
  sandbox = await startPrepared({ env: { WEBHOOK_HOSTS: 'localhost' } });
  const superadmin = await setUpSuperadmin(sandbox);
  const { client } = await makeUser(sandbox, superadmin, {
    email: 'admin@bank.example',
    password: 'a good password',
    organization: 'Bank',
    role: 'admin',
    readsTruth: true,
  });
  const tables = ['customers', 'accounts', 'transactions'];
  const made = { name: 'ci', scopes: [...KEY_SCOPES], tables };
  ({ key } = await call<{ key: string }>(client, 'create-api-key', made));
});
afterAll(async () => {
  vi.unstubAllEnvs();
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

/** Runs a command that succeeds in this process; returns its JSON. */
async function json<Answer>(name: string, ...args: string[]): Promise<Answer> {
  vi.stubEnv('SANDBOX_URL', sandbox.url).stubEnv('SANDBOX_KEY', key);
  let code = -1;
  const printed = await written(async () => {
    code = await commands[name]!.run([...args, '--json']);
  });
  expect([name, args, code]).toEqual([name, args, 0]);
  return JSON.parse(printed) as Answer;
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
  const lived = await json<Environment>('env', 'advance', 'base', '--days', '2');
  expect(lived).toMatchObject({ name: 'base', clock: expect.stringMatching(/^20\d\d-/) });
  expect((await json<Environment>('env', 'reset', 'base')).changed).toEqual([]);
  await json('env', 'overlay', 'same', '--edge-cases', 'right-to-left');
  expect((await json<Environment>('env', 'freeze', 'same')).pin).not.toBe(base.pin);
  const listed = await json<Environment[]>('env', 'list');
  expect(listed.map(({ name }) => name)).toEqual(['base', 'edges', 'same']);
  await json('env', 'delete', 'edges');
  expect(await json<Environment[]>('env', 'list')).toHaveLength(2);
}, 120_000);

test('a webhook is created, followed, replayed and deleted by command', async () => {
  const received: string[] = [];
  const receiver = createServer((request, answer) => {
    received.push(String(request.headers['webhook-id']));
    request.resume();
    answer.writeHead(204).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, 'localhost', resolve));
  const url = `http://localhost:${(receiver.address() as AddressInfo).port}/`;
  const created = ['create', url, '--events', 'environment.reset'];
  const { id } = await json<{ id: string }>('webhook', ...created);
  await json('env', 'create', 'hooked', '--seed', '9', '--customers', '5');
  await json('env', 'reset', 'hooked');
  await vi.waitFor(() => expect(received).toHaveLength(1), { timeout: 20_000, interval: 100 });
  type Delivery = { id: string; event: string; delivered_at: string | null };
  const deliveries = () => json<Delivery[]>('webhook', 'deliveries', id);
  await vi.waitFor(
    async () =>
      expect(await deliveries()).toMatchObject([
        { id: received[0], event: 'environment.reset', delivered_at: expect.any(String) },
      ]),
    { timeout: 20_000, interval: 100 },
  );
  await json('webhook', 'replay', id, '--delivery', received[0]!);
  await vi.waitFor(() => expect(received).toHaveLength(2), { timeout: 20_000, interval: 100 });
  expect(received[1]).toBe(received[0]);
  expect(await json<object[]>('webhook', 'list')).toMatchObject([{ id, url }]);
  await json('webhook', 'delete', id);
  expect(await json<object[]>('webhook', 'list')).toEqual([]);
  expect((await sandboxWith({}, 'webhook', 'create', 'http://bank.example/')).stderr).toMatch(
    /WEBHOOK_HOSTS/,
  );
  await json('env', 'delete', 'hooked');
  receiver.close();
}, 60_000);

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

test('the client for TypeScript reads all rows, and resets and branches environments', async () => {
  const program = openSandbox({ url: sandbox.url, key });
  const source = { simulation: { seed: 7, count: 150 } };
  const made = await program.environments.create('typescript', source);
  const own = await program.environments.open('typescript');
  const ids = new Set<unknown>();
  let rows = 0;
  for await (const { txn_id } of own.rows('transactions')) rows += ids.add(txn_id) ? 1 : 0;
  expect([rows, ids.size]).toEqual([1500, 1500]);
  const branched = await program.environments.branch('typescript-2', 'typescript');
  expect(branched.pin).toBe(made.pin);
  const { changed } = await own.environments.overlay({ edge_cases: ['right-to-left'] });
  expect(changed).toEqual(['accounts', 'customers']);
  expect(await own.environments.reset()).toEqual(made);
  await expect(own.environments.reset('typescript-2')).rejects.toMatchObject({ status: 404 });
  await expect(own.rows('customers', { shoe_size: 44 }).next()).rejects.toMatchObject({
    status: 400,
  });
  const [batch] = await program.generate('customers', { count: 12, seed: 12 });
  const parquet = await program.download(batch!.batch_id, 'parquet');
  expect(Buffer.from(parquet.subarray(0, 4)).toString()).toBe('PAR1');
  await program.environments.delete('typescript-2');
  await program.environments.delete('typescript');
}, 60_000);

test('the client for Python does the same, with frames', async () => {
  const frames = pythonWith('frames', ['pandas==2.3.3', 'polars==1.35.2', 'pyarrow==22.0.0']);
  const python = frames === null ? 'python3' : join(frames, 'python');
  const ended = await new Promise<Ended>((resolve) => {
    const env = { ...process.env, SANDBOX_URL: sandbox.url, SANDBOX_KEY: key };
    const program = join(import.meta.dirname, 'python/client.py');
    const options = { env: { ...env, PYTHONPATH: join(root, 'clients/python') } };
    execFile(python, [program], options, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(ended.stdout)).toEqual({
    same: true,
    rows: [1500, 1500],
    changed: ['accounts', 'customers'],
    lived: true,
    customers: 151,
    back: true,
    refused: [404, 'No environment python-2.'],
    generated: 1200,
    lines: 1201,
    ...(frames && { parquet: [1200, 'datetime64'], pandas: 1500, polars: 1500 }),
  });
}, 60_000);

const access = () => ({ url: sandbox.url, key });
// Last, since they add environments and batches.
describe('open banking', () => testOpenBanking(access));
describe('recipes', () => testRecipes(access));
