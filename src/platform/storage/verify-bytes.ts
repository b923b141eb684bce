import type pg from 'pg';
import { AppError } from '../../shared/errors.ts';
import type { FileStore } from '../files/file-store.ts';
import { hashBytes } from '../files/hash-bytes.ts';
import { fileKey } from './context.ts';
import { storageErrors } from './storage-error.ts';

export type Recorded = { version: string; sha256: string };

type Files = Pick<FileStore, 'get' | 'stat'>;

/** Validity of a verification if size and mtime stay, for parts of one download. */
const FRESH_MS = 60_000;
const MAX_REMEMBERED = 1000;

/** Returns true if the stored bytes match the recorded hash; false if missing. */
export async function areIntact(files: Files, { version, sha256 }: Recorded): Promise<boolean> {
  try {
    return (await hashBytes(await files.get(fileKey(version)))).sha256 === sha256;
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return false;
    throw error;
  }
}

/** Records a file's damage on the audit trail, once a day per file. */
export async function recordDamage(
  pool: Pick<pg.Pool, 'query'>,
  { version, sha256 }: Recorded,
): Promise<void> {
  await pool.query(
    `insert into audit.events (tenant_id, action, object_type, object_id, detail)
     select o.tenant_id, 'file.damaged', o.bucket_id, o.name, jsonb_build_object('sha256', $2::text)
       from storage.objects o
      where o.version = $1
        and not exists (select from audit.events e
          where e.object_id = o.name and e.object_type = o.bucket_id and e.action = 'file.damaged'
            and e.at > now() - interval '1 day')`,
    [version, sha256],
  );
}

/** Returns false if the row that names the file records another hash than the object. */
async function matchesRow(
  pool: Pick<pg.Pool, 'query'>,
  { version, sha256 }: Recorded,
): Promise<boolean> {
  const { rows } = await pool.query<{ sha256: string | null }>(
    `select private.recorded_sha256(bucket_id, name) as sha256
       from storage.objects where version = $1`,
    [version],
  );
  const recorded = rows[0]?.sha256 ?? null;
  return recorded === null || recorded === sha256;
}

export type Verifier = (recorded: Recorded) => Promise<void>;

/** Verifies a file before any byte is sent; refuses and records mismatches. */
export function createVerifier(files: Files, pool: Pick<pg.Pool, 'query'>): Verifier {
  const verified = new Map<string, number>();
  return async (recorded) => {
    const stats = await files.stat(fileKey(recorded.version));
    if (stats === null) throw new AppError('not_found', 'The file no longer exists.');
    if (!(await matchesRow(pool, recorded))) {
      await recordDamage(pool, recorded);
      throw storageErrors.damaged();
    }
    const state = `${recorded.version} ${recorded.sha256} ${stats.size} ${stats.modifiedAt.getTime()}`;
    if ((verified.get(state) ?? 0) > Date.now() - FRESH_MS) return;
    if (!(await areIntact(files, recorded))) {
      await recordDamage(pool, recorded);
      throw storageErrors.damaged();
    }
    if (verified.size >= MAX_REMEMBERED) verified.clear();
    verified.set(state, Date.now());
  };
}
