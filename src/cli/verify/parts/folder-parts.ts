import { createReadStream, type Dirent, opendirSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../../shared/errors.ts';
import { collidingNames } from './colliding-names.ts';
import type { Parts } from './parts.ts';
import { hashOf, readBytes } from './read-bytes.ts';

const MAX_FILES = 1_000_000;

function kindOf(entry: Dirent): string {
  if (entry.isSymbolicLink()) return 'a link';
  if (entry.isFIFO()) return 'a pipe';
  if (entry.isSocket()) return 'a socket';
  return entry.isBlockDevice() || entry.isCharacterDevice() ? 'a device' : 'no plain file';
}

/** Lists plain files without following links. */
function listFiles(path: string): { names: string[]; faults: string[] } {
  const names: string[] = [];
  const faults: string[] = [];
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const directory = opendirSync(join(path, folder));
    for (let entry = directory.readSync(); entry !== null; entry = directory.readSync()) {
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) folders.push(name);
      else if (entry.isFile()) names.push(name);
      else faults.push(`${name} is ${kindOf(entry)}.`);
      if (names.length > MAX_FILES) {
        throw new AppError('too_large', `${path} contains more than ${MAX_FILES} files.`);
      }
    }
    directory.closeSync();
  }
  return { names, faults };
}

export function openFolder(path: string): Parts {
  const { names, faults } = listFiles(path);
  const listed = new Set(names);
  const open = (name: string) => {
    if (!listed.has(name)) throw new AppError('not_found', `${path} has no ${name}.`);
    return createReadStream(join(path, name));
  };
  return {
    path,
    faults: [...faults, ...collidingNames(names)],
    has: (name) => listed.has(name),
    read: async (name) => readBytes(open(name)),
    sha256: async (name) => hashOf(open(name)),
    stream: async (name) => open(name),
    names: () => names,
    close: () => {},
  };
}
