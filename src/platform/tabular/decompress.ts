import { createReadStream, createWriteStream } from 'node:fs';
import { type Duplex, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { AppError } from '../../shared/errors.ts';
import { sizeLimit } from '../../shared/limits.ts';
import { limitBytes } from '../files/limit-bytes.ts';
import { readBytes } from './encoding/inspect-head.ts';
import { zstdFrames } from './zstd-frames.ts';

/** First bytes of gzip (RFC 1952) and Zstandard (RFC 8878) files, and their plain bytes. */
const METHODS = [
  { label: 'gzip', magic: Buffer.from([0x1f, 0x8b]), plain: gunzipped },
  { label: 'Zstandard', magic: Buffer.from([0x28, 0xb5, 0x2f, 0xfd]), plain: fromZstd },
];

/** Streams a file through a decompressor; a fault of either ends the result. */
function through(source: Readable, decompressor: Duplex): AsyncIterable<Buffer> {
  source.on('error', (error) => decompressor.destroy(error));
  return source.pipe(decompressor);
}

function gunzipped(path: string): AsyncIterable<Buffer> {
  return through(createReadStream(path), createGunzip());
}

async function* fromZstd(path: string): AsyncGenerator<Buffer> {
  for await (const { start, end } of zstdFrames(path)) {
    yield* through(createReadStream(path, { start, end: end - 1 }), createZstdDecompress());
  }
}

const tooLarge = (most: number) =>
  new AppError(
    'too_large',
    `The file unpacks to more than ${sizeLimit(most)}. Split it into several files.`,
  );

/**
 * Returns the path of a file, or of its decompressed copy at `target`.
 *
 * @param options.most upper bound of the decompressed bytes
 * @throws AppError if the compressed data is damaged or unpacks beyond the bound
 */
export async function decompressed(
  path: string,
  options: { target: string; most: number; signal?: AbortSignal | undefined },
): Promise<string> {
  const head = await readBytes(path, 0, 4);
  const method = METHODS.find(({ magic }) => head.subarray(0, magic.length).equals(magic));
  if (method === undefined) return path;
  const { target, most, signal } = options;
  const steps = [
    Readable.from(method.plain(path)),
    limitBytes(most, () => tooLarge(most)),
    createWriteStream(target, { mode: 0o600 }),
  ];
  await pipeline(steps, { ...(signal && { signal }) }).catch((cause: NodeJS.ErrnoException) => {
    if (cause instanceof AppError || cause.syscall !== undefined || signal?.aborted) throw cause;
    const message = `The ${method.label} data is damaged: ${cause.message}.`;
    throw new AppError('validation_failed', message, { cause });
  });
  return target;
}
