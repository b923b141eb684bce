import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../../shared/errors.ts';
import { findPostgresBinaries } from './binaries.ts';
import { asUnprivileged } from './unprivileged.ts';

export function initializeDatabase(folder: string, data: string, password: string): void {
  const run = asUnprivileged();
  if (run.spawnOptions.uid !== undefined) chmodSync(folder, 0o711);
  // An interrupted initdb leaves a folder without PG_VERSION and without data.
  rmSync(data, { recursive: true, force: true });
  mkdirSync(data, { recursive: true, mode: 0o700 });
  run.own(data);
  const passwordFile = join(folder, 'postgres-initial');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  run.own(passwordFile);
  const { program, args } = run.command(findPostgresBinaries().initdb, [
    `--pgdata=${data}`,
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
  ]);
  const result = spawnSync(program, args, { encoding: 'utf8', ...run.spawnOptions });
  rmSync(passwordFile, { force: true });
  if (result.status !== 0) {
    const output = (result.stderr || result.error?.message || '')
      .trim()
      .split('\n')
      .slice(-3)
      .join(' ');
    throw new AppError('unavailable', `The embedded PostgreSQL could not be set up: ${output}`);
  }
}
