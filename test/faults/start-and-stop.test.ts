import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../src/platform/gateway/free-port.ts';
import { killWorker, workerOf } from '../support/kill-worker.ts';
import { longTest } from '../support/long-test.ts';
import { emptyDataFolder } from '../support/prepared.ts';
import { sampleTransactions } from '../support/sample-transactions.ts';
import { root, type Sandbox, startSandbox } from '../support/sandbox.ts';
import {
  call,
  clientOf,
  makeUser,
  SUPERADMIN,
  setUpSuperadmin,
  signedIn,
} from '../support/users.ts';

const NODE = join(root, 'node_modules/.bin/node');
const MAIN = join(root, 'src/start/main.ts');
const folders: string[] = [];

function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox faults '));
  folders.push(folder);
  return folder;
}

async function usedFolder(): Promise<string> {
  const folder = await emptyDataFolder();
  folders.push(folder);
  return folder;
}

/** Lists processes that belong to this data folder or descend from this process. */
function processesOf(text: string): string[] {
  return execFileSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(text) && !line.includes('ps -eo'));
}

async function gone(text: string, milliseconds: number): Promise<string[]> {
  const deadline = Date.now() + milliseconds;
  let remaining = processesOf(text);
  while (remaining.length > 0 && Date.now() < deadline) {
    await sleep(50);
    remaining = processesOf(text);
  }
  return remaining;
}

const childrenOf = (pid: number) =>
  execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
    .trim()
    .split(/\s+/)
    .map(Number);

function startAndRead(env: Record<string, string>) {
  return spawnSync(NODE, [MAIN], {
    env: { ...process.env, LOG_LEVEL: 'warn', ...env },
    encoding: 'utf8',
    timeout: 60_000,
  });
}

