import type { StoredFile } from '../../platform/files/file-store.ts';
import { newVersion, registerObject } from '../../platform/storage/register-object.ts';
import type { Product } from '../product.ts';
import { GENERATED } from './complete-batch.ts';

export type MadeFile = StoredFile & { version: string };

type Place = { name: string; mimetype: string; tenantId: string; ownerId: string | null };

async function findMade(product: Product, { tenantId, name }: Place): Promise<MadeFile | null> {
  const { rows } = await product.platform.database.asTenant(tenantId, (tx) =>
    tx.query<MadeFile>(
      `select (metadata ->> 'size')::float8 as size, metadata ->> 'sha256' as sha256, version
       from storage.objects where bucket_id = $1 and name = $2`,
      [GENERATED, name],
    ),
  );
  return rows[0] ?? null;
}

/** Returns a cached download: made for the first request, identical for all others. */
export async function madeOnce(
  product: Product,
  place: Place,
  make: (made: { version: string; key: string }) => Promise<StoredFile>,
): Promise<MadeFile> {
  const object = { ...place, bucketId: GENERATED };
  const known = await findMade(product, place);
  if (known !== null) return known;
  const { version, key } = newVersion();
  const stored = await make({ version, key });
  try {
    await product.platform.database.asTenant(place.tenantId, (tx) =>
      registerObject(tx, { ...object, version, stored }),
    );
    return { ...stored, version };
  } catch (error) {
    await product.files.remove(key);
    // Made concurrently, with the same bytes.
    const other = await findMade(product, place);
    if (other === null) throw error;
    return other;
  }
}
