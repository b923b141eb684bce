import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { diskFull } from '../files/disk-full.ts';
import { hashBytes } from '../files/hash-bytes.ts';

/** Writes bytes to a new owner-only file, syncs it, and returns size and hash. */
export async function writeHashed(
  bytes: AsyncIterable<Uint8Array>,
  to: string,
): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256');
  let size = 0;
  const counted = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      hash.update(chunk);
      size += chunk.length;
      done(null, chunk);
    },
  });
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  try {
    await pipeline(
      bytes,
      counted,
      createWriteStream(to, { flags: 'wx', mode: 0o600, flush: true }),
    );
  } catch (error) {
    throw diskFull(error) ?? error;
  }
  return { size, sha256: hash.digest('hex') };
}

/** Copies a file of a running database; null if it was removed before it could be opened. */
export async function copyHashed(
  from: string,
  to: string,
): Promise<{ size: number; sha256: string } | null> {
  try {
    const handle = await open(from, 'r');
    return await writeHashed(handle.createReadStream({ highWaterMark: 1 << 20 }), to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** @throws the file system's error if the file does not exist */
export function hashFile(path: string): Promise<{ size: number; sha256: string }> {
  return hashBytes(createReadStream(path, { highWaterMark: 1 << 20 }));
}
