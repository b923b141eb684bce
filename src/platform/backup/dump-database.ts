import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type pg from 'pg';
import { AppError } from '../../shared/errors.ts';
import { programEnvironment } from '../database/program-environment.ts';
import { hashFile } from './copy-hashed.ts';
import type { BackedUpFile, BackupManifest } from './manifest.ts';

const FILE = 'database.dump';

function runDump(databaseUrl: string, file: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn('pg_dump', ['--format=custom', `--file=${file}`], {
      env: programEnvironment(databaseUrl),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.once('error', () =>
      reject(
        new AppError(
          'unavailable',
          "pg_dump was not found. Install the PostgreSQL client programs of the server's version.",
        ),
      ),
    );
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new AppError('unavailable', `pg_dump: ${stderr.trim().split('\n').at(-1)}`));
    });
  });
}

export async function dumpDatabase(
  databaseUrl: string,
  client: pg.Client,
  to: string,
): Promise<{ files: BackedUpFile[]; database: BackupManifest['database']; at: string }> {
  const { rows } = await client.query<{ at: string }>(
    `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at`,
  );
  await runDump(databaseUrl, join(to, FILE));
  return {
    files: [{ path: FILE, ...(await hashFile(join(to, FILE))) }],
    database: { kind: 'dump', file: FILE },
    at: rows[0]!.at,
  };
}
