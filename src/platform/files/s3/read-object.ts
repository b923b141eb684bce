import { Readable } from 'node:stream';
import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import type { ByteRange } from '../file-store.ts';
import { storeError } from './store-error.ts';

const MAX_RESUMES = 4;

type Source = { client: S3Client; bucket: string; name: string };
type Part = { body: Readable; etag: string | undefined; bytes: number };

async function request(
  { client, bucket, name }: Source,
  { start, end, etag }: { start: number; end: number | undefined; etag?: string | undefined },
): Promise<Part> {
  const whole = start === 0 && end === undefined;
  const answer = await client.send(
    new GetObjectCommand({
      Bucket: bucket,
      Key: name,
      ...(!whole && { Range: `bytes=${start}-${end ?? ''}` }),
      ...(etag !== undefined && { IfMatch: etag }),
    }),
  );
  return {
    body: answer.Body as Readable,
    etag: answer.ETag,
    bytes: answer.ContentLength ?? 0,
  };
}

/** Reads an object; a broken connection resumes with the same version. Throws `not_found`. */
export async function readObject(source: Source, range?: ByteRange): Promise<Readable> {
  const first = range?.start ?? 0;
  let part = await request(source, { start: first, end: range?.end });
  const until = first + part.bytes;
  async function* read(): AsyncGenerator<Buffer> {
    let at = first;
    try {
      for (let resumed = 0; ; resumed++) {
        try {
          for await (const chunk of part.body) {
            at += (chunk as Buffer).length;
            yield chunk as Buffer;
          }
          if (at === until) return;
          throw Object.assign(new Error('The connection ended early.'), { code: 'ECONNRESET' });
        } catch (error) {
          if (resumed === MAX_RESUMES) throw error;
          part = await request(source, { start: at, end: range?.end, etag: part.etag });
        }
      }
    } catch (error) {
      throw storeError(error);
    } finally {
      // A reader that stops leaves no connection open.
      part.body.destroy();
    }
  }
  return Readable.from(read(), { objectMode: false, highWaterMark: 1 << 18 });
}
