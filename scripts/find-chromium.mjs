import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';

const PLACES = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

function present() {
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

/** The browser for the tests: one that is there, else Debian's, installed where we are root and apt-get is at hand. */
export function findChromium() {
  const found = present();
  if (found !== null) return found;
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
  return present();
}
