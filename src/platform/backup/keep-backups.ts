import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { archiveOf, trimArchive } from './log-archive.ts';
import { MANIFEST_NAME, readManifest } from './manifest.ts';

const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/;

export const backupName = (time: Date): string =>
  `${time.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;

export function listBackups(place: string): string[] {
  if (!existsSync(place)) return [];
  return readdirSync(place)
    .filter((name) => NAME.test(name) && existsSync(join(place, name, MANIFEST_NAME)))
    .sort();
}

export function timeOfBackup(name: string): Date {
  const [day, time] = name.slice(0, -1).split('T') as [string, string];
  return new Date(`${day}T${time.replaceAll('-', ':')}Z`);
}

/** Removes all but the newest backups, unfinished earlier ones and the log no longer needed. */
export function keepNewest(place: string, count: number): string[] {
  const backups = listBackups(place);
  const [kept, old] = [backups.slice(-count), backups.slice(0, -count)];
  const unfinished = readdirSync(place).filter(
    (name) => name.endsWith('.unfinished') && NAME.test(name.slice(0, -'.unfinished'.length)),
  );
  for (const name of [...old, ...unfinished]) rmSync(join(place, name), { recursive: true });
  const { database } = readManifest(join(place, kept[0]!));
  if (database.kind === 'embedded' && existsSync(archiveOf(place))) {
    trimArchive(place, database.startWal);
  }
  return old;
}
