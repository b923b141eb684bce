import { type FileHandle, open } from 'node:fs/promises';
import { AppError } from '../../shared/errors.ts';

/** Byte range of a frame, `end` exclusive. */
export type Frame = { start: number; end: number };

const MAGIC = 0xfd2fb528;
/** Magic numbers 0x184D2A50 to 0x184D2A5F mark skippable frames. */
const SKIPPABLE = 0x184d2a5;
const DICTIONARY_ID_BYTES = [0, 1, 2, 4];
const RLE_BLOCK = 1;
const RESERVED_BLOCK = 3;

const damaged = (at: number) =>
  new AppError('validation_failed', `The Zstandard data is damaged at byte ${at + 1}.`);

async function bytesAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
  if (bytesRead < length) throw damaged(at + bytesRead);
  return buffer;
}

/** Returns the size of a frame header after its magic number, and of the checksum behind the blocks. */
function headerOf(descriptor: number): { header: number; checksum: number } {
  const single = (descriptor & 0x20) !== 0;
  const sizeFlag = descriptor >> 6;
  const contentSize = sizeFlag === 0 ? (single ? 1 : 0) : 1 << sizeFlag;
  const header = 1 + (single ? 0 : 1) + DICTIONARY_ID_BYTES[descriptor & 3]! + contentSize;
  return { header, checksum: descriptor & 4 };
}

/** Returns the position after a frame's last block. */
async function afterBlocks(file: FileHandle, from: number): Promise<number> {
  for (let at = from; ; ) {
    const block = (await bytesAt(file, at, 3)).readUIntLE(0, 3);
    const type = (block >> 1) & 3;
    if (type === RESERVED_BLOCK) throw damaged(at);
    at += 3 + (type === RLE_BLOCK ? 1 : block >> 3);
    if ((block & 1) === 1) return at;
  }
}

/**
 * Finds the frames of a Zstandard file by their headers (RFC 8878, section 3.1). Node's decompressor
 * ends after the first frame without an error, so each frame is decompressed on its own.
 */
export async function* zstdFrames(path: string): AsyncGenerator<Frame> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    for (let start = 0; start < size; ) {
      const magic = (await bytesAt(file, start, 4)).readUInt32LE();
      if (magic >>> 4 === SKIPPABLE) {
        start += 8 + (await bytesAt(file, start + 4, 4)).readUInt32LE();
        continue;
      }
      if (magic !== MAGIC) throw damaged(start);
      const { header, checksum } = headerOf((await bytesAt(file, start + 4, 1))[0]!);
      const end = (await afterBlocks(file, start + 4 + header)) + checksum;
      if (end > size) throw damaged(size);
      yield { start, end };
      start = end;
    }
  } finally {
    await file.close();
  }
}
