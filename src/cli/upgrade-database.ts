import { parseArgs } from 'node:util';
import { archiveOf } from '../platform/backup/log-archive.ts';
import { upgradeDatabase } from '../platform/database/embedded/upgrade/upgrade-database.ts';
import { AppError } from '../shared/errors.ts';
import { readConfig } from '../start/config.ts';

/** Brings the embedded database of DATA_DIR to the major version of PostgreSQL that this sandbox brings. */
export async function upgradeDatabaseCommand(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { bin: { type: 'string' } } });
  const { dataDir, databaseUrl, backups } = readConfig();
  if (databaseUrl !== undefined) {
    throw new AppError(
      'bad_request',
      'DATABASE_URL names a database that the sandbox did not start: upgrade it with the tools of PostgreSQL.',
    );
  }
  const archive = backups === undefined ? null : archiveOf(backups.folder);
  const upgrade = await upgradeDatabase(dataDir, { bin: values.bin ?? null, archive });
  process.stdout.write(`${JSON.stringify(upgrade ?? { upgraded: false })}\n`);
  return 0;
}
