import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type pg from 'pg';
import { copyHashed, writeHashed } from './copy-hashed.ts';
import type { BackedUpFile, BackupManifest } from './manifest.ts';

/** Folders copied empty and files left out (PostgreSQL manual, low-level base backup). */
const EMPTIED = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);
const LEFT_OUT =
  /^(postmaster\.(pid|opts)|pg_internal\.init.*|backup_label.*|tablespace_map.*|pgsql_tmp.*)$/;

type Copied = {
  files: BackedUpFile[];
  database: Extract<BackupManifest['database'], { kind: 'embedded' }>;
  at: string;
};

async function* filesBelow(
  folder: string,
  path = '',
): AsyncGenerator<{ path: string; empty: boolean }> {
  const entries = await readdir(join(folder, path), { withFileTypes: true });
  if (entries.length === 0) yield { path, empty: true };
  for (const entry of entries) {
    const name = join(path, entry.name);
    if (LEFT_OUT.test(entry.name)) continue;
    if (!entry.isDirectory()) yield { path: name, empty: false };
    else if (path === '' && EMPTIED.has(entry.name)) yield { path: name, empty: true };
    else yield* filesBelow(folder, name);
  }
}

/** Copies the log files. Names within one timeline sort as text. */
async function copyLog(
  { data, to }: { data: string; to: string },
  { first, last }: { first: string; last: string },
): Promise<BackedUpFile[]> {
  const files: BackedUpFile[] = [];
  for (const name of await readdir(join(data, 'pg_wal'))) {
    const isNeeded = /^[0-9A-F]{24}$/.test(name) && name >= first && name <= last;
    const isHistory = name.endsWith('.history');
    if (!isNeeded && !isHistory) continue;
    const path = join('pg_wal', name);
    const copied = await copyHashed(join(data, path), join(to, path));
    if (copied !== null) files.push({ path, ...copied });
  }
  return files;
}

/**
 * Copies the files of a running PostgreSQL, in order of their names, with the write-ahead log of
 * that time; a server started on the copy recovers the state at the end of the copy.
 *
 * @param client a superuser's connection, which stays open meanwhile
 * @param data the cluster's folder
 * @param to a folder that does not exist yet
 */
export async function copyCluster(
  client: pg.Client,
  { data, to }: { data: string; to: string },
): Promise<Copied> {
  // The log of that time must not be recycled; the slot ends with the connection.
  const slot = `backup_${process.pid}`;
  await client.query('select pg_create_physical_replication_slot($1, true, true)', [slot]);
  const start = await client.query<{ lsn: string; wal: string; major: number }>(
    `select lsn::text, pg_walfile_name(lsn) as wal, current_setting('server_version_num')::int / 10000 as major
       from pg_backup_start('sandbox backup', true) lsn`,
  );
  const files: BackedUpFile[] = [];
  const folders: string[] = [];
  for await (const { path, empty } of filesBelow(data)) {
    if (empty) {
      folders.push(path);
      continue;
    }
    const copied = await copyHashed(join(data, path), join(to, path));
    if (copied !== null) files.push({ path, ...copied });
  }
  const { rows } = await client.query<{ lsn: string; wal: string; label: string; at: string }>(
    `select lsn::text, pg_walfile_name(lsn) as wal, labelfile as label, to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
       from pg_backup_stop(false)`,
  );
  const [started, stopped] = [start.rows[0]!, rows[0]!];
  files.push(...(await copyLog({ data, to }, { first: started.wal, last: stopped.wal })));
  const label = Readable.from([Buffer.from(stopped.label)]);
  files.push({ path: 'backup_label', ...(await writeHashed(label, join(to, 'backup_label'))) });
  return {
    files,
    at: stopped.at,
    database: {
      kind: 'embedded',
      major: started.major,
      startLsn: started.lsn,
      stopLsn: stopped.lsn,
      startWal: started.wal,
      folders,
    },
  };
}
