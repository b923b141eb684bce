import pg from 'pg';
import { afterAll, expect, inject } from 'vitest';
import { longTest } from '../support/long-test.ts';
import { type Sandbox, startSandbox } from '../support/sandbox.ts';
import { call, makeUser, setUpSuperadmin } from '../support/users.ts';

let sandbox: Sandbox | undefined;
const name = 'a_bank_of_its_own';

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  await client.query(statement);
  await client.end();
}

afterAll(async () => {
  await sandbox?.stop();
  await onServer(`drop database if exists ${name} with (force)`);
});

longTest(
  'runs on a PostgreSQL that it did not start, in a cluster that other sandboxes use',
  async () => {
    await onServer(`create database ${name}`);
    const url = inject('postgresUrl').replace(/\/postgres$/, `/${name}`);
    sandbox = await startSandbox({ env: { DATABASE_URL: url } });
    const superadmin = await setUpSuperadmin(sandbox);
    const { client } = await makeUser(sandbox, superadmin, {
      email: 'ada@bank.example',
      password: 'ada ada ada',
      organization: 'Elsewhere',
    });
    const batch = await call<{ records: number }>(client, 'generate-full', { count: 10, seed: 1 });
    expect(batch.records).toBe(100);
    const { count } = await client.from('transactions').select('*', { count: 'exact', head: true });
    expect(count).toBe(100);
  },
);
