import { createReadStream } from 'node:fs';
import type { StoredFile } from '../../platform/files/file-store.ts';
import { withLocalCopies } from '../../platform/files/with-local-copy.ts';
import { withWorkFolder } from '../../platform/files/work-folder.ts';
import { createSlots } from '../../platform/jobs/slots.ts';
import { fileKey } from '../../platform/storage/context.ts';
import { newVersion, registerObject } from '../../platform/storage/register-object.ts';
import { runThread } from '../../platform/threads/thread.ts';
import { GENERATED } from '../batches/complete-batch.ts';
import type { Product } from '../product.ts';
import type { LedgerInput } from './ledger/write-ledger.ts';
import type { BatchSource } from './read-source.ts';
import type { ExportInput } from './write-export.ts';

const MODULE = new URL('./export-thread.ts', import.meta.url);

export type ExportWork = {
  /** Batches whose files are read, which belong to one tenant. */
  sources: readonly BatchSource[];
  inputOf: (paths: readonly string[], folder: string) => Promise<ExportInput | LedgerInput>;
};

const inSlot = createSlots(1);

async function make(product: Product, { sources, inputOf }: ExportWork) {
  const place = newVersion();
  const keys = sources.map(({ version }) => fileKey(version));
  const stored = await withWorkFolder(product.workFolder, `export-${place.version}`, (folder) =>
    withLocalCopies(product.files, keys, async (paths) => {
      const input = await inputOf(paths, folder);
      const { signal } = new AbortController();
      await inSlot(async () => {
        for await (const _written of runThread<number>(MODULE, input, signal)) return;
      });
      return product.files.put(place.key, createReadStream(input.target));
    }),
  );
  return { ...place, stored };
}

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
  { name, mimetype }: { name: string; mimetype: string },
  work: ExportWork,
): Promise<StoredFile> {
  const { tenantId, createdBy: ownerId } = work.sources[0]!;
  const object = { bucketId: GENERATED, name, mimetype, ownerId, tenantId };
  const known = await findMade(product, object);
  if (known !== null) return known;
  const { version, key, stored } = await make(product, work);
  try {
    await product.platform.database.asTenant(tenantId, (tx) =>
      registerObject(tx, { ...object, version, stored }),
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
