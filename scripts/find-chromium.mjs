import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const PLACES = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
/** A Chromium for Linux x64 in an npm package, fetched only where there is no other. */
const PACKAGE = '@sparticuz/chromium@153.0.0';
const packageFolder = join(
  dirname(fileURLToPath(import.meta.url)),
  '..',
  'node_modules',
  '.cache',
  'chromium',
);

function installedOne() {
  for (const place of PLACES) {
    if (!place) continue;
    try {
      accessSync(place, constants.X_OK);
      return place;
    } catch {
      // Not here: the next place.
    }
  }
  return null;
}

function fromDebian() {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return null;
  process.stdout.write(
    "\nInstalling Debian's Chromium for the browser tests (apt-get install chromium).\n",
  );
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env });
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], {
    stdio: 'inherit',
    env,
  });
  return installedOne();
}

async function fromNpm() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null;
  const entry = join(packageFolder, 'node_modules/@sparticuz/chromium/build/index.js');
  if (!existsSync(entry)) {
    process.stdout.write(`\nFetching ${PACKAGE} for the browser tests.\n`);
    mkdirSync(packageFolder, { recursive: true });
    const args = ['install', '--prefix', packageFolder, '--no-save', '--no-audit', '--no-fund'];
    spawnSync('npm', [...args, '--loglevel=error', PACKAGE], { stdio: 'inherit' });
  }
  if (!existsSync(entry)) return null;
  try {
    // Under this name the package also unpacks the NSS libraries that a bare machine lacks.
    process.env.AWS_EXECUTION_ENV = 'AWS_Lambda_nodejs24.x';
    const { default: chromium } = await import(pathToFileURL(entry).href);
    const path = await chromium.executablePath();
    return spawnSync(path, ['--version']).status === 0 ? path : null;
  } catch {
    return null;
  } finally {
    delete process.env.AWS_EXECUTION_ENV;
  }
}

/** The browser for the tests: one that is there, else Debian's where we are root, else one from npm. */
export async function findChromium() {
  return installedOne() ?? fromDebian() ?? (await fromNpm());
}
