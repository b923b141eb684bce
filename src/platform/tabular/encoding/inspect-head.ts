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

/** Detects the encoding from the first bytes; refuses empty and binary files. */
export async function readHead(path: string): Promise<{ encoding: Encoding; bomBytes: number }> {
  const head = await readBytes(path, 0, 4096);
  if (head.length === 0) throw new AppError('validation_failed', 'The file is empty.');
  refuseBinary(head);
  const guessed = guessEncoding(head);
  if (head.length === guessed.bomBytes) {
    throw new AppError(
      'validation_failed',
      'The file is empty: it contains only a byte order mark.',
    );
  }
  return guessed;
}

/**
 * Chooses the single-byte encoding of a file that is not UTF-8. A file that is mostly UTF-8 is
 * refused, as each accented letter would become two others.
 */
export async function singleByteEncoding(path: string, invalidByte: number): Promise<Encoding> {
  const from = Math.max(0, invalidByte - 512 * 1024);
  const bytes = await readBytes(path, from, 1024 * 1024);
  const { characters, wrong } = countUtf8(bytes);
  if (characters > wrong) {
    throw new AppError(
      'validation_failed',
      `The file is UTF-8, but byte ${invalidByte + 1} is not part of a character.`,
      { detail: { byte: invalidByte + 1 } },
    );
  }
  return bytes.some((byte) => byte >= 0x80 && byte < 0xa0) ? 'windows-1252' : 'ISO-8859-1';
}
