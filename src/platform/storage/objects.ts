import type pg from 'pg';
import type { Caller } from '../gateway/caller.ts';

export type ObjectMetadata = {
  eTag: string;
  size: number;
  mimetype: string;
  cacheControl: string;
  lastModified: string;
  contentLength: number;
  httpStatusCode: number;
  sha256: string;
  content?: unknown;
};

export type ObjectRow = {
  id: string;
  bucket_id: string;
  name: string;
  owner: string | null;
  owner_id: string | null;
  version: string;
  metadata: ObjectMetadata;
  user_metadata: Record<string, unknown> | null;
  created_at: string;
  updated_at: string;
  last_accessed_at: string;
};

export const isoTime = (column: string) =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${column}`;

export const OBJECT_COLUMNS = `id, bucket_id, name, owner, owner_id, version, metadata, user_metadata,
  ${isoTime('created_at')}, ${isoTime('updated_at')}, ${isoTime('last_accessed_at')}`;

type Queryable = Pick<pg.PoolClient, 'query'>;

export async function findObject(
  client: Queryable,
  bucket: string,
  name: string,
): Promise<ObjectRow | null> {
  const { rows } = await client.query<ObjectRow>(
    `select ${OBJECT_COLUMNS} from storage.objects where bucket_id = $1 and name = $2`,
    [bucket, name],
  );
  return rows[0] ?? null;
}

export async function findPublicObject(
  owner: Queryable,
  bucket: string,
  name: string,
): Promise<{ bucketIsPublic: boolean; object: ObjectRow | null }> {
  const { rows } = await owner.query('select from storage.buckets where id = $1 and public', [
    bucket,
  ]);
  if (rows.length === 0) return { bucketIsPublic: false, object: null };
  return { bucketIsPublic: true, object: await findObject(owner, bucket, name) };
}

export type NewObject = {
  id: string;
  bucket: string;
  name: string;
  version: string;
  metadata: Partial<ObjectMetadata>;
  userMetadata: Record<string, unknown> | null;
};

function ownerOf(caller: Caller): string | null {
  return 'claims' in caller ? caller.claims.sub : null;
}

export async function writeObject(
  client: Queryable,
  caller: Caller,
  object: NewObject,
  upsert: boolean,
): Promise<{ id: string; replaced: string | null }> {
  const owner = ownerOf(caller);
  const values = [
    object.id,
    object.bucket,
    object.name,
    owner,
    object.version,
    object.metadata,
    object.userMetadata,
  ];
  const insert = `insert into storage.objects
    (id, bucket_id, name, owner, owner_id, version, metadata, user_metadata)
    values ($1, $2, $3, $4::uuid, $4::text, $5, $6, $7)`;
  if (!upsert) {
    await client.query(insert, values);
    return { id: object.id, replaced: null };
  }
  // Serialize: the second writer must see the first one's row, or its bytes would be orphaned.
  await client.query("select pg_advisory_xact_lock(hashtextextended($1 || '/' || $2, 0))", [
    object.bucket,
    object.name,
  ]);
  const before = await client.query<{ version: string }>(
    'select version from storage.objects where bucket_id = $1 and name = $2 for update',
    [object.bucket, object.name],
  );
  const { rows } = await client.query<{ id: string }>(
    `${insert} on conflict (bucket_id, name) do update set
       version = excluded.version, metadata = excluded.metadata,
       user_metadata = excluded.user_metadata, owner = excluded.owner,
       owner_id = excluded.owner_id, updated_at = now() returning id`,
    values,
  );
  return { id: rows[0]!.id, replaced: before.rows[0]?.version ?? null };
}
