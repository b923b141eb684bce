/**
 * Writes program/, the JavaScript of src/ for `npm pack`: Node strips no types below node_modules.
 * Folders keep their depth, so that relative paths to migrations and pages hold. `--delete` removes it.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..');
const target = join(root, 'program');
const RELATIVE_MODULE = /(['"])(\.{1,2}\/[^'"\n]+)\.ts\1/g;

rmSync(target, { recursive: true, force: true });
if (process.argv.includes('--delete')) process.exit();
for (const file of readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })) {
  if (file.startsWith('web/') || /\.(test|fixture)\.ts$/.test(file)) continue;
  const source = join(root, 'src', file);
  const out = join(target, file);
  if (/\.(json|mjs)$/.test(file)) cpSync(source, out);
  if (!file.endsWith('.ts')) continue;
  mkdirSync(dirname(out), { recursive: true });
  const code = stripTypeScriptTypes(readFileSync(source, 'utf8'));
  writeFileSync(out.replace(/\.ts$/, '.js'), code.replaceAll(RELATIVE_MODULE, '$1$2.js$1'));
}
