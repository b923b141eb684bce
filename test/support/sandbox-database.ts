import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { readPostmaster } from '../../src/platform/database/embedded/postmaster-file.ts';
import type { Sandbox } from './sandbox.ts';
import { withDatabase } from './with-database.ts';

/** Returns how to connect to a running sandbox's database as its owner. */
export function ownerOf({ dataDir }: Pick<Sandbox, 'dataDir'>): pg.ClientConfig {
  const { port } = readPostmaster(join(dataDir, 'postgres'))!;
  const password = readFileSync(join(dataDir, 'postgres-password'), 'utf8').trim();
  return { host: '127.0.0.1', port, user: 'postgres', password, database: 'sandbox' };
}

export const onSandboxDatabase = <T>(
  sandbox: Pick<Sandbox, 'dataDir'>,
  work: (db: pg.Client) => Promise<T>,
): Promise<T> => withDatabase(ownerOf(sandbox), work);
