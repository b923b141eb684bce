import { createReadStream } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { AppError } from '../../../shared/errors.ts';
import { cancelled } from '../duckdb.ts';
import { createUtf8Checker } from './encoding.ts';
import type { NotUtf8, Utf8Source } from './utf8-source.ts';

const CHUNK_BYTES = 256 * 1024;

/**
 * Passes the text of a UTF-8 file to `take` in pieces, until it returns false. Returns the first
 * invalid byte, or null.
 *
 * @throws AppError for a zero byte, or if cancelled
 */
export async function readUtf8Text(
  { path, skipBytes }: Utf8Source,
  { signal, take }: { signal: AbortSignal | undefined; take: (text: string) => Promise<boolean> },
): Promise<NotUtf8 | null> {
  const utf8 = createUtf8Checker();
  const decoder = new StringDecoder('utf8');
  const notUtf8 = (): NotUtf8 => ({ kind: 'not-utf8', byte: skipBytes + utf8.invalidAt()! });
  const stream = createReadStream(path, { start: skipBytes, highWaterMark: CHUNK_BYTES });
  for await (const chunk of stream) {
    if (signal?.aborted) throw cancelled(signal);
    if (!utf8.push(chunk)) return notUtf8();
    if (chunk.includes(0)) {
      throw new AppError('validation_failed', 'The file contains a zero byte and is not text.');
    }
    if (!(await take(decoder.write(chunk)))) return null;
  }
  return utf8.end() ? null : notUtf8();
}
