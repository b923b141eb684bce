import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { Zip, ZipDeflate } from 'fflate';
import { AppError } from '../../shared/errors.ts';

/** The format's own limit without its extension for larger files. */
const MAX_BYTES = 2 ** 32 - 1;
const LEVEL = 6;

/**
 * Writes files into an archive, one after another as they are given. The same files give the same bytes.
 *
 * @throws AppError where one of them, or all together, is larger than the format can hold
 */
export async function writeZip(
  target: string,
  files: AsyncIterable<{ name: string; path: string }>,
): Promise<void> {
  const out = createWriteStream(target, { mode: 0o600 });
  const failed = once(out, 'error').then(([error]) => Promise.reject(error));
  failed.catch(() => {});
  let written = 0;
  const zip = new Zip((error, chunk) => {
    if (error) out.destroy(error);
    written += chunk.length;
    out.write(chunk);
  });
  const push = async (entry: ZipDeflate, chunk: Uint8Array, last: boolean) => {
    entry.push(chunk, last);
    if (written > MAX_BYTES) throw tooLarge();
    if (out.writableNeedDrain) await Promise.race([once(out, 'drain'), failed]);
  };
  for await (const { name, path } of files) {
    const entry = new ZipDeflate(name, { level: LEVEL });
    // Of when it was made nothing shows.
    entry.mtime = new Date(1980, 0, 1);
    zip.add(entry);
    let size = 0;
    for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) {
      size += (chunk as Buffer).length;
      if (size > MAX_BYTES) throw tooLarge();
      await push(entry, chunk as Buffer, false);
    }
    await push(entry, new Uint8Array(), true);
  }
  zip.end();
  out.end();
  await finished(out);
}

const tooLarge = () =>
  new AppError('too_large', 'The tables are over 4 GB as an archive. Download them one by one.');