/** Sandbox shared by tests that don't change it; the last of them kills it. */
let shared: Sandbox;
/** Sandbox restarted after its parent was killed; it is used for harsher tests and stopped last. */
let restarted: Sandbox;
beforeAll(async () => {
  const dataDir = await emptyDataFolder();
  for (const folder of [dataDir, join(dataDir, 'work')]) {
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0o755);
  }
  shared = await startSandbox({ dataDir });
});
afterAll(async () => {
  await restarted?.stop();
  await shared?.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

// A stalled worker is noticed after ten seconds; meanwhile tests without this sandbox run.
longTest.concurrent('/readyz reports a stalled worker and its return', async ({ expect }) => {
  const ready = async () => {
    const answer = await fetch(`${shared.url}/readyz`);
    return [answer.status, ((await answer.json()) as { worker: boolean }).worker];
  };
  const worker = workerOf(shared);
  process.kill(worker, 'SIGSTOP');
  try {
    await expect.poll(ready, { timeout: 30_000, interval: 200 }).toEqual([503, false]);
  } finally {
    process.kill(worker, 'SIGCONT');
  }
  await expect.poll(ready, { timeout: 10_000, interval: 200 }).toEqual([200, true]);
});

longTest.concurrent('a host without workers is ready once a worker lives somewhere', async () => {
  const host = await startSandbox({ dataDir: dataFolder(), keep: true, env: { WORKERS: '0' } });
  try {
    const answer = await fetch(`${host.url}/readyz`);
    expect([answer.status, await answer.json()]).toEqual([
      503,
      expect.objectContaining({ status: 'not ready', database: true, worker: false }),
    ]);
  } finally {
    await host.stop();
  }
});

test.concurrent('a taken port is one clear line, and leaves nothing running', async () => {
  const other = await usedFolder();
  const port = new URL(shared.url).port;
  const second = startAndRead({ DATA_DIR: other, PORT: port });
  expect(second.status).toBe(1);
  expect(second.stderr).toContain(`Port ${port} is in use. Set PORT to a free one.`);
  expect(second.stderr).not.toMatch(/\n\s+at /);
  expect(await gone(other, 5000)).toEqual([]);
});

test('a second start on the same data reports the running process and harms nothing', async () => {
  const second = startAndRead({ DATA_DIR: shared.dataDir, PORT: String(await freePort()) });
  expect(second.status).toBe(1);
  expect(second.stderr).toContain(
    `The sandbox is already running here, pid ${shared.process.pid}.`,
  );
  expect((await fetch(`${shared.url}/readyz`)).status).toBe(200);
});

test('a data folder that was copied while its sandbox ran is refused, and the running one unharmed', async () => {
  const copy = dataFolder();
  execFileSync('cp', ['-a', `${shared.dataDir}/.`, copy]);
  const second = startAndRead({ DATA_DIR: copy, PORT: String(await freePort()) });
  expect(second.status).toBe(1);
  expect(second.stderr).toContain(
    `${copy} was copied while a sandbox was running in it, so its database may be inconsistent.`,
  );
  expect(second.stderr).not.toMatch(/\n\s+at /);
  expect((await fetch(`${shared.url}/readyz`)).status).toBe(200);
});

test('wrong settings are one clear line', () => {
  const wrong = startAndRead({ DATA_DIR: dataFolder(), PORT: 'http' });
  expect(wrong.status).toBe(1);
  expect(wrong.stderr.trim()).toBe('PORT: must be a number');
});

test('the setup token is in a file for its owner alone, and works until it is rotated', async () => {
  const { dataDir } = shared;
  expect(shared.output()).toContain(`Setup token: in ${join(dataDir, 'admin-setup-token')}`);
  expect(shared.output()).not.toContain(shared.setupToken);
  const mode = execFileSync('stat', ['-c', '%a', join(dataDir, 'admin-setup-token')], {
    encoding: 'utf8',
  });
  expect(mode.trim()).toBe('600');
  await setUpSuperadmin(shared);
  await setUpSuperadmin(shared);
  execFileSync(NODE, [join(root, 'src/cli/sandbox.mjs'), 'admin-token', 'rotate'], {
    env: { ...process.env, DATA_DIR: dataDir },
  });
  await expect(setUpSuperadmin(shared)).rejects.toThrow('Invalid setup token');
});

function pathsIn(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    const inside = entries.flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? pathsIn(path) : [path];
    });
    return [folder, ...inside];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

const openToOthers = (folder: string) =>
  pathsIn(folder).filter((path) => {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats !== undefined && (stats.mode & 0o077) !== 0;
  });

test('everything in the data folder is for its owner alone, work files and folders from before included', async () => {
  const { dataDir } = shared;
  const superadmin = await signedIn(shared, SUPERADMIN);
  const { client } = await makeUser(shared, superadmin, {
    email: 'ann@bank.example',
    password: 'a good password',
    organization: 'One',
  });
  const form = new FormData();
  const csv = sampleTransactions(8000);
  form.set('file', new File([csv], 'rows.csv', { type: 'text/csv' }));
  const seen = new Set<string>();
  let filesAtWork = 0;
  const look = () => {
    for (const path of openToOthers(join(dataDir, 'work'))) seen.add(path);
    filesAtWork = Math.max(filesAtWork, pathsIn(join(dataDir, 'work')).length - 1);
  };
  const watch = setInterval(look, 20);
  try {
    await call(client, 'parse-ingested-file', form);
    await call(client, 'generate-full', { count: 50, seed: 1 });
  } finally {
    clearInterval(watch);
  }
  for (const path of openToOthers(dataDir)) seen.add(path);
  expect([...seen]).toEqual([]);
  // The checked paths must include the upload's folder and the Parquet file in it.
  expect(filesAtWork).toBeGreaterThanOrEqual(2);
});

test('after kill -9 of the parent nothing runs on, and what was acknowledged is there', async () => {
  const { dataDir } = shared;
  const superadmin = await signedIn(shared, SUPERADMIN);
  const person = { email: 'ada@bank.example', password: 'ada ada ada', organization: 'Kept' };
  const { client } = await makeUser(shared, superadmin, person);
  const batch = await call<{ batchId: string }>(client, 'generate-customers', { count: 120 });
  const children = childrenOf(shared.process.pid!);
  const ended = new Promise((resolve) => shared.process.once('exit', resolve));
  shared.process.kill('SIGKILL');
  await ended;
  expect(await gone(dataDir, 5000)).toEqual([]);
  const deadline = Date.now() + 5000;
  for (const pid of children) {
    while (existsSync(`/proc/${pid}`) && Date.now() < deadline) await sleep(50);
    expect(existsSync(`/proc/${pid}`)).toBe(false);
  }

  restarted = await startSandbox({ dataDir });
  const again = await signedIn(restarted, person);
  const { count } = await again
    .from('customers')
    .select('*', { count: 'exact', head: true })
    .eq('batch_id', batch.batchId);
  expect(count).toBe(120);
});

longTest(
  'a killed database backend: the server recovers, requests continue, and the folder stays ours',
  async () => {
    const sandbox = restarted;
    const { dataDir } = sandbox;
    const superadmin = await setUpSuperadmin(sandbox);
    const { client } = await makeUser(sandbox, superadmin, {
      email: 'ben@bank.example',
      password: 'ada ada ada',
      organization: 'Recovered',
    });
    await call(client, 'generate-customers', { count: 30 });
    const postmaster = Number(
      readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0],
    );
    const backend = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(postmaster)], {
      encoding: 'utf8',
    })
      .split('\n')
      .find((line) => line.includes('idle'));
    process.kill(Number(backend!.trim().split(/\s+/)[0]), 'SIGKILL');
    const deadline = Date.now() + 20_000;
    let batch: { records: number } | null = null;
    while (batch === null && Date.now() < deadline) {
      batch = await call<{ records: number }>(client, 'generate-customers', { count: 5 }).catch(
        () => null,
      );
      if (batch === null) await sleep(250);
    }
    expect(batch).toMatchObject({ records: 5 });
    const { count } = await client.from('customers').select('*', { count: 'exact', head: true });
    expect(count).toBeGreaterThanOrEqual(35);
    const second = startAndRead({ DATA_DIR: dataDir, PORT: String(await freePort()) });
    expect(second.stderr).toContain('The sandbox is already running here');
  },
  90_000,
);

