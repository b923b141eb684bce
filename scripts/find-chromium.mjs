import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Chromium without windows: page tests take half the processor time in it. */
const HEADLESS_SHELL = 'chromium-headless-shell';
const SHELL_PATH = `/usr/bin/${HEADLESS_SHELL}`;
const PLACES = [
  process.env.CHROMIUM,
  SHELL_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
/** Chromium for Linux x64 in an npm package, fetched only if there is no other. */
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
      // Not found: try the next location.
    }
  }
  return null;
}

function apt(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync('apt-get', ['-qq', ...args], { stdio: 'inherit', env }).status === 0;
}

/** Installs Debian's headless shell, even if a full browser exists; it does not replace one. */
function fromDebian() {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return;
  process.stdout.write(
    `\nInstalling Debian's Chromium for the browser tests (apt-get install ${HEADLESS_SHELL}).\n`,
  );
  const install = (name) => apt('install', '-y', '--no-install-recommends', '--no-remove', name);
  if (install(HEADLESS_SHELL)) return;
  apt('update');
  if (!install(HEADLESS_SHELL) && installedOne() === null) install('chromium');
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
    // With this name set, the package also unpacks the NSS libraries that a minimal machine lacks.
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

/** Finds the tests' browser: the configured one, Debian's (as root), an installed one, or npm's. */
export async function findChromium() {
  if (!process.env.CHROMIUM && !existsSync(SHELL_PATH)) fromDebian();
  return installedOne() ?? (await fromNpm());
}
