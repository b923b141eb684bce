import { canonicalHash } from './canonical-hash.ts';
import type { FileDigest } from './statement.ts';

/** Maximum characters of the hashes in a log entry, whose details hold 8 KB. */
const MAX_CHARACTERS = 6000;

type Digests = { [part: string]: string };

const folderOf = (name: string): string => name.split('/')[0]!;

/** Returns the hash of each file, or of each folder at the top if these are too many for an entry. */
export function packDigests(files: readonly FileDigest[]): Digests {
  const each = Object.fromEntries(files.map(({ name, sha256 }) => [name, sha256]));
  return JSON.stringify(each).length <= MAX_CHARACTERS ? each : folderDigests(files);
}

function folderDigests(files: readonly FileDigest[]): Digests {
  const folders = Map.groupBy(files, ({ name }) => folderOf(name));
  return Object.fromEntries(
    [...folders].map(([folder, within]) => [
      within.length === 1 && within[0]!.name === folder ? folder : `${folder}/`,
      folderHash(within),
    ]),
  );
}

const folderHash = (within: readonly FileDigest[]): string =>
  canonicalHash(Object.fromEntries(within.map(({ name, sha256 }) => [name, sha256])));

/** Returns the files or folders whose hashes differ from the sealed ones, added and removed too. */
export function differingParts(sealed: Digests, files: readonly FileDigest[]): string[] {
  const isFolded = Object.keys(sealed).some((name) => name.endsWith('/'));
  const found = isFolded
    ? folderDigests(files)
    : Object.fromEntries(files.map(({ name, sha256 }) => [name, sha256]));
  const names = new Set([...Object.keys(sealed), ...Object.keys(found)]);
  return [...names].filter((name) => sealed[name] !== found[name]).sort();
}
