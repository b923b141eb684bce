/**
 * Prepares a fresh clone: installs package-lock.json if it changed since the last time, and with
 * `--build` builds the web pages. Plain Node without dependencies, since it runs before the
 * installation, on any Node that started npm.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const lockFile = join(root, 'package-lock.json');
const stamp = join(root, 'node_modules', '.installed-lock');
const lockHash = () => createHash('sha256').update(readFileSync(lockFile)).digest('hex');

/** Checks the Node version: npm silently skips native packages that exclude the running Node. */
function installsEverything(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major === 20 ? minor >= 19 : major === 22 ? minor >= 12 : major > 22;
}

if (!installsEverything(process.versions.node)) {
  process.stderr.write(
    `Node ${process.versions.node} is too old. Install Node 20.19, 22.12 or newer (not 21), then run this again.\n`,
  );
  process.exit(1);
}

const currentHash = lockHash();
const [installedLock, installedBy = ''] = existsSync(stamp)
  ? readFileSync(stamp, 'utf8').split(' by node ')
  : [];
if (installedLock !== currentHash || !installsEverything(installedBy)) {
  process.stderr.write('Installing dependencies. The first time this takes about a minute.\n');
  const npm = process.env.npm_execpath;
  const fresh = !existsSync(join(root, 'node_modules'));
  const args = [
    ...(fresh ? ['ci'] : ['install', '--no-save']),
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
    process.stderr.write('npm could not install the dependencies; see the lines above.\n');
    process.exit(1);
  }
  if (lockHash() !== currentHash) {
    process.stderr.write(
      'package-lock.json does not match package.json: npm changed it during installation.\n',
    );
    process.exit(1);
  }
  writeFileSync(stamp, `${currentHash} by node ${process.versions.node}`);
}

const bundled = join(root, 'node_modules', '.bin', 'node');
const node = existsSync(bundled) ? bundled : process.execPath;
if (node === process.execPath && Number(process.versions.node.split('.')[0]) < 24) {
  process.stderr.write(
    `No Node 24 comes with npm for ${process.platform}-${process.arch}. Install Node 24 or newer and run this again.\n`,
  );
  process.exit(1);
}
if (process.argv.includes('--build')) {
  const built = spawnSync(node, [join(root, 'scripts', 'build-web.mjs')], { stdio: 'inherit' });
  process.exit(built.status ?? 1);
}
