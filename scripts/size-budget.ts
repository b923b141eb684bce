/**
 * Checks the gzipped JavaScript that each page loads against its limit, from the build manifest: a
 * page's chunk with everything it imports; for signed-in pages also every dialog that it can load
 * later.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { featureOf, type Guard, pagesFor } from '../src/shared/pages.ts';
import { chunksOf, ENTRY, filesOf, type WebChunks } from '../src/shared/web-chunks.ts';

const root = join(import.meta.dirname, '..');
const output = join(root, 'dist', 'web');
const chunks = JSON.parse(
  readFileSync(join(root, 'dist', 'web-manifest.json'), 'utf8'),
) as WebChunks;

const sizes = new Map<string, number>();
function sizeOf(file: string): number {
  const cached = sizes.get(file);
  if (cached !== undefined) return cached;
  const size = file.endsWith('.js') ? gzipSync(readFileSync(join(output, file))).length : 0;
  sizes.set(file, size);
  return size;
}

const kilobytes = (files: Iterable<string>) =>
  [...files].reduce((sum, file) => sum + sizeOf(file), sizeOf('theme.js')) / 1000;

const [anyPage] = pagesFor('session');
const shellNames = [ENTRY, ...chunksOf(chunks, anyPage!.path).shell];
const shell = filesOf(chunks, shellNames);
/** Includes chunks that the frame loads once a page shows its rows: live updates. */
const wholeShell = filesOf(chunks, shellNames, { later: true });
/** Returns the pages with these guards that have own chunks, not those within the entry. */
const built = (...guards: Guard[]) =>
  pagesFor(...guards).flatMap((page) => {
    const { shell, own } = chunksOf(chunks, page.path);
    return own.length === 0 ? [] : [{ feature: featureOf(page), shell, own }];
  });
const beyondShell = (files: Iterable<string>) =>
  [...files].filter((file) => !wholeShell.has(file)).reduce((sum, file) => sum + sizeOf(file), 0) /
  1000;
/** A batch's five tabs load one by one. */
const LATER_LIMITS: Record<string, number> = { reports: 90 };
const signedIn = built('session', 'superadmin');
const rows: { page: string; kB: number; most: number }[] = [
  { page: 'landing', kB: kilobytes(filesOf(chunks, [ENTRY])), most: 110 },
  ...built('public').map(({ feature, shell, own }) => ({
    page: feature,
    kB: kilobytes(filesOf(chunks, [ENTRY, ...shell, ...own])),
    most: 175,
  })),
  { page: 'signed-in shell', kB: kilobytes(shell), most: 225 },
  { page: '  with live rows', kB: kilobytes(wholeShell), most: 250 },
  ...signedIn.flatMap(({ feature, own }) => [
    { page: `+ ${feature}`, kB: beyondShell(filesOf(chunks, own)), most: 50 },
    {
      page: '  with its dialogs',
      kB: beyondShell(filesOf(chunks, own, { later: true })),
      most: LATER_LIMITS[feature] ?? 75,
    },
  ]),
];

console.log('JavaScript, gzipped, in kB (limit in parentheses)');
for (const { page, kB, most } of rows) {
  console.log(
    `${page.padEnd(20)} ${kB.toFixed(1).padStart(7)} (${most})${kB > most ? ' TOO MUCH' : ''}`,
  );
}
const expected = pagesFor('session', 'superadmin').length;
if (signedIn.length !== expected) {
  console.log(`${expected} signed-in pages expected, ${signedIn.length} built.`);
  process.exitCode = 1;
}
if (rows.some(({ kB, most }) => kB > most)) process.exitCode = 1;
