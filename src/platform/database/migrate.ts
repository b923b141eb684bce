import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { AppError } from '../../shared/errors.ts';
import { type Authenticator, ensureAuthenticator, ensureRoles } from './roles.ts';

const LOCK = 7_265_002;

export type MigrationResult = { applied: string[]; authenticator: Authenticator };

/** Applies what is missing, each file in a transaction of its own, under one lock. Running twice changes nothing. */
export async function migrate(url: string, folder: string): Promise<MigrationResult> {
  const client = new pg.Client({ connectionString: url, application_name: 'sandbox migrate' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    const { rows } = await client.query<{ version: number }>(
      "select current_setting('server_version_num')::int as version",
    );
    if (rows[0]!.version < 150_000) {
      throw new AppError('unavailable', 'PostgreSQL 15 or newer is needed.');
    }
    await ensureRoles(client);
    const authenticator = await ensureAuthenticator(client);
    await client.query(`grant usage on schema private to ${authenticator.name}`);
    await client.query(
      'create table if not exists private.migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
    );
    await client.query('alter table private.migrations owner to sandbox_owner');
    const applied = await applyMissing(client, folder);
    await client.query(
      `grant execute on function private.begin_request(jsonb), private.begin_key_request(bytea) to ${authenticator.name}`,
    );
    return { applied, authenticator };
  } finally {
    await client.end();
  }
}

async function applyMissing(client: pg.Client, folder: string): Promise<string[]> {
  const known = new Map(
    (
      await client.query<{ name: string; sha256: string }>(
        'select name, sha256 from private.migrations',
      )
    ).rows.map((row) => [row.name, row.sha256]),
  );
  const files = (await readdir(folder)).filter((name) => /^\d{4}_.+\.sql$/.test(name)).sort();
  const applied: string[] = [];
  for (const name of files) {
    const sql = await readFile(join(folder, name), 'utf8');
    const sha256 = createHash('sha256').update(sql).digest('hex');
    const before = known.get(name);
    if (before === sha256) continue;
    if (before !== undefined) {
      throw new AppError('conflict', `Migration ${name} was changed after it had been applied.`);
    }
    await client.query('begin');
    try {
      await client.query('set local role sandbox_owner');
      await client.query(sql);
      await client.query('insert into private.migrations (name, sha256) values ($1, $2)', [
        name,
        sha256,
      ]);
      await client.query('commit');
    } catch (cause) {
      await client.query('rollback');
      throw new AppError('internal', `Migration ${name} failed: ${(cause as Error).message}`, {
        cause,
      });
    }
    applied.push(name);
  }
  return applied;
}
