import { open } from 'node:fs/promises';
import { AppError } from '../../../shared/errors.ts';
import { countUtf8, type Encoding, guessEncoding, refuseBinary } from './encoding.ts';

export async function readBytes(path: string, start: number, length: number): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** What the first bytes say of the encoding; refuses an empty file, and one that is not text. */
export async function readHead(path: string): Promise<{ encoding: Encoding; bomBytes: number }> {
  const head = await readBytes(path, 0, 4096);
  if (head.length === 0) throw new AppError('validation_failed', 'The file is empty.');
  refuseBinary(head);
  const guessed = guessEncoding(head);
  if (head.length === guessed.bomBytes) {
    throw new AppError('validation_failed', 'The file is empty: it has a byte order mark alone.');
  }
  return guessed;
}

/**
 * Which single-byte encoding a file has that is no UTF-8. One that is UTF-8 for the most part is not
 * read as another: that would turn every letter with an accent into two others.
 */
export async function singleByteEncoding(path: string, invalidByte: number): Promise<Encoding> {
  const from = Math.max(0, invalidByte - 512 * 1024);
  const bytes = await readBytes(path, from, 1024 * 1024);
  const { characters, wrong } = countUtf8(bytes);
  if (characters > wrong) {
    throw new AppError(
      'validation_failed',
      `The file is UTF-8, but byte ${invalidByte + 1} does not belong to a character.`,
      { detail: { byte: invalidByte + 1 } },
    );
  }
  return bytes.some((byte) => byte >= 0x80 && byte < 0xa0) ? 'windows-1252' : 'ISO-8859-1';
}
