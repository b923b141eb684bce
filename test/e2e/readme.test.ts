import { execFileSync, type SpawnOptions, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../src/platform/gateway/free-port.ts';
import { longTest } from '../support/long-test.ts';
import { emptyDataFolder } from '../support/prepared.ts';
import { root, type Sandbox } from '../support/sandbox.ts';
import { call, makeUser, setUpSuperadmin } from '../support/users.ts';

/** Commands of the README and the operators' page: run here, or known scripts. */
const pages = ['README.md', 'docs/operations/install.md'].map((file) =>
  readFileSync(join(root, file), 'utf8'),
);
const commands = [...pages.join('\n').matchAll(/```sh\n([\s\S]*?)```/g)]
  .flatMap(([, block]) => block!.replaceAll('\\\n', ' ').trim().split('\n'))
  .map((line) => line.replace(/\s+#.*$/, '').trim());
let dataDir: string;
let port = 0;
beforeAll(async () => {
  dataDir = await emptyDataFolder();
});
const stops: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const stop of stops) await stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(command: string, folder: string): Promise<string> {
  port = await freePort();
  const url = `http://localhost:${port}`;
  const options: SpawnOptions = {
    cwd: root,
    shell: true,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      DATA_DIR: folder,
      PORT: String(port),
      PUBLIC_URL: url,
      LOG_LEVEL: 'warn',
    },
  };
  const child = spawn(command, options);
  let text = '';
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (part) => (text += part));
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    process.kill(-child.pid!, 'SIGTERM');
    await ended;
  };
  stops.push(stop);
  const deadline = Date.now() + 120_000;
  while (Date.now() < deadline && child.exitCode === null) {
    if (
      await fetch(`${url}/readyz`).then(
        (answer) => answer.ok,
        () => false,
      )
    )
      return url;
    await sleep(100);
  }
  throw new Error(`${command} did not become ready:\n${text}`);
}

const run = (command: string, env: Record<string, string> = {}) =>
  execFileSync('bash', ['-c', command], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, DATA_DIR: dataDir, ...env },
  });

test('the docs name the commands that this file runs', () => {
  expect(commands).toEqual([
    'npm run demo',
    'npm start',
    expect.stringMatching(/^npx --no-install sandbox simulate /),
    expect.stringMatching(/^npx --no-install sandbox fit /),
    expect.stringMatching(/^npx --no-install sandbox sample /),
    expect.stringMatching(/^curl -X POST .*sandbox-query/),
    'npm run dev',
    'npm run check',
    'npm test',
    'npm run bench',
    'npx --no-install sandbox admin-token rotate',
    'npx --no-install sandbox keys rotate',
    'npx --no-install sandbox migrate',
  ]);
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: object;
  };
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(['check', 'test', 'bench']));
});

test('the commands that work on files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-files-'));
  try {
    const [simulated, fitted, sampled] = commands
      .filter((command) => / sandbox (simulate|fit|sample) /.test(command))
      .map((command) => command.replaceAll('data/', `${folder}/`))
      // The README's commands, on fewer rows.
      .map((command) => run(command.replace('--transactions 5000', '--transactions 1000')));
    expect(simulated).toContain('200 customers, 300 accounts, 1000 transactions');
    expect(fitted).toContain('generated per row of accounts as sequences');
    expect(fitted).toContain('customer_id is chosen consistently with the parent row');
    expect(sampled).toContain(`300 rows in ${folder}/synthetic/customers.csv`);
    expect(sampled).toContain(`${folder}/synthetic/transactions.csv, SHA-256`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('npm start, the other commands, and the call for programs', async () => {
  const url = await start('npm start', dataDir);
  const { publishableKey } = (await (await fetch(`${url}/config.json`)).json()) as {
    publishableKey: string;
  };
  expect(run('npx --no-install sandbox admin-token rotate')).toContain(
    'New setup token written to',
  );
  expect(run('npx --no-install sandbox keys rotate')).toContain('New signing key');
  const sandbox = {
    url,
    dataDir,
    publishableKey,
    setupToken: readFileSync(join(dataDir, 'admin-setup-token'), 'utf8').trim(),
  } as Sandbox;
  const superadmin = await setUpSuperadmin(sandbox);
  const { client } = await makeUser(sandbox, superadmin, {
    email: 'admin@one.example',
    password: 'a good password',
    organization: 'One',
    role: 'admin',
  });
  await call(client, 'generate-full', { count: 20 });
  const { key } = await call<{ key: string }>(client, 'create-api-key', {
    name: 'readme',
    tables: ['transactions'],
  });
  const curl = commands.find((command) => command.startsWith('curl'))!;
  const answer = JSON.parse(
    run(curl.replace('localhost:3000', `localhost:${port}`), { SANDBOX_KEY: key }),
  );
  expect(answer).toMatchObject({ status: 'success', count: 5 });
  await stops.pop()!();
  expect(run('npx --no-install sandbox migrate')).toContain('up to date');
});

longTest('npm run dev', async () => {
  const url = await start('npm run dev', dataDir);
  expect((await fetch(url)).status).toBe(200);
  await stops.pop()!();
});
