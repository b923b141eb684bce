import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../../../shared/errors.ts';

const NAMES = ['postgres', 'pg_dump', 'pg_dumpall', 'psql'] as const;

export type OldPrograms = Record<(typeof NAMES)[number], string>;

/** Install locations of Debian, Red Hat, Homebrew and PostgreSQL's own installer. */
const placesOf = (major: number): string[] => [
  `/usr/lib/postgresql/${major}/bin`,
  `/usr/pgsql-${major}/bin`,
  `/opt/homebrew/opt/postgresql@${major}/bin`,
  `/usr/local/opt/postgresql@${major}/bin`,
  `/Library/PostgreSQL/${major}/bin`,
];

function versionOf(program: string): number {
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  return Number(/(\d+)(?:\.\d+|beta\d+|rc\d+)/.exec(stdout ?? '')?.[1]);
}

/** Finds the programs; throws AppError if one is missing or of another version. */
export function findOldPrograms(major: number, folder: string | null): OldPrograms {
  const places = folder === null ? placesOf(major) : [folder];
  const place = places.find((each) => NAMES.every((name) => existsSync(join(each, name))));
  if (place === undefined) {
    throw new AppError(
      'bad_request',
      `Reading the database requires the programs of PostgreSQL ${major} (${NAMES.join(', ')}), not found in ${places.join(', ')}. Install PostgreSQL ${major}, or pass their folder with --bin. Nothing was changed.`,
    );
  }
  const programs = Object.fromEntries(
    NAMES.map((name) => [name, join(place, name)]),
  ) as OldPrograms;
  for (const program of Object.values(programs)) {
    if (versionOf(program) !== major)
      throw new AppError('bad_request', `${program} is not from PostgreSQL ${major}.`);
  }
  return programs;
}
