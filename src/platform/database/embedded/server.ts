import { chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { findPostgresBinaries } from './binaries.ts';
import { claimFolder } from './claim-folder.ts';
import { initializeDatabase } from './initialize.ts';
import { type EmbeddedServer, runPostmaster } from './postmaster.ts';
import { asUnprivileged } from './unprivileged.ts';
import { endInterruptedUpgrade, refuseOtherMajor } from './upgrade/major-version.ts';

/**
 * Starts the PostgreSQL of npm in `folder/postgres`, on `port` or a free one; `added` settings are
 * `name=value`.
 */
export async function startEmbeddedServer(
  folder: string,
  added: readonly string[] = [],
  port?: number,
): Promise<EmbeddedServer> {
  const data = join(folder, 'postgres');
  const { postgres, major } = findPostgresBinaries();
  await endInterruptedUpgrade(folder);
  refuseOtherMajor(data, major);
  const { password, release } = await claimFolder(folder);
  if (!existsSync(join(data, 'PG_VERSION'))) initializeDatabase(folder, data, password);
  // Another account may traverse to its own folder but not list or read the rest.
  if (asUnprivileged().spawnOptions.uid !== undefined) chmodSync(folder, 0o711);
  const server = await runPostmaster({ program: postgres, data, password, settings: added, port });
  return {
    ...server,
    stop: async () => {
      await server.stop();
      release();
    },
  };
}
