import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pythonWith } from '../support/python-packages.ts';
import { type Sandbox, startSandbox } from '../support/sandbox.ts';
import { makeUser, setUpSuperadmin } from '../support/users.ts';

const ADA = { email: 'ada@bank.example', password: 'ada ada ada', organization: 'Python' };

const programs = pythonWith('python-client', ['supabase==2.34.1']);

describe.runIf(programs !== null)('the published client for Python', () => {
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
    const output = execFileSync(join(programs!, 'python'), [program], {
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
    expect(JSON.parse(output.trim().split('\n').at(-1)!)).toEqual({
      email: ADA.email,
      organizations: 1,
      name: 'Python',
      buckets: true,
      downloaded: true,
      by_link: true,
    });
  });
});
