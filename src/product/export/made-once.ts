import type { StoredFile } from '../../platform/files/file-store.ts';
import { createSlots } from '../../platform/jobs/slots.ts';
import { registerObject } from '../../platform/storage/register-object.ts';
import { runThread } from '../../platform/threads/thread.ts';
import { GENERATED } from '../batches/complete-batch.ts';
import type { Product } from '../product.ts';

export type MadeFile = { version: string; key: string; stored: StoredFile };

const inSlot = createSlots(1);

export const inExportSlot = (module: URL, input: unknown): Promise<void> =>
  inSlot(async () => {
    for await (const _written of runThread<number>(module, input, new AbortController().signal))
      return;
  });

async function findMade(
  product: Product,
  { tenantId, name }: { tenantId: string; name: string },
): Promise<StoredFile | null> {
  const { rows } = await product.platform.database.asTenant(tenantId, (tx) =>
    tx.query<StoredFile>(
      `select (metadata ->> 'size')::float8 as size, metadata ->> 'sha256' as sha256
       from storage.objects where bucket_id = $1 and name = $2`,
      [GENERATED, name],
    ),
  );
  return rows[0] ?? null;
}

/** Returns a cached download: generated for the first request, identical for all others. */
export async function madeOnce(
  product: Product,
  object: { name: string; ownerId: string | null; tenantId: string; mimetype: string },
  make: () => Promise<MadeFile>,
): Promise<StoredFile> {
  const known = await findMade(product, object);
  if (known !== null) return known;
  const { version, key, stored } = await make();
  try {
    await product.platform.database.asTenant(object.tenantId, (tx) =>
      registerObject(tx, { ...object, bucketId: GENERATED, version, stored }),
    );
    return stored;
  } catch (error) {
    await product.files.remove(key);
    // Generated concurrently, with the same bytes.
    const other = await findMade(product, object);
    if (other === null) throw error;
    return other;
  }
}
