import { rm } from 'node:fs/promises';
import { AppError } from '../../../shared/errors.ts';
import type { Encoding } from './encoding.ts';
import { readHead, singleByteEncoding } from './inspect-head.ts';
import { transcodeToUtf8 } from './transcode.ts';

/** UTF-8 file after its byte order mark: the original, or its transcription. */
export type Utf8Source = { path: string; skipBytes: number; encoding: Encoding };

export type NotUtf8 = { kind: 'not-utf8'; byte: number };

const isNotUtf8 = (value: unknown): value is NotUtf8 =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'not-utf8';

/**
 * Passes the file to `read` as UTF-8. If its bytes are invalid, they are transcoded from a
 * single-byte encoding and read again. The original is unchanged.
 */
export async function readAsUtf8<T>(
  path: string,
  options: { workPath: string; signal?: AbortSignal | undefined },
  read: (source: Utf8Source) => Promise<T | NotUtf8>,
): Promise<T> {
  const { workPath, signal } = options;
  const { encoding, bomBytes } = await readHead(path);
  const transcribe = async (from: Encoding): Promise<Utf8Source> => {
    await transcodeToUtf8(path, workPath, { encoding: from, bomBytes, signal });
    return { path: workPath, skipBytes: 0, encoding: from };
  };
  try {
    if (encoding === 'UTF-8') {
      const first = await read({ path, skipBytes: bomBytes, encoding });
      if (!isNotUtf8(first)) return first;
      const other = await singleByteEncoding(path, first.byte);
      const second = await read(await transcribe(other));
      if (!isNotUtf8(second)) return second;
    } else {
      const only = await read(await transcribe(encoding));
      if (!isNotUtf8(only)) return only;
    }
    throw new AppError('internal', 'The transcoded text is not valid UTF-8.');
  } finally {
    await rm(workPath, { force: true });
  }
}
