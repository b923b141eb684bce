import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { type DatabaseRoles, rolesOf, suffixOf } from '../../src/platform/database/access.ts';
import { startEmbeddedServer } from '../../src/platform/database/embedded/server.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { databasesFolder } from './databases-folder.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string;
    /** Roles of the template, and so of each test's copy. */
    databaseRoles: DatabaseRoles;
  }
}

export const TEMPLATE = 'sandbox_template';
export const migrationsFolder = fileURLToPath(new URL('../../migrations', import.meta.url));

type Server = { url: string; stop: () => Promise<void> };

/** Starts Debian's PostgreSQL, to test version 15 too. */
function startDebian(folder: string): Server {
  const bin = '/usr/lib/postgresql/15/bin';
  const data = join(folder, 'data');
  const port = 20_000 + Math.floor(Math.random() * 20_000);
  const asPostgres = (program: string, args: string[]) => {
    const root = process.getuid?.() === 0;
    const result = root
      ? spawnSync(
          'setpriv',
          ['--reuid=postgres', '--regid=postgres', '--clear-groups', program, ...args],
          { encoding: 'utf8' },
        )
      : spawnSync(program, args, { encoding: 'utf8' });
    if (result.status !== 0) throw new Error(`${program}: ${result.stderr}`);
  };
  if (process.getuid?.() === 0) execFileSync('chown', ['postgres', folder]);
  asPostgres(join(bin, 'initdb'), [
    '-D',
    data,
    '-U',
    'postgres',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
  ]);
  const options = `-c listen_addresses=127.0.0.1 -c port=${port} -c unix_socket_directories= -c fsync=off -c full_page_writes=off -c max_connections=200`;
  asPostgres(join(bin, 'pg_ctl'), [
    '-D',
    data,
    '-w',
    '-l',
    join(data, 'log'),
    '-o',
    options,
    'start',
  ]);
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    stop: async () => asPostgres(join(bin, 'pg_ctl'), ['-D', data, '-m', 'immediate', 'stop']),
  };
}

export const debianPostgres = existsSync('/usr/lib/postgresql/15/bin/postgres');

/**
 * Starts one server per run, with a migrated template that each test file clones. Its data need not
 * survive a crash of the machine, and each dropped clone would wait for the disk.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(databasesFolder(), 'sandbox test '));
  const server: Server =
    process.env.TEST_POSTGRES === '15'
      ? startDebian(folder)
      : await startEmbeddedServer(folder, ['fsync=off', 'full_page_writes=off']);
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await client.query(`create database ${TEMPLATE}`);
  await client.end();
  const { access } = await migrate(
    server.url.replace(/\/postgres$/, `/${TEMPLATE}`),
    migrationsFolder,
  );
  project.provide('postgresUrl', server.url);
  const login = new URL(access.authenticatorUrl).username;
  project.provide('databaseRoles', rolesOf(suffixOf(login)!));
  return async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
