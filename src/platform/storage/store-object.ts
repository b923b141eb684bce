import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { StoredFile } from '../files/file-store.ts';
import type { Caller } from '../gateway/caller.ts';
import { type BucketRow, checkMimeType } from './buckets.ts';
import { checkContent } from './check-content.ts';
import { fileKey, type StorageContext } from './context.ts';
import type { IncomingFile } from './incoming-file.ts';
import { type ObjectMetadata, writeObject } from './objects.ts';
import { storageErrors } from './storage-error.ts';

class Rehearsed extends Error {}

/** Runs work under the caller's role and rolls it back, to test the policies. */
export async function rehearse(
  context: StorageContext,
  caller: Caller,
  work: (client: pg.PoolClient) => Promise<unknown>,
): Promise<void> {
  try {
    await context.platform.database.asCaller(caller, async (client) => {
      await work(client);
      throw new Rehearsed();
    });
  } catch (error) {
    if (!(error instanceof Rehearsed)) throw error;
  }
}

async function* limited(
  bytes: AsyncIterable<Uint8Array>,
  limit: number,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > limit) throw storageErrors.tooLarge();
    yield chunk;
  }
}

function describe(stored: StoredFile, contentType: string, cacheControl: string): ObjectMetadata {
  return {
    eTag: `"${stored.sha256}"`,
    size: stored.size,
    mimetype: contentType,
    cacheControl: `max-age=${cacheControl}`,
    lastModified: new Date().toISOString(),
    contentLength: stored.size,
    httpStatusCode: 200,
    sha256: stored.sha256,
  };
}

export async function discard(context: StorageContext, versions: string[]): Promise<void> {
  for (const version of versions) {
    await context.files.remove(fileKey(version)).catch((error: unknown) => {
      context.platform.log.warn({ err: error, version }, 'stored bytes could not be removed');
    });
  }
}

type Target = {
  caller: Caller;
  bucket: BucketRow;
  name: string;
  upsert: boolean;
};

const newObject = (
  { bucket, name }: Target,
  { userMetadata }: Pick<IncomingFile, 'userMetadata'>,
) => ({
  id: randomUUID(),
  bucket: bucket.id,
  name,
  version: randomUUID(),
  userMetadata,
});

/** Checks the policies for a file before any of its bytes arrive. */
export async function rehearseStore(
  context: StorageContext,
  target: Target,
  file: Pick<IncomingFile, 'contentType' | 'userMetadata'>,
): Promise<void> {
  const { caller, bucket, upsert } = target;
  checkMimeType(bucket, file.contentType);
  const object = { ...newObject(target, file), metadata: { mimetype: file.contentType } };
  await rehearse(context, caller, (client) => writeObject(client, caller, object, upsert));
}

/** Stores an object: policy check, bytes, then the row, which policies check again. */
export async function storeObject(
  context: StorageContext,
  target: Target,
  file: IncomingFile,
): Promise<{ id: string }> {
  const { caller, bucket, name, upsert } = target;
  await rehearseStore(context, target, file);
  const object = newObject(target, file);
  const key = fileKey(object.version);
  const limit = bucket.file_size_limit ?? context.sizeLimit;
  const stored = await context.files.put(key, limited(file.bytes, limit));
  try {
    const content = await checkContent(context, bucket.id, { key, name, size: stored.size });
    const metadata = {
      ...describe(stored, file.contentType, file.cacheControl),
      ...(content !== undefined && { content }),
    };
    const written = await context.platform.database.asCaller(caller, (client) =>
      writeObject(client, caller, { ...object, metadata }, upsert),
    );
    if (written.replaced !== null) await discard(context, [written.replaced]);
    return { id: written.id };
  } catch (error) {
    await discard(context, [object.version]);
    throw error;
  }
}
