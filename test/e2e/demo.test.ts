import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DemoAccount } from '../../src/cli/demo/accounts.ts';
import { call, signedIn } from '../../src/cli/demo/client.ts';
import type { Running } from '../../src/cli/up/background.ts';
import type { DrawAccountAnswer } from '../../src/shared/contracts/batches.ts';
import { root } from '../support/sandbox.ts';

/** Folder of a user, empty; DATA_DIR is not set. */
const folder = mkdtempSync(join(tmpdir(), 'sandbox demo '));
const node = join(root, 'node_modules/.bin/node');
const script = join(root, 'src/cli/sandbox.mjs');
const { DATA_DIR: _, ...env } = process.env;

function sandbox(args: string[], more: Record<string, string> = {}) {
  return spawnSync(node, [script, ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...env, ...more },
  });
}

let demo: Running & { accounts: DemoAccount[] };
let analyst: SupabaseClient;

beforeAll(async () => {
  const started = Date.now();
  const { stdout, stderr } = sandbox(['up', '--demo']);
  if (stdout === '') throw new Error(stderr);
  if (process.env.SHOW_OUTPUT) process.stdout.write(`${Date.now() - started} ms\n`);
  demo = JSON.parse(stdout);
  analyst = await signedIn(demo, demo.accounts[1]!);
}, 300_000);
afterAll(() => {
  sandbox(['down', '--demo']);
  rmSync(folder, { recursive: true, force: true });
});

test('two organizations, four accounts that can sign in', async () => {
  const clients = await Promise.all(demo.accounts.map((account) => signedIn(demo, account)));
  const { data } = await clients[0]!.from('organizations').select('name').order('name');
  expect(data).toEqual([{ name: 'Harbor Bank' }, { name: 'Lakeside Mutual' }]);
  const tables = await clients[3]!
    .from('generation_logs')
    .select('record_count,table:manifest->request->>table')
    .throwOnError();
  expect(tables.data).toContainEqual({ record_count: 400, table: 'policyholders' });
  const decided = await clients[3]!
    .from('exception_decisions')
    .select('decision,note')
    .throwOnError();
  expect(decided.data).toEqual([
    { decision: 'rejected', note: expect.stringContaining('Staged accident') },
  ]);
});

test('a bank with simulated, learned, blended and linked batches, one report passed', async () => {
  const { data } = await analyst
    .from('generation_logs')
    .select('entity_type,status,privacy_score,report_url,usefulness')
    .throwOnError();
  const kinds = data.map(({ entity_type }) => entity_type as string).sort();
  const linked = ['table', 'table'];
  expect(kinds).toEqual([
    'accounts',
    'blend',
    'customers',
    ...linked,
    'transactions',
    'transactions',
  ]);
  expect(data.every(({ status }) => status === 'completed')).toBe(true);
  const learned = data.find(
    ({ usefulness, entity_type }) => usefulness === 'useful' && entity_type === 'transactions',
  );
  expect(learned).toMatchObject({ privacy_score: 75 });
});

test('cases half decided, one batch of exceptions refused, one model approved with evidence', async () => {
  const batches = await analyst
    .from('exception_batches')
    .select('id,status,exception_count')
    .order('status')
    .throwOnError();
  expect(batches.data.map(({ status }) => status)).toEqual(['pending', 'rejected']);
  const { count } = await analyst
    .from('exception_decisions')
    .select('*', { count: 'exact', head: true })
    .eq('batch_id', batches.data[0]!.id);
  expect(count).toBe(batches.data[0]!.exception_count >> 1);
  const approved = await analyst
    .from('governance_audit')
    .select('dataset_ref,evidence_links(document_id)')
    .eq('approved_for_production', true)
    .throwOnError();
  expect(approved.data).toEqual([
    { dataset_ref: 'umsaetze-2025.csv', evidence_links: [{ document_id: expect.any(String) }] },
  ]);
});

