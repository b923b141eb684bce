import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { NotDone, type Server } from './server.ts';

/** Downloads a file completely or not at all, and verifies its SHA-256. */
export async function download(
  server: Server,
  { path, sha256, out }: { path: string; sha256: string; out: string },
): Promise<void> {
  const { body } = await server.file(path);
  const hash = createHash('sha256');
  const draft = `${out}.${process.pid}.tmp`;
  try {
    const bytes = Readable.fromWeb(body as ReadableStream);
    bytes.on('data', (chunk: Uint8Array) => hash.update(chunk));
    await pipeline(bytes, createWriteStream(draft));
    const found = hash.digest('hex');
    if (found !== sha256) {
      throw new NotDone(`${path} has SHA-256 ${found}; the server recorded ${sha256}.`);
    }
    await rename(draft, out);
  } finally {
    await rm(draft, { force: true });
  }
}
