/**
 * Makes a fresh clone ready: installs what package-lock.json says, when it has changed since the last time.
 * Plain Node, no dependency: it runs before anything is installed, on whatever Node started npm.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const lockFile = join(root, 'package-lock.json');
const stamp = join(root, 'node_modules', '.installed-lock');
const hash = () => createHash('sha256').update(readFileSync(lockFile)).digest('hex');

const wanted = hash();
const installed = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';
if (installed !== wanted) {
  process.stderr.write('Installing dependencies. The first time this takes about a minute.\n');
  const npm = process.env.npm_execpath;
  const args = [
    'install',
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--include=dev',
    '--include=optional',
    '--loglevel=error',
  ];
  const env = { ...process.env, NODE_ENV: 'development' };
  const result = npm
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio: 'inherit', env })
    : spawnSync('npm', args, { cwd: root, stdio: 'inherit', env });
  if (result.status !== 0) {
    process.stderr.write('npm install failed; the lines above say why.\n');
    process.exit(1);
  }
  if (hash() !== wanted) {
    process.stderr.write(
      'package-lock.json does not fit package.json: npm changed it while installing.\n',
    );
    process.exit(1);
  }
  writeFileSync(stamp, wanted);
}

const bundled = join(root, 'node_modules', '.bin', 'node');
if (!existsSync(bundled)) {
  if (Number(process.versions.node.split('.')[0]) < 24) {
    process.stderr.write(
      `No Node 24 comes with npm for ${process.platform}-${process.arch}. Install Node 24 or newer and run this again.\n`,
    );
    process.exit(1);
  }
} else {
  execFileSync(bundled, ['--version'], { stdio: 'ignore' });
}
