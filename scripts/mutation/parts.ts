import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Of source in one run of Stryker: some hundred mutants, a few minutes. */
const MAX_LINES = 500;
/** Inputs of a folder's tests besides the folder itself. */
const READ_BY_TESTS = ['src', 'test', 'migrations', 'scripts/mutation', 'package-lock.json'];

const filesBelow = (path: string): string[] =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();

/** Splits files in order into lists of limited lines; a longer file gets its own list. */
export function cutByLines(
  files: readonly { path: string; lines: number }[],
  maxLines = MAX_LINES,
): string[][] {
  const parts: string[][] = [];
  let remaining = 0;
  for (const { path, lines } of files) {
    const part = parts.at(-1);
    if (part === undefined || lines > remaining) {
      parts.push([path]);
      remaining = maxLines - lines;
    } else {
      part.push(path);
      remaining -= lines;
    }
  }
  return parts;
}

/** Returns the sources of a folder below `src`, as paths from the root. */
export function partsOf(root: string, folder: string): string[][] {
  const sources = filesBelow(join(root, 'src', folder)).filter(
    (path) => path.endsWith('.ts') && !/\.(test|fixture)\.ts$/.test(path),
  );
  return cutByLines(
    sources.map((path) => ({
      path: path.slice(root.length + 1),
      lines: readFileSync(path, 'utf8').split('\n').length,
    })),
  );
}

/** Hashes everything that may affect a mutant's result. */
export function hashOfTests(root: string): string {
  const hash = createHash('sha256');
  for (const name of READ_BY_TESTS) {
    const path = join(root, name);
    for (const file of name.endsWith('.json') ? [path] : filesBelow(path))
      hash.update(`${file.slice(root.length)}\0`).update(readFileSync(file));
  }
  return hash.digest('hex').slice(0, 16);
}
