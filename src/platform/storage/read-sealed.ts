import { createHash } from 'node:crypto';
import type { ByteRange, FileStore } from '../files/file-store.ts';
import { storageErrors } from './storage-error.ts';

/** Reads a whole file and holds it against its SHA-256 (hex) before any byte of it is given out. */
export async function readSealed(
  files: Pick<FileStore, 'get'>,
  { key, sha256, range }: { key: string; sha256: string; range: ByteRange | null },
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of await files.get(key)) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) throw storageErrors.damaged();
  return range === null ? bytes : bytes.subarray(range.start, range.end + 1);
}
