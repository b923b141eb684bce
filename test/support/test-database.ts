import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { TEMPLATE } from './database-server.ts';

export type TestDatabase = {
  database: Database;
  /** As the superuser. */
  url: string;
  authenticatorUrl: string;
  close: () => Promise<void>;
};

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** A fresh copy of the migrated template, on the run's real server. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject('postgresUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onServer(server, `create database ${name} template ${TEMPLATE}`);
  // A clone has the template's tables, not the rights on the database itself.
  await onServer(server, `grant create, connect, temporary on database ${name} to sandbox_owner`);
  const url = server.replace(/\/postgres$/, `/${name}`);
  const authenticatorUrl = await authenticatorOf(url);
  const database = openDatabase({
    ownerUrl: url,
    authenticatorUrl,
    applicationName: 'test',
    ownerConnections: 8,
    requestConnections: 8,
  });
  return {
    database,
    url,
    authenticatorUrl,
    close: async () => {
      await database.close();
      await onServer(server, `drop database if exists ${name} with (force)`);
    },
  };
}

async function authenticatorOf(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ value: string }>(
      "select value from private.secrets where name = 'authenticator'",
    );
    const login = JSON.parse(rows[0]!.value) as { name: string; password: string };
    const address = new URL(url);
    address.username = login.name;
    address.password = login.password;
    return address.href;
  } finally {
    await client.end();
  }
}
