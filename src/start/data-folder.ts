import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Permission bits of other users, all removed. */
const OTHERS = 0o077;
/** Entries created by a first start; a folder with one of them is a data folder. */
const OURS = [
  'demo.json',
  'postgres-password',
  'postgres',
  'secret-key',
  'log-key',
  'admin-setup-token',
  'storage',
  'work',
];
/** Folders with files that other users could read in earlier versions. */
const TIGHTENED = ['work'];

/** Creates the data folder without access of other users; returns what it could not restrict. */
export function openDataFolder(folder: string): string[] {
  process.umask(OTHERS);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const names = readdirSync(folder);
  if (names.length > 0 && !names.some((name) => OURS.includes(name))) {
    // The folder may have been named by mistake; leave its permissions to its owner.
    return isOpen(folder) ? [`${folder} can be read by other users of this machine.`] : [];
  }
  const problems = tighten(folder);
  for (const name of names) {
    // PostgreSQL manages its own folder, which may belong to another account.
    if (name === 'postgres') continue;
    problems.push(...(TIGHTENED.includes(name) ? tightenAll : tighten)(join(folder, name)));
  }
  return problems;
}

const isOpen = (path: string) => (statSync(path).mode & OTHERS) !== 0;

function tighten(path: string): string[] {
  try {
    if (isOpen(path)) chmodSync(path, statSync(path).mode & 0o700);
    return [];
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Another process of this sandbox removed it.
    if (code === 'ENOENT') return [];
    return [
      `${path} can be read by other users of this machine, and could not be changed (${code}).`,
    ];
  }
}

function tightenAll(folder: string): string[] {
  const problems = tighten(folder);
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isFile() || entry.isDirectory())
      problems.push(...tighten(join(entry.parentPath, entry.name)));
  }
  return problems;
}
