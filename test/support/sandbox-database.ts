import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { readPostmaster } from '../../src/platform/database/embedded/postmaster-file.ts';
import type { Sandbox } from './sandbox.ts';
import { withDatabase } from './with-database.ts';

export async function onSandboxDatabase<T>(
  { dataDir }: Pick<Sandbox, 'dataDir'>,
  work: (db: pg.Client) => Promise<T>,
): Promise<T> {
  const { port } = readPostmaster(join(dataDir, 'postgres'))!;
  const password = readFileSync(join(dataDir, 'postgres-password'), 'utf8').trim();
  return withDatabase(
    { host: '127.0.0.1', port, user: 'postgres', password, database: 'sandbox' },
    work,
  );
}
