import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Debian's PostgreSQL 15, for showing that everything holds there too: installed where we are root and it can be had. */
export function findPostgres15() {
  if (existsSync('/usr/lib/postgresql/15/bin/postgres')) return;
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) {
    process.stdout.write(
      '\nNo PostgreSQL 15 here: the database tests run on the embedded server alone.\n',
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
