import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { readPostmaster } from '../../src/platform/database/embedded/postmaster-file.ts';
import type { Sandbox } from './sandbox.ts';

/** Work on a sandbox's own PostgreSQL, as its administrator. */
export async function onSandboxDatabase<T>(
  { dataDir }: Pick<Sandbox, 'dataDir'>,
  work: (db: pg.Client) => Promise<T>,
): Promise<T> {
  const { port } = readPostmaster(join(dataDir, 'postgres'))!;
  const db = new pg.Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password: readFileSync(join(dataDir, 'postgres-password'), 'utf8').trim(),
    database: 'sandbox',
  });
  db.on('error', () => {});
  await db.connect();
  try {
    return await work(db);
  } finally {
    await db.end().catch(() => {});
  }
}