// The job is missed after ten seconds; meanwhile a test of another sandbox runs.
// Its job is tried again after the pause that a lost worker gets.
test.runIf(process.env.TEST_LONG).concurrent(
  'a killed worker: its job is retried, and takes effect once',
  async () => {
    const sandbox = restarted;
    const superadmin = await setUpSuperadmin(sandbox);
    const { client } = await makeUser(sandbox, superadmin, {
      email: 'cy@bank.example',
      password: 'ada ada ada',
      organization: 'Twice',
    });
    const queued = await call<{ status: string; batchId: string; runId: string }>(
      client,
      'generate-full',
      {
        count: 2500,
        seed: 3,
      },
    );
    expect(queued.status).toBe('queued');
    const run = async () =>
      (await client.from('runs').select('*').eq('id', queued.runId).single().throwOnError()).data;
    while ((await run()).done < 1500) await sleep(20);
    killWorker(sandbox);
    const killedAt = Date.now();
    while ((await run()).status !== 'completed' && Date.now() - killedAt < 90_000) await sleep(200);
    expect(await run()).toMatchObject({ status: 'completed', attempt: 2 });
    const { count } = await client
      .from('transactions')
      .select('*', { count: 'exact', head: true })
      .eq('batch_id', queued.batchId);
    expect(count).toBe(25_000);
  },
  180_000,
);

test
  .runIf(process.env.TEST_LONG && process.getuid?.() === 0)
  .concurrent('runs as a normal user as well', async () => {
    const dataDir = dataFolder();
    const nobody = Number(execFileSync('id', ['-u', 'nobody'], { encoding: 'utf8' }));
    chownSync(dataDir, nobody, nobody);
    const port = await freePort();
    const url = `http://localhost:${port}`;
    const child = spawn(NODE, [MAIN], {
      env: {
        ...process.env,
        HOME: dataDir,
        DATA_DIR: dataDir,
        PORT: String(port),
        PUBLIC_URL: url,
        LOG_LEVEL: 'warn',
      },
      uid: nobody,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let text = '';
    child.stderr.on('data', (part) => {
      text += part;
    });
    const deadline = Date.now() + 60_000;
    let ready = false;
    while (!ready && Date.now() < deadline && child.exitCode === null) {
      ready = await fetch(`${url}/readyz`).then(
        (answer) => answer.ok,
        () => false,
      );
      await sleep(100);
    }
    expect(ready, text).toBe(true);
    const { publishableKey } = (await (await fetch(`${url}/config.json`)).json()) as {
      publishableKey: string;
    };
    const client = clientOf({ url, publishableKey });
    const created = await call<{ created: boolean }>(
      client,
      'admin-upsert-superadmin',
      { email: 'root@bank.example', password: 'long enough', role: 'superadmin' },
      { 'x-admin-setup-token': readFileSync(join(dataDir, 'admin-setup-token'), 'utf8').trim() },
    );
    expect(created.created).toBe(true);
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });

test('SIGTERM stops every child', async () => {
  const { dataDir } = restarted;
  const children = childrenOf(restarted.process.pid!);
  expect(children.length).toBeGreaterThanOrEqual(2);
  const ended = new Promise((resolve) => restarted.process.once('exit', resolve));
  restarted.process.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(restarted.output()).toContain('The sandbox has stopped.');
  expect(await gone(dataDir, 2000)).toEqual([]);
  for (const pid of children) expect(() => process.kill(pid, 0)).toThrow();
});
