import { type ChildProcess, spawn } from 'node:child_process';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../../../shared/errors.ts';
import { programEnvironment } from '../../program-environment.ts';
import { databaseUrl } from './contents.ts';
import type { OldPrograms } from './old-programs.ts';

function ended(child: ChildProcess, name: string): Promise<void> {
  let stderr = '';
  child.stderr!.setEncoding('utf8').on('data', (part: string) => {
    stderr = (stderr + part).slice(-2000);
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new AppError('unavailable', `${name}: ${stderr.trim().split('\n').at(-1)}`));
    });
  });
}

type Servers = { programs: OldPrograms; from: string; to: string };

function startDump({ programs, from }: Servers, database: string, created: boolean) {
  // The default database already exists on every server.
  const args = created ? ['--create'] : [];
  return spawn(programs.pg_dump, args, {
    env: programEnvironment(databaseUrl(from, database)),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

function startPsql({ programs, to }: Servers) {
  return spawn(programs.psql, ['-X', '-q', '-v', 'ON_ERROR_STOP=1'], {
    env: programEnvironment(to),
    stdio: ['pipe', 'ignore', 'pipe'],
  });
}

/** Copies roles with their passwords; of the superuser, which exists, only the password. */
async function copyRoles(servers: Servers): Promise<void> {
  const dump = spawn(servers.programs.pg_dumpall, ['--roles-only'], {
    env: programEnvironment(servers.from),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [statements] = await Promise.all([text(dump.stdout), ended(dump, 'pg_dumpall')]);
  const psql = startPsql(servers);
  await Promise.all([
    pipeline(Readable.from([statements.replace(/^CREATE ROLE postgres;$/m, '')]), psql.stdin),
    ended(psql, 'psql'),
  ]);
}

export async function copyDatabases(servers: Servers, databases: readonly string[]): Promise<void> {
  await copyRoles(servers);
  for (const database of databases) {
    const dump = startDump(servers, database, database !== 'postgres');
    const psql = startPsql(servers);
    const results = await Promise.allSettled([
      ended(psql, 'psql'),
      ended(dump, 'pg_dump'),
      pipeline(dump.stdout, psql.stdin),
    ]);
    // The program that fails first breaks the other's pipe; report it first.
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  }
}
