import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../shared/errors.ts';

export type MigrationFile = { name: string; sql: string; sha256: string };

export type MigrationFiles = {
  baseline: MigrationFile[];
  /** Later changes to tables, each applied once, in numeric order. */
  numbered: MigrationFile[];
  /** Functions, triggers, policies, views and grants: recreated if one of these files changes. */
  repeatable: MigrationFile[];
};

const REPEATABLE_OBJECT =
  /^\s*create\s+(?:or\s+replace\s+)?(?:constraint\s+)?(function|procedure|trigger|policy|view)\b/im;

export const numberOf = (name: string): number => Number(name.slice(0, 4));

async function readFiles(folder: string, prefix: string, pattern: RegExp) {
  const names = (await readdir(join(folder, prefix))).filter((name) => pattern.test(name)).sort();
  return Promise.all(
    names.map(async (file): Promise<MigrationFile> => {
      const sql = await readFile(join(folder, prefix, file), 'utf8');
      const sha256 = createHash('sha256').update(sql).digest('hex');
      return { name: join(prefix, file), sql, sha256 };
    }),
  );
}

/**
 * Reads the folder of migrations.
 *
 * @throws AppError if a file that runs once creates what repeatable files create: it would be
 * dropped
 */
export async function readMigrations(folder: string): Promise<MigrationFiles> {
  const files = {
    baseline: await readFiles(folder, 'baseline', /^\d{2}_.+\.sql$/),
    numbered: await readFiles(folder, '', /^\d{4}_.+\.sql$/),
    repeatable: await readFiles(folder, 'repeatable', /^\d{2}_.+\.sql$/),
  };
  for (const { name, sql } of [...files.baseline, ...files.numbered]) {
    const [, kind] = REPEATABLE_OBJECT.exec(sql) ?? [];
    if (kind) {
      throw new AppError(
        'internal',
        `Migration ${name} creates a ${kind}, which belongs in migrations/repeatable.`,
      );
    }
  }
  return files;
}