test('an account of a synthetic batch is drawn, none of a blend', async () => {
  const { data } = await analyst
    .from('generation_logs')
    .select('batch_id,entity_type,usefulness')
    .throwOnError();
  const idOf = (entity: string, usefulness: string | null) =>
    data.find((batch) => batch.entity_type === entity && batch.usefulness === usefulness)!.batch_id;
  const draw = async (batch_id: string) =>
    (await call<DrawAccountAnswer>(analyst, 'draw-account', { batch_id })).drawn;
  const learned = await draw(idOf('transactions', 'useful'));
  expect(learned).toMatchObject({ account_column: 'Auftragskonto', level: 'Saldo' });
  expect(learned!.rows).toHaveLength(learned!.accounts[0]!.rows);
  expect(await draw(idOf('transactions', null))).toMatchObject({
    account_column: 'account_id',
    level: 'balance_after',
  });
  expect(await draw(idOf('customers', null))).toBeNull();
  await expect(draw(idOf('blend', null))).rejects.toThrow('A blend contains real rows');
});

test('every page is marked, also one that does not exist', async () => {
  for (const path of ['/', '/dashboard', '/no/such/page']) {
    const answer = await fetch(`${demo.url}${path}`, { headers: { accept: 'text/html' } });
    expect(await answer.text()).toContain('<html data-mark="Demo"');
  }
});

test('a second start answers with the same sandbox', () => {
  expect(JSON.parse(sandbox(['up', '--demo']).stdout)).toEqual(demo);
});

test.each([
  ['another host', { HOST: '0.0.0.0' }, 'listens on this machine only. Unset HOST (now 0.0.0.0)'],
  ['another database', { DATABASE_URL: 'postgres://x' }, 'Unset DATABASE_URL.'],
  ['a folder of something else', { DATA_DIR: folder }, 'files that are not of a demo'],
])('%s is refused', (_case, more, message) => {
  writeFileSync(join(folder, 'report.txt'), '');
  const { status, stdout, stderr } = sandbox(['up', '--demo', '--reset'], more);
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toContain(message);
});

test('Ctrl-C before a sandbox is ready leaves no process behind', async () => {
  const dataDir = join(folder, 'interrupted');
  const child = spawn(node, [script, 'up'], { cwd: folder, env: { ...env, DATA_DIR: dataDir } });
  await expect.poll(() => existsSync(join(dataDir, 'postgres'))).toBe(true);
  child.kill('SIGINT');
  expect(await once(child, 'exit')).toEqual([1, null]);
  const isRunning = () => spawnSync('pgrep', ['-f', dataDir]).status === 0;
  await expect.poll(isRunning).toBe(false);
});

test('down ends it; in the foreground it prints users and passwords, until Ctrl-C', async () => {
  expect(JSON.parse(sandbox(['down', '--demo']).stdout)).toMatchObject({ stopped: demo.pid });
  expect(sandbox(['down', '--demo']).stderr).toContain('No sandbox started by "up" runs on');
  const child = spawn(node, [script, 'up', '--demo', '--foreground'], { cwd: folder, env });
  let text = '';
  for await (const part of child.stdout) {
    text += part;
    if (text.includes('Ctrl-C')) break;
  }
  for (const { email, password } of demo.accounts)
    expect(text).toMatch(new RegExp(`${email} +${password}`));
  expect(text).toMatch(/Demo: http:\/\/localhost:\d+/);
  const url = /http:\S+/.exec(text)![0];
  child.kill('SIGINT');
  expect(await once(child, 'exit')).toEqual([0, null]);
  await expect(fetch(url)).rejects.toThrow();
});

test.runIf(process.env.TEST_LONG)(
  'a reset brings back the first state, with other passwords',
  () => {
    const again = JSON.parse(sandbox(['up', '--demo', '--reset']).stdout) as typeof demo;
    expect(again.accounts.map(({ email }) => email)).toEqual(
      demo.accounts.map(({ email }) => email),
    );
    expect(again.accounts[1]!.password).not.toBe(demo.accounts[1]!.password);
  },
);
