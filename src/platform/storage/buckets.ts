import type pg from 'pg';
import { isoTime } from './objects.ts';
import { storageErrors } from './storage-error.ts';

export type BucketRow = {
  id: string;
  name: string;
  /** Empty if created by the service: clients take null for an error. */
  owner: string;
  public: boolean;
  file_size_limit: number | null;
  allowed_mime_types: string[] | null;
  type: string;
  created_at: string;
  updated_at: string;
};

export const BUCKET_COLUMNS = `id, name, coalesce(owner::text, '') as owner, public, file_size_limit::float8 as file_size_limit,
  allowed_mime_types, type, ${isoTime('created_at')}, ${isoTime('updated_at')}`;

/** Reads the bucket's upload rules, which apply even if the caller cannot see the bucket. */
export async function requireBucket(owner: Pick<pg.Pool, 'query'>, id: string): Promise<BucketRow> {
  const { rows } = await owner.query<BucketRow>(
    `select ${BUCKET_COLUMNS} from storage.buckets where id = $1`,
    [id],
  );
  if (!rows[0]) throw storageErrors.bucketNotFound();
  return rows[0];
}

const UNITS: Record<string, number> = {
  b: 1,
  kb: 1000,
  mb: 1000 ** 2,
  gb: 1000 ** 3,
  kib: 1024,
  mib: 1024 ** 2,
  gib: 1024 ** 3,
};

/** Parses a size limit: bytes, or '20mb' for 20,000,000. */
export function parseSizeLimit(limit: number | string | null | undefined): number | null {
  if (limit === null || limit === undefined || limit === '') return null;
  const match = /^(\d+(?:\.\d+)?)\s*([kmg]?i?b)?$/i.exec(String(limit));
  const unit = UNITS[(match?.[2] ?? 'b').toLowerCase()];
  if (!match || unit === undefined) {
    throw storageErrors.invalidRequest(`Invalid file size format: ${limit}`);
  }
  const bytes = Math.floor(Number(match[1]) * unit);
  // Clients send zero to remove a limit.
  return bytes === 0 ? null : bytes;
}

/** Checks that the bucket accepts files of the declared type. */
export function checkMimeType(bucket: BucketRow, contentType: string): void {
  const allowed = bucket.allowed_mime_types;
  if (!allowed || allowed.length === 0) return;
  const type = contentType.split(';')[0]!.trim().toLowerCase();
  const fits = allowed.some((pattern) => {
    const wanted = pattern.trim().toLowerCase();
    return (
      wanted === '*/*' ||
      wanted === type ||
      (/^[^*]+\/\*$/.test(wanted) && type.startsWith(wanted.slice(0, -1)))
    );
  });
  if (!fits) throw storageErrors.mimeType(type);
}
