import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What others may do with a file: nothing. */
const OTHERS = 0o077;
/** What a first start makes; a folder with one of them is a data folder. */
const OURS = [
  'postgres-password',
  'postgres',
  'secret-key',
  'log-key',
  'admin-setup-token',
  'storage',
  'work',
];
/** Whose files were readable by others before: all below is tightened. Storage and outbox never were. */
const TIGHTENED = ['work'];

/**
 * Makes the data folder, and keeps everything in it from the machine's other users: what this process makes from now
 * on, and what is there already. Answers what it could not tighten, in sentences.
 */
export function openDataFolder(folder: string): string[] {
  process.umask(OTHERS);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const names = readdirSync(folder);
  if (names.length > 0 && !names.some((name) => OURS.includes(name))) {
    // Another folder may have been named by mistake; its own rights are its owner's business.
    return isOpen(folder) ? [`${folder} can be read by other users of this machine.`] : [];
  }
  const problems = tighten(folder);
  for (const name of names) {
    // PostgreSQL keeps its own folder, which may belong to another account.
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
    // Another process of this sandbox took it away.
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
