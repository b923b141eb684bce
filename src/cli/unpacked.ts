import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { readBytes } from '../platform/tabular/encoding/inspect-head.ts';
import { AppError } from '../shared/errors.ts';

/** Returns the path of the file, or of its decompressed copy if it is gzipped. */
export async function unpacked(
  path: string,
  folder: string,
): Promise<{ path: string; parquet: boolean }> {
  const head = await readBytes(path, 0, 4).catch((cause: unknown) => {
    throw new AppError('not_found', `Cannot read ${path}.`, { cause });
  });
  if (head.toString('latin1') === 'PAR1') return { path, parquet: true };
  if (head[0] !== 0x1f || head[1] !== 0x8b) return { path, parquet: false };
  const target = join(folder, 'unpacked.csv');
  await pipeline(createReadStream(path), createGunzip(), createWriteStream(target));
  return { path: target, parquet: false };
}
