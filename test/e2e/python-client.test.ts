import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root, type Sandbox, startSandbox } from '../support/sandbox.ts';
import { makeUser, setUpSuperadmin } from '../support/users.ts';

const ADA = { email: 'ada@bank.example', password: 'ada ada ada', organization: 'Python' };

const venv = join(root, 'node_modules/.cache/python-client');

/** The published client for Python, fetched once; whether it is there. */
function hasClient(): boolean {
  if (existsSync(join(venv, 'installed'))) return true;
  const run = (command: string, ...args: string[]) =>
    spawnSync(command, args, { stdio: 'ignore', timeout: 400_000 }).status === 0;
  const pip = join(venv, 'bin/pip');
  if (!run('python3', '-m', 'venv', venv)) return false;
  if (!run(pip, 'install', '--quiet', 'supabase==2.34.1')) return false;
  writeFileSync(join(venv, 'installed'), '');
  return true;
}

describe.runIf(process.env.TEST_LONG && hasClient())('the published client for Python', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await startSandbox();
  });
  afterAll(async () => {
    await sandbox?.stop();
  });

  test('signs in, reads, uploads, makes a signed link and downloads', async () => {
    await makeUser(sandbox, await setUpSuperadmin(sandbox), ADA);
    const program = join(import.meta.dirname, 'python/published_client.py');
    const said = execFileSync(join(venv, 'bin/python'), [program], {
      encoding: 'utf8',
      env: {
        ...process.env,
        SANDBOX_URL: sandbox.url,
        SANDBOX_KEY: sandbox.publishableKey,
        SANDBOX_SECRET: sandbox.secretKey,
        SANDBOX_EMAIL: ADA.email,
        SANDBOX_PASSWORD: ADA.password,
      },
    });
    expect(JSON.parse(said.trim().split('\n').at(-1)!)).toEqual({
      email: ADA.email,
      organizations: 1,
      name: 'Python',
      buckets: true,
      downloaded: true,
      by_link: true,
    });
  });
});
