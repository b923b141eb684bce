import { migrate } from '../platform/database/migrate.ts';
import { readConfig } from '../start/config.ts';
import { migrationsFolder, openStore } from '../start/open-store.ts';

export async function migrateCommand(): Promise<number> {
  const config = readConfig();
  if (config.databaseUrl === undefined) {
    const store = await openStore(config);
    await store.stop();
    process.stdout.write('The embedded database is up to date.\n');
    return 0;
  }
  const { applied } = await migrate(config.databaseUrl, migrationsFolder);
  process.stdout.write(
    applied.length === 0 ? 'Nothing to apply.\n' : `Applied:\n${applied.join('\n')}\n`,
  );
  return 0;
}
