import { existsSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../../../shared/errors.ts';
import { syncFolder } from '../../../files/sync-folder.ts';

/** Folder of an upgraded database after comparison with the original. */
export const UPGRADED = 'postgres-upgraded';

export function majorOf(data: string): number | null {
  const file = join(data, 'PG_VERSION');
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : null;
}

/** Completes an upgrade that was interrupted between its two final renames. */
export async function endInterruptedUpgrade(folder: string): Promise<void> {
  const [data, upgraded] = [join(folder, 'postgres'), join(folder, UPGRADED)];
  if (existsSync(data) || !existsSync(upgraded)) return;
  renameSync(upgraded, data);
  await syncFolder(folder);
}

export function refuseOtherMajor(data: string, major: number): void {
  const version = majorOf(data);
  if (version === null || version === major) return;
  const what = `The database in ${data} was created by PostgreSQL ${version}; this version of the sandbox includes PostgreSQL ${major}`;
  throw new AppError(
    'conflict',
    version < major
      ? `${what}. Run: npx --no-install sandbox upgrade-database (docs/operations/upgrade-database.md). Nothing was changed.`
      : `${what}, which can't read it. Start it with a version of the sandbox that includes PostgreSQL ${version}. Nothing was changed.`,
  );
}
