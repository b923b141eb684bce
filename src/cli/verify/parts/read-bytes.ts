import type { Readable } from 'node:stream';
import { hashBytes } from '../../../platform/files/hash-bytes.ts';
import { AppError } from '../../../shared/errors.ts';

const MAX_DOCUMENT_BYTES = 64 * 1024 * 1024;

export const hashOf = async (stream: Readable): Promise<string> => (await hashBytes(stream)).sha256;

/** @throws AppError above 64 MB */
export async function readBytes(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += (chunk as Buffer).length;
    if (size > MAX_DOCUMENT_BYTES) throw new AppError('too_large', 'A document exceeds 64 MB.');
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}
