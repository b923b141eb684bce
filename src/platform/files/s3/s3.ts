import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandInput,
  type ListMultipartUploadsCommandOutput,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { AppError } from '../../../shared/errors.ts';
import { assertFileKey } from '../file-key.ts';
import type { CopiedPaths, FileStat, FileStore } from '../file-store.ts';
import { readObject } from './read-object.ts';
import type { ObjectLocation } from './storage-url.ts';
import { storeError } from './store-error.ts';

const PART_BYTES = 8 * 1024 * 1024;
const PARTS_AT_ONCE = 3;
/** Timestamp resolution: object stores round down to seconds. */
const CLOCK_MILLISECONDS = 999;

const timeOf = (noted: Date | undefined) => new Date((noted?.getTime() ?? 0) + CLOCK_MILLISECONDS);

function openClient({ endpoint, region }: ObjectLocation): S3Client {
  return new S3Client({
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true, region: 'us-east-1' }),
    ...(region !== undefined && { region }),
    maxAttempts: 5,
    requestHandler: { connectionTimeout: 5000, socketTimeout: 60_000 },
  });
}

async function asked<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    throw storeError(error);
  }
}

export function openS3FileStore(location: ObjectLocation, paths: CopiedPaths): FileStore {
  const client = openClient(location);
  const { bucket: Bucket, prefix } = location;
  const nameOf = (key: string) => {
    assertFileKey(key);
    return prefix + key;
  };

  const stat = async (key: string): Promise<FileStat | null> => {
    try {
      const head = await asked(client.send(new HeadObjectCommand({ Bucket, Key: nameOf(key) })));
      return { key, size: head.ContentLength ?? 0, modifiedAt: timeOf(head.LastModified) };
    } catch (error) {
      if (error instanceof AppError && error.code === 'not_found') return null;
      throw error;
    }
  };

  return {
    put: async (key, source, { signal } = {}) => {
      const Key = nameOf(key);
      signal?.throwIfAborted();
      const hash = createHash('sha256');
      let size = 0;
      async function* copied() {
        for await (const chunk of source) {
          signal?.throwIfAborted();
          hash.update(chunk);
          size += chunk.length;
          // The source may reuse its buffer before a part is full.
          yield Buffer.from(chunk);
        }
      }
      const upload = new Upload({
        client,
        params: { Bucket, Key, Body: Readable.from(copied(), { objectMode: false }) },
        partSize: PART_BYTES,
        queueSize: PARTS_AT_ONCE,
        leavePartsOnError: false,
      });
      await asked(upload.done());
      return { size, sha256: hash.digest('hex') };
    },

    get: (key, range) => asked(readObject({ client, bucket: Bucket, name: nameOf(key) }, range)),

    stat,

    remove: async (key) => {
      await asked(client.send(new DeleteObjectCommand({ Bucket, Key: nameOf(key) })));
    },

    list: async function* (start) {
      const pages = paginateListObjectsV2({ client }, { Bucket, Prefix: prefix + start });
      try {
        for await (const { Contents = [] } of pages) {
          for (const { Key = '', Size = 0, LastModified } of Contents) {
            yield { key: Key.slice(prefix.length), size: Size, modifiedAt: timeOf(LastModified) };
          }
        }
      } catch (error) {
        throw storeError(error);
      }
    },

    removeUnfinished: async (before) => {
      let removed = 0;
      let page: ListMultipartUploadsCommandInput | null = { Bucket, Prefix: prefix };
      while (page !== null) {
        const uploads: ListMultipartUploadsCommandOutput = await asked(
          client.send(new ListMultipartUploadsCommand(page)),
        );
        for (const { Key, UploadId, Initiated } of uploads.Uploads ?? []) {
          if (timeOf(Initiated) >= before) continue;
          await asked(client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })));
          removed++;
        }
        page = uploads.IsTruncated
          ? {
              ...page,
              KeyMarker: uploads.NextKeyMarker,
              UploadIdMarker: uploads.NextUploadIdMarker,
            }
          : null;
      }
      return removed;
    },

    paths,
  };
}
