import { existsSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../../../shared/errors.ts';
import { syncFolder } from '../../../files/sync-folder.ts';

/** What an upgrade made, once it was compared with what it was made from. */
export const UPGRADED = 'postgres-upgraded';

/** The major version of the PostgreSQL that made a folder; null where there is no database in it. */
export function majorOf(data: string): number | null {
  const file = join(data, 'PG_VERSION');
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : null;
}

/** Between the two renames that end an upgrade there is no database under its name. */
export async function endInterruptedUpgrade(folder: string): Promise<void> {
  const [data, upgraded] = [join(folder, 'postgres'), join(folder, UPGRADED)];
  if (existsSync(data) || !existsSync(upgraded)) return;
  renameSync(upgraded, data);
  await syncFolder(folder);
}

export function refuseOtherMajor(data: string, major: number): void {
  const found = majorOf(data);
  if (found === null || found === major) return;
  const what = `The database in ${data} was made by PostgreSQL ${found}, and this version of the sandbox brings PostgreSQL ${major}`;
  throw new AppError(
    'conflict',
    found < major
      ? `${what}. Run: npx --no-install sandbox upgrade-database (docs/operations/upgrade-database.md). Nothing was changed.`
      : `${what}, which can't read it. Start it with a version of the sandbox that brings PostgreSQL ${found}. Nothing was changed.`,
  );
}
