import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../../shared/errors.ts';
import type { Encoding } from './encoding.ts';

/** Characters of windows-1252 at 0x80 to 0x9F; null if unassigned. */
const C1: readonly (string | null)[] = [
  '€',
  null,
  '‚',
  'ƒ',
  '„',
  '…',
  '†',
  '‡',
  'ˆ',
  '‰',
  'Š',
  '‹',
  'Œ',
  null,
  'Ž',
  null,
  null,
  '‘',
  '’',
  '“',
  '”',
  '•',
  '–',
  '—',
  '˜',
  '™',
  'š',
  '›',
  'œ',
  null,
  'ž',
  'Ÿ',
];

/** UTF-8 of each windows-1252 byte. This covers ISO-8859-1, whose 0x80 to 0x9F no text uses. */
const UTF8 = Array.from({ length: 256 }, (_, byte) => {
  if (byte < 0x80) return Buffer.from([byte]);
  const character = byte < 0xa0 ? C1[byte - 0x80] : String.fromCharCode(byte);
  return character === null || character === undefined ? null : Buffer.from(character);
});

function decodeSingleByte(chunk: Uint8Array, offset: number): Buffer {
  const out = Buffer.allocUnsafe(chunk.length * 3);
  let length = 0;
  for (let i = 0; i < chunk.length; i++) {
    const byte = chunk[i]!;
    if (byte < 0x80) {
      out[length++] = byte;
      continue;
    }
    const bytes = UTF8[byte];
    if (!bytes) {
      throw new AppError(
        'validation_failed',
        `Byte ${offset + i + 1} (0x${byte.toString(16)}) is a character in neither UTF-8 nor windows-1252.`,
        { detail: { byte: offset + i + 1 } },
      );
    }
    for (const part of bytes) out[length++] = part;
  }
  return out.subarray(0, length);
}

/** Writes a UTF-8 copy without byte order mark. The original is unchanged. */
export async function transcodeToUtf8(
  source: string,
  target: string,
  options: { encoding: Encoding; bomBytes: number; signal?: AbortSignal | undefined },
): Promise<void> {
  const { encoding, bomBytes, signal } = options;
  const single = encoding === 'ISO-8859-1' || encoding === 'windows-1252';
  const decoder = single
    ? null
    : new TextDecoder(encoding.toLowerCase(), { fatal: true, ignoreBOM: true });
  await pipeline(
    createReadStream(source, { start: bomBytes, highWaterMark: 1 << 18 }),
    async function* (chunks: AsyncIterable<Buffer>) {
      let offset = bomBytes;
      const decode = (chunk?: Buffer) => {
        try {
          return Buffer.from(decoder!.decode(chunk, { stream: chunk !== undefined }));
        } catch (cause) {
          throw new AppError(
            'validation_failed',
            `The text is not valid ${encoding} near byte ${offset + 1}.`,
            { cause, detail: { byte: offset + 1 } },
          );
        }
      };
      for await (const chunk of chunks) {
        yield single ? decodeSingleByte(chunk, offset) : decode(chunk);
        offset += chunk.length;
      }
      if (!single) yield decode();
    },
    createWriteStream(target, { mode: 0o600 }),
    signal ? { signal } : {},
  );
}
