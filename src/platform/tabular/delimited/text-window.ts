import { type FileHandle, open } from 'node:fs/promises';
import { AppError } from '../../../shared/errors.ts';
import { createUtf8Checker } from '../encoding/encoding.ts';
import type { NotUtf8 } from '../encoding/utf8-source.ts';

/** Window size; fits any record and keeps refills rare. */
const WINDOW_BYTES = 4 * 1024 * 1024;

export type TextWindow = {
  bytes: Buffer;
  /** Bytes of the text. */
  size: number;
  from: number;
  to: number;
  /** True if the file ends at `to`. */
  final: boolean;
  /** Offset of `bytes` in the text. */
  base: number;
  /** Moves the unread bytes to the front and reads more; reports invalid UTF-8. */
  fill: () => Promise<NotUtf8 | null>;
  close: () => Promise<void>;
};

function refuseZero(bytes: Buffer, offset: number): void {
  const zero = bytes.indexOf(0);
  if (zero < 0) return;
  const byte = offset + zero + 1;
  throw new AppError('validation_failed', `Byte ${byte} is zero: the file is not text.`, {
    detail: { byte },
  });
}

/** Opens a text that starts `skipBytes` into its file. The caller closes it. */
export async function openTextWindow(path: string, skipBytes: number): Promise<TextWindow> {
  const file: FileHandle = await open(path, 'r');
  const size = (await file.stat()).size - skipBytes;
  const utf8 = createUtf8Checker();
  const notUtf8 = (): NotUtf8 => ({ kind: 'not-utf8', byte: skipBytes + utf8.invalidAt()! });
  const window: TextWindow = {
    // One more byte than a small text has, so that its end is seen. Large buffers cost collections.
    bytes: Buffer.allocUnsafe(Math.min(WINDOW_BYTES, size + 1)),
    size,
    from: 0,
    to: 0,
    final: false,
    base: 0,
    fill: async () => {
      const { bytes, from, to } = window;
      bytes.copyWithin(0, from, to);
      window.base += from;
      window.from = 0;
      window.to = to - from;
      while (window.to < bytes.length) {
        const at = window.base + window.to + skipBytes;
        const { bytesRead } = await file.read(bytes, window.to, bytes.length - window.to, at);
        if (bytesRead === 0) {
          window.final = true;
          return utf8.end() ? null : notUtf8();
        }
        const read = bytes.subarray(window.to, window.to + bytesRead);
        refuseZero(read, at);
        if (!utf8.push(read)) return notUtf8();
        window.to += bytesRead;
      }
      return null;
    },
    close: () => file.close(),
  };
  return window;
}
