import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './sandbox.ts';

/**
 * Returns the programs of a virtual environment with PyPI packages, fetched once; null, with a
 * notice, if unavailable. For long tests only.
 */
export function pythonWith(name: string, packages: readonly string[]): string | null {
  if (!process.env.TEST_LONG) return null;
  const venv = join(root, 'node_modules/.cache', name);
  const bin = join(venv, 'bin');
  if (existsSync(join(venv, 'installed'))) return bin;
  const run = (command: string, ...args: string[]) =>
    spawnSync(command, args, { stdio: 'ignore', timeout: 400_000 }).status === 0;
  const isThere =
    run('python3', '-m', 'venv', venv) && run(join(bin, 'pip'), 'install', '--quiet', ...packages);
  if (!isThere) {
    process.stderr.write(`skipped: ${packages.join(', ')} could not be installed from PyPI\n`);
    return null;
  }
  writeFileSync(join(venv, 'installed'), '');
  return bin;
}
