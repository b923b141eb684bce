import { join, sep } from 'node:path';
import { AppError } from '../../shared/errors.ts';
import { CLUSTER_SETTINGS } from './cluster-settings.ts';
import type { BackupManifest } from './manifest.ts';
import { assertBelow } from './open-declared.ts';

type Embedded = Extract<BackupManifest['database'], { kind: 'embedded' }>;

/** Entries of a data folder that no backup contains. */
const NEVER = new Set(['in-use', 'work', 'cache', 'backup.json']);
/** Top-level entries of a PostgreSQL cluster that a backup contains, without links to other disks. */
const CLUSTER = new Set([
  ...['base', 'global', 'pg_commit_ts', 'pg_dynshmem', 'pg_logical', 'pg_multixact', 'pg_notify'],
  ...['pg_replslot', 'pg_serial', 'pg_snapshots', 'pg_stat', 'pg_stat_tmp', 'pg_subtrans'],
  ...['pg_twophase', 'pg_wal', 'pg_xact', 'PG_VERSION', 'backup_label', ...CLUSTER_SETTINGS],
]);
const SEGMENTS_PER_FILE = 0x100n;
const SEGMENT_BYTES = 16n * 1024n * 1024n;

const incomplete = (missing: string) =>
  new AppError('conflict', `The backup is incomplete: its manifest names no ${missing}.`);
const foreign = (path: string) =>
  new AppError('bad_request', `${path} does not belong to a backup and is not restored.`);

/** Lists the files of the write-ahead log from the first required one to that of `stopLsn`. */
function requiredLog({ startWal, stopLsn }: Embedded): string[] {
  const name = /^([0-9A-F]{8})([0-9A-F]{8})([0-9A-F]{8})$/.exec(startWal);
  const lsn = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/.exec(stopLsn);
  if (name === null || lsn === null) throw incomplete('position in the write-ahead log');
  const hex = (text: string) => BigInt(`0x${text}`);
  const first = hex(name[2]!) * SEGMENTS_PER_FILE + hex(name[3]!);
  const last = ((hex(lsn[1]!) << 32n) + hex(lsn[2]!) - 1n) / SEGMENT_BYTES;
  if (last < first || last - first > 1_000_000n)
    throw incomplete('position in the write-ahead log');
  const part = (value: bigint) => value.toString(16).toUpperCase().padStart(8, '0');
  return Array.from({ length: Number(last - first) + 1 }, (_, i) => {
    const at = first + BigInt(i);
    return `${name[1]}${part(at / SEGMENTS_PER_FILE)}${part(at % SEGMENTS_PER_FILE)}`;
  });
}

function checkCluster(database: Embedded, paths: ReadonlySet<string>): void {
  const inCluster = (path: string) => join('postgres', path);
  const databases = [...paths].flatMap((path) => {
    const [top, base, id] = path.split(sep);
    return top === 'postgres' && base === 'base' && id !== undefined ? [id] : [];
  });
  if (databases.length === 0) throw incomplete('database');
  const required = [
    ...['PG_VERSION', 'backup_label', join('global', 'pg_control')],
    ...requiredLog(database).map((name) => join('pg_wal', name)),
    ...[...new Set(databases)].flatMap((id) =>
      ['PG_VERSION', 'pg_filenode.map'].map((name) => join('base', id, name)),
    ),
  ];
  for (const path of required) if (!paths.has(inCluster(path))) throw incomplete(inCluster(path));
  for (const folder of database.folders) {
    assertBelow(folder);
    const [top] = folder.split(sep);
    if (!CLUSTER.has(top!) && folder !== 'pg_tblspc') throw foreign(inCluster(folder));
  }
}

/**
 * Checks what a manifest names, before anything is restored.
 *
 * @throws AppError if a path leaves the backup, does not belong to one, or a required file is missing
 */
export function checkComplete({ files, database }: BackupManifest): void {
  const paths = new Set<string>();
  for (const { path } of files) {
    assertBelow(path);
    const [top, next] = path.split(sep);
    const isForeign = top === 'postgres' ? !CLUSTER.has(next ?? '') : NEVER.has(top!);
    if (isForeign) throw foreign(path);
    if (paths.has(path)) throw new AppError('bad_request', `${path} is named twice.`);
    paths.add(path);
  }
  if (database.kind === 'embedded') checkCluster(database, paths);
  else if (!paths.has(database.file)) throw incomplete(database.file);
}
