import { parseArgs } from 'node:util';
import { archiveOf } from '../platform/backup/log-archive.ts';
import { upgradeDatabase } from '../platform/database/embedded/upgrade/upgrade-database.ts';
import { AppError } from '../shared/errors.ts';
import { readConfig } from '../start/config.ts';

export async function upgradeDatabaseCommand(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { bin: { type: 'string' } } });
  const { dataDir, databaseUrl, backups } = readConfig();
  if (databaseUrl !== undefined) {
    throw new AppError(
      'bad_request',
      'DATABASE_URL refers to an external database. Upgrade it with PostgreSQL tools.',
    );
  }
  const archive = backups === undefined ? null : archiveOf(backups.folder);
  const upgrade = await upgradeDatabase(dataDir, { bin: values.bin ?? null, archive });
  process.stdout.write(`${JSON.stringify(upgrade ?? { upgraded: false })}\n`);
  return 0;
}
