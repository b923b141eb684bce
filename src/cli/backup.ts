import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createBackup } from '../platform/backup/create-backup.ts';
import { backupName, keepNewest } from '../platform/backup/keep-backups.ts';
import { AppError } from '../shared/errors.ts';
import { readConfig } from '../start/config.ts';
import { openFiles } from '../start/open-files.ts';
import { openStore } from '../start/open-store.ts';
import { assertSandboxThere, runningServer } from './with-database.ts';

export async function backupCommand(args: string[]): Promise<number> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { keep: { type: 'string' } },
  });
  const [place, ...rest] = positionals;
  if (place === undefined || rest.length > 0) {
    throw new AppError('bad_request', 'Usage: sandbox backup TO [--keep N]');
  }
  const keep = values.keep === undefined ? null : Number(values.keep);
  if (keep !== null && !(Number.isInteger(keep) && keep > 0)) {
    throw new AppError('bad_request', '--keep: expected a whole number above 0.');
  }
  const config = readConfig();
  const embedded = config.databaseUrl === undefined;
  assertSandboxThere(config);
  // A stopped embedded database is started for the duration of the copy.
  const store = embedded && runningServer(config) === null ? await openStore(config) : null;
  const to = join(resolve(place), backupName(new Date()));
  try {
    const manifest = await createBackup(
      {
        dataDir: config.dataDir,
        databaseUrl: config.databaseUrl ?? runningServer(config)!,
        embedded,
        files: await openFiles(config, async () => {}),
        derived: ['log/'],
        product: config.version,
      },
      to,
    );
    const removed = keep === null ? [] : keepNewest(resolve(place), keep);
    const bytes = manifest.files.reduce((sum, { size }) => sum + size, 0);
    const answer = { backup: to, at: manifest.at, files: manifest.files.length, bytes, removed };
    process.stdout.write(`${JSON.stringify(answer)}\n`);
    return 0;
  } finally {
    await store?.stop();
  }
}
