/** Builds the web pages when their sources are newer than what was built. */
import { createHash } from 'node:crypto';
import {
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
import { build } from 'vite';

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

export function sourcesHash() {
  const hash = createHash('sha256');
  for (const place of ['src/web', 'src/shared', 'vite.config.ts', 'package-lock.json']) {
    for (const file of filesBelow(join(root, place))) {
      if (file.includes('.test.')) continue;
      hash.update(file.slice(root.length)).update(readFileSync(file));
    }
  }
  return hash.digest('hex');
}

const wanted = sourcesHash();
if (
  existsSync(stamp) &&
  existsSync(join(output, 'index.html')) &&
  existsSync(manifest) &&
  readFileSync(stamp, 'utf8') === wanted
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
writeFileSync(stamp, wanted);
