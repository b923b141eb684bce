import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DatabaseAccess, readAccess } from '../platform/database/access.ts';
import { type Database, openDatabase } from '../platform/database/database.ts';
import { readPostmaster } from '../platform/database/embedded/postmaster-file.ts';
import { AppError } from '../shared/errors.ts';
import { type Config, readConfig } from '../start/config.ts';
import { openStore } from '../start/open-store.ts';

export function runningServer(config: Config): string | null {
  if (config.databaseUrl !== undefined) return null;
  const postmaster = readPostmaster(join(config.dataDir, 'postgres'));
  const secret = join(config.dataDir, 'postgres-password');
  if (postmaster === null || !existsSync(secret)) return null;
  return `postgres://postgres:${readFileSync(secret, 'utf8').trim()}@127.0.0.1:${postmaster.port}/sandbox`;
}

/** Prevents a misspelled DATA_DIR from becoming a new, empty sandbox. */
export function assertSandboxThere(config: Config): void {
  if (config.databaseUrl !== undefined) return;
  if (existsSync(join(config.dataDir, 'postgres', 'PG_VERSION'))) return;
  throw new AppError(
    'not_found',
    `${config.dataDir} contains no sandbox. Set DATA_DIR to its folder.`,
  );
}

/** Runs `work` on the sandbox's database, running or not; RLS applies to the authenticator's address. */
export async function withDatabase(
  work: (
    database: Database,
    urls: Pick<DatabaseAccess, 'authenticatorUrl' | 'logUrl'>,
  ) => Promise<void>,
): Promise<void> {
  const config = readConfig();
  assertSandboxThere(config);
  const running = runningServer(config);
  const store = running === null ? await openStore(config) : null;
  const { ownerUrl, authenticatorUrl, logUrl } = store ?? (await readAccess(running!));
  const database = openDatabase({
    ownerUrl,
    authenticatorUrl,
    applicationName: 'sandbox command',
    ownerConnections: 2,
    requestConnections: 1,
  });
  try {
    await work(database, { authenticatorUrl, logUrl });
  } finally {
    await database.close();
    await store?.stop();
  }
}
