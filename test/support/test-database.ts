import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { readAccess } from '../../src/platform/database/access.ts';
import { withRoles } from '../../src/platform/database/apply-repeatable.ts';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { TEMPLATE } from './database-server.ts';

export type TestDatabase = {
  database: Database;
  url: string;
  authenticatorUrl: string;
  logUrl: string;
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

export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject('postgresUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onServer(server, `create database ${name} template ${TEMPLATE}`);
  const url = server.replace(/\/postgres$/, `/${name}`);
  const { ownerUrl, authenticatorUrl, logUrl } = await readAccess(url);
  // A clone has the template's tables, but not the privileges on the database itself.
  const { owner } = inject('databaseRoles');
  await onServer(server, `grant create, connect, temporary on database ${name} to ${owner}`);
  const database = openDatabase({
    ownerUrl,
    authenticatorUrl,
    applicationName: 'test',
    ownerConnections: 8,
    requestConnections: 8,
  });
  return {
    database,
    url,
    authenticatorUrl,
    logUrl,
    close: async () => {
      await database.close();
      await onServer(server, `drop database if exists ${name} with (force)`);
    },
  };
}

/** Replaces role names such as `:authenticated` as migrations do. */
export const inRoles = (sql: string): string => withRoles(sql, inject('databaseRoles'));

/** Ends a connection, as an administrator or a failover would. */
export const endConnection = (db: TestDatabase, pid: number): Promise<void> =>
  onServer(db.url, `select pg_terminate_backend(${pid})`);
