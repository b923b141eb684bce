import { createHash } from 'node:crypto';
import pg from 'pg';
import { AppError } from '../../shared/errors.ts';
import { accessOf, type DatabaseAccess, type DatabaseRoles } from './access.ts';
import { dropRepeatable, splitRepeatable, withRoles } from './apply-repeatable.ts';
import {
  type MigrationFile,
  type MigrationFiles,
  numberOf,
  readMigrations,
} from './migration-files.ts';
import { ensureRoles } from './roles.ts';

const LOCK = 7_265_002;
const REPEATABLE = 'repeatable';

/** First and last of the numbered files that the baseline replaces. */
const FIRST_BEFORE_BASELINE = '0001_foundation.sql';
const LAST_BEFORE_BASELINE = '0080_analyzed_batches.sql';

export type MigrationResult = { applied: string[]; access: DatabaseAccess };

/**
 * Migrates a database to the schema in `folder`, in one transaction. Idempotent.
 *
 * @param url address of the database as a role that owns it and may create roles
 * @throws AppError if the server is too old, or the database was written by a newer version
 */
export async function migrate(url: string, folder: string): Promise<MigrationResult> {
  const files = await readMigrations(folder);
  const client = new pg.Client({ connectionString: url, application_name: 'sandbox migrate' });
  await client.connect();
  try {
    await requireServer(client);
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [LOCK]);
    const alreadyApplied = await readApplied(client);
    refuseNewer(alreadyApplied, files);
    const { roles, login, moved } = await ensureRoles(client).catch(explainRights);
    await client.query(
      'create table if not exists private.migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
    );
    await client.query(`alter table private.migrations owner to ${roles.owner}`);
    await client.query(`set local role ${roles.owner}`);
    const applied = await bringUpToDate(client, { known: alreadyApplied, files, roles, moved });
    await client.query('commit');
    return { applied, access: accessOf(url, login) };
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    await client.end();
  }
}

/** Explains missing rights; PostgreSQL's message names an object unknown to the user. */
function explainRights(cause: unknown): never {
  if ((cause as { code?: unknown }).code !== '42501') throw cause;
  throw new AppError(
    'unavailable',
    `The role in DATABASE_URL must own the database and be able to create roles (CREATEROLE): ${(cause as Error).message}.`,
    { cause },
  );
}

async function requireServer(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ version: number }>(
    "select current_setting('server_version_num')::int as version",
  );
  if (rows[0]!.version < 150_000) {
    throw new AppError('unavailable', 'PostgreSQL 15 or newer is required.');
  }
}

async function readApplied(client: pg.ClientBase): Promise<Map<string, string>> {
  const { rows: found } = await client.query<{ exists: boolean }>(
    "select to_regclass('private.migrations') is not null as exists",
  );
  if (!found[0]!.exists) return new Map();
  const { rows } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from private.migrations',
  );
  return new Map(rows.map((row) => [row.name, row.sha256]));
}

/** Refuses databases of newer versions, whose data this one could misread. */
function refuseNewer(known: Map<string, string>, { numbered }: MigrationFiles): void {
  const newest = (names: string[]) =>
    Math.max(
      numberOf(LAST_BEFORE_BASELINE),
      ...names.filter((n) => /^\d{4}_/.test(n)).map(numberOf),
    );
  const here = newest([...known.keys()]);
  const program = newest(numbered.map(({ name }) => name));
  if (here > program) {
    throw new AppError(
      'conflict',
      `This database was written by a newer version (schema ${here}; this version supports up to ${program}).`,
    );
  }
}

type Step = {
  known: Map<string, string>;
  files: MigrationFiles;
  roles: DatabaseRoles;
  moved: boolean;
};

async function bringUpToDate(client: pg.ClientBase, step: Step): Promise<string[]> {
  const { known, files, roles } = step;
  if (known.has(FIRST_BEFORE_BASELINE)) await recognizeBaseline(client, known, files.baseline);
  const missing = [...files.baseline, ...files.numbered].filter((file) => isMissing(file, known));
  const repeatable = hashOf(files.repeatable);
  if (missing.length === 0 && !step.moved && known.get(REPEATABLE) === repeatable) return [];
  const { beforeTables, afterTables } = splitRepeatable(files.repeatable);
  await dropRepeatable(client, roles);
  for (const file of beforeTables) await run(client, file, roles);
  for (const file of missing) {
    await run(client, file, roles);
    await record(client, file);
  }
  for (const file of afterTables) await run(client, file, roles);
  await record(client, { name: REPEATABLE, sha256: repeatable });
  return [...missing.map(({ name }) => name), REPEATABLE];
}

/** Marks tables from before the baseline as existing; older programs must not change them again. */
async function recognizeBaseline(
  client: pg.ClientBase,
  known: Map<string, string>,
  baseline: MigrationFile[],
): Promise<void> {
  if (!known.has(LAST_BEFORE_BASELINE)) {
    throw new AppError(
      'conflict',
      'This database was written by a version too old for a direct upgrade. Start version 0.1.0 on it first.',
    );
  }
  for (const file of baseline) {
    if (known.has(file.name)) continue;
    await record(client, file);
    known.set(file.name, file.sha256);
  }
  await client.query(
    "update private.migrations set sha256 = 'part of the baseline' where name between $1 and $2",
    [FIRST_BEFORE_BASELINE, LAST_BEFORE_BASELINE],
  );
}

function isMissing({ name, sha256 }: MigrationFile, known: Map<string, string>): boolean {
  const before = known.get(name);
  if (before !== undefined && before !== sha256) {
    throw new AppError('conflict', `Migration ${name} was changed after it was applied.`);
  }
  return before === undefined;
}

const hashOf = (files: MigrationFile[]): string =>
  createHash('sha256')
    .update(files.map(({ name, sha256 }) => `${name} ${sha256}\n`).join(''))
    .digest('hex');

async function run(
  client: pg.ClientBase,
  { name, sql }: MigrationFile,
  roles: DatabaseRoles,
): Promise<void> {
  try {
    await client.query(withRoles(sql, roles));
  } catch (cause) {
    throw new AppError('internal', `Migration ${name} failed: ${(cause as Error).message}`, {
      cause,
    });
  }
}

async function record(
  client: pg.ClientBase,
  { name, sha256 }: Pick<MigrationFile, 'name' | 'sha256'>,
): Promise<void> {
  await client.query(
    `insert into private.migrations (name, sha256) values ($1, $2)
     on conflict (name) do update set sha256 = excluded.sha256, applied_at = now()`,
    [name, sha256],
  );
}
