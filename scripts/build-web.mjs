/** Builds the web pages if their sources are newer than the last build. */
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'vite';
import { exampleStatement } from '../src/cli/demo/german-statement.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const output = join(root, 'dist', 'web');
const stamp = join(root, 'dist', '.web-sources');
const manifest = join(root, 'dist', 'web-manifest.json');

function filesBelow(path) {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesBelow(join(path, name)));
}

const SOURCES = [
  'src/web',
  'src/shared',
  'vite.config.ts',
  'src/cli/demo/german-statement.ts',
  'docs/recipes.md',
  'scripts/build-web.mjs',
  'scripts/chunk-groups.ts',
  'package-lock.json',
];

export function sourcesHash() {
  const hash = createHash('sha256');
  for (const place of SOURCES) {
    for (const file of filesBelow(join(root, place))) {
      if (file.includes('.test.')) continue;
      hash.update(file.slice(root.length)).update(readFileSync(file));
    }
  }
  return hash.digest('hex');
}

/** Writes a compressed copy next to a file, for browsers that accept it, if that is smaller. */
function compress(file) {
  const bytes = readFileSync(file);
  for (const [ending, pressed] of [
    ['br', brotliCompressSync(bytes)],
    ['gz', gzipSync(bytes, { level: 9 })],
  ]) {
    if (pressed.length < bytes.length) writeFileSync(`${file}.${ending}`, pressed);
  }
}

const currentHash = sourcesHash();
if (
  existsSync(stamp) &&
  existsSync(join(output, 'index.html')) &&
  existsSync(manifest) &&
  readFileSync(stamp, 'utf8') === currentHash
) {
  process.exit(0);
}
process.stderr.write('Building the web pages.\n');
await build({
  root: join(root, 'src', 'web'),
  configFile: join(root, 'vite.config.ts'),
  logLevel: 'warn',
});
renameSync(join(output, '.vite', 'manifest.json'), manifest);
rmSync(join(output, '.vite'), { recursive: true });
writeFileSync(join(output, 'example-statement.csv'), exampleStatement());
// As text, which browsers show.
copyFileSync(join(root, 'docs', 'recipes.md'), join(output, 'recipes.txt'));
for (const file of filesBelow(output)) if (/\.(js|css|svg|csv)$/.test(file)) compress(file);
writeFileSync(stamp, currentHash);
