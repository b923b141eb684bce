/**
 * How much JavaScript a page loads, gzipped, held against what it may. Read from what the build says loads what:
 * a page's own chunk with everything it imports; behind sign-in also with every dialog that it can load later.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { featureOf, type Guard, pagesFor } from '../src/shared/pages.ts';

const root = join(import.meta.dirname, '..');
const output = join(root, 'dist', 'web');
type Chunk = { file: string; imports?: string[]; dynamicImports?: string[] };
const manifest = JSON.parse(
  readFileSync(join(root, 'dist', 'web-manifest.json'), 'utf8'),
) as Record<string, Chunk>;

const sizes = new Map<string, number>();
function sizeOf(file: string): number {
  const known = sizes.get(file);
  if (known !== undefined) return known;
  const size = file.endsWith('.js') ? gzipSync(readFileSync(join(output, file))).length : 0;
  sizes.set(file, size);
  return size;
}

/** Files of the chunks and of everything they import; with `later`, also of what they can load. */
function filesOf(names: readonly string[], later = false): Set<string> {
  const files = new Set<string>();
  const seen = new Set<string>();
  const visit = (name: string) => {
    if (seen.has(name)) return;
    seen.add(name);
    const chunk = manifest[name];
    if (!chunk) throw new Error(`The build has no chunk '${name}'.`);
    files.add(chunk.file);
    chunk.imports?.forEach(visit);
    // What the entry can load is the other pages; what a page can load is its own.
    if (later && name !== ENTRY) chunk.dynamicImports?.forEach(visit);
  };
  names.forEach(visit);
  return files;
}

const ENTRY = 'index.html';
const SESSION = Object.keys(manifest).find((name) => /^_session-/.test(name)) ?? 'data/session.ts';
const SHELL = [ENTRY, SESSION, 'app/session-layout.tsx'];
const kilobytes = (files: Iterable<string>) =>
  [...files].reduce((sum, file) => sum + sizeOf(file), sizeOf('theme.js')) / 1000;

const shell = filesOf(SHELL);
/** The chunk a page of the table loads; a page that is part of the entry has none. */
function chunksOf(...guards: Guard[]): { feature: string; name: string }[] {
  return pagesFor(...guards).flatMap((page) => {
    const feature = featureOf(page);
    const names = (manifest[ENTRY]?.dynamicImports ?? []).filter((name) =>
      name.startsWith(`features/${feature}/`),
    );
    return names.map((name) => ({ feature, name }));
  });
}
const beyondShell = (files: Iterable<string>) =>
  [...files].filter((file) => !shell.has(file)).reduce((sum, file) => sum + sizeOf(file), 0) / 1000;
const signedIn = chunksOf('session', 'superadmin');
const rows: { page: string; kB: number; most: number }[] = [
  { page: 'landing', kB: kilobytes(filesOf([ENTRY])), most: 110 },
  ...chunksOf('public').map(({ feature, name }) => ({
    page: feature,
    kB: kilobytes(filesOf([ENTRY, SESSION, 'app/entry-layout.tsx', name])),
    most: 190,
  })),
  { page: 'signed-in shell', kB: kilobytes(shell), most: 250 },
  ...signedIn.flatMap(({ feature, name }) => [
    { page: `+ ${feature}`, kB: beyondShell(filesOf([name])), most: 50 },
    { page: '  with its dialogs', kB: beyondShell(filesOf([name], true)), most: 60 },
  ]),
];

console.log('JavaScript, gzipped, in kB (most in brackets)');
for (const { page, kB, most } of rows) {
  console.log(
    `${page.padEnd(20)} ${kB.toFixed(1).padStart(7)} (${most})${kB > most ? ' TOO MUCH' : ''}`,
  );
}
const expected = pagesFor('session', 'superadmin').length;
if (signedIn.length !== expected) {
  console.log(`${expected} pages were expected behind sign-in, and ${signedIn.length} are built.`);
  process.exitCode = 1;
}
if (rows.some(({ kB, most }) => kB > most)) process.exitCode = 1;
