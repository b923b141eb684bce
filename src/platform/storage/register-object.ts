import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { StoredFile } from '../files/file-store.ts';
import { fileKey } from './context.ts';
import type { ObjectMetadata } from './objects.ts';

export function newVersion(): { version: string; key: string } {
  const version = randomUUID();
  return { version, key: fileKey(version) };
}

/** Registers bytes already stored by the host; clients' uploads go through policies. */
export async function registerObject(
  tx: pg.PoolClient,
  object: {
    bucketId: string;
    name: string;
    version: string;
    stored: StoredFile;
    mimetype: string;
    ownerId: string | null;
    tenantId: string;
  },
): Promise<void> {
  const metadata: Omit<ObjectMetadata, 'lastModified'> = {
    eTag: `"${object.stored.sha256.slice(0, 32)}"`,
    size: object.stored.size,
    mimetype: object.mimetype,
    cacheControl: 'no-cache',
    contentLength: object.stored.size,
    httpStatusCode: 200,
    sha256: object.stored.sha256,
  };
  await tx.query(
    `insert into storage.objects (bucket_id, name, owner, owner_id, version, metadata, tenant_id)
     values ($1, $2, $3::uuid, $3::text, $4,
       $5::jsonb || jsonb_build_object('lastModified', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')), $6)`,
    [
      object.bucketId,
      object.name,
      object.ownerId,
      object.version,
      JSON.stringify(metadata),
      object.tenantId,
    ],
  );
}
