import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Installs Debian's PostgreSQL 15, if root and available, to run the tests on it too. */
export function findPostgres15() {
  if (existsSync('/usr/lib/postgresql/15/bin/postgres')) return;
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) {
    process.stdout.write(
      '\nPostgreSQL 15 not found: the database tests run only on the embedded server.\n',
    );
    return;
  }
  process.stdout.write(
    "\nInstalling Debian's PostgreSQL 15 for the database tests (apt-get install postgresql-15).\n",
  );
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env });
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'postgresql-15'], {
    stdio: 'inherit',
    env,
  });
}
