import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FileStore } from '../../../platform/files/file-store.ts';
import { fileKey } from '../../../platform/storage/context.ts';
import { areIntact } from '../../../platform/storage/verify-bytes.ts';
import { AppError } from '../../../shared/errors.ts';

/** File of a pack: name, hash and a deferred source of its bytes. */
export type PackFile = {
  name: string;
  sha256: string;
  bytes: number;
  open: () => Readable | Promise<Readable>;
};

export type StoredPart = { name: string; version: string; size: number; sha256: string };

export type PackFolder = {
  files: PackFile[];
  write: (name: string, content: string | Uint8Array | AsyncIterable<string>) => Promise<PackFile>;
  writeJson: (name: string, value: unknown) => Promise<PackFile>;
  /** Adds a stored file after verifying its hash. */
  take: (name: string, part: StoredPart) => Promise<void>;
};

/** Collects a pack's files: small ones in a folder, stored ones by reference. */
export function openPackFolder(folder: string, store: FileStore): PackFolder {
  const files: PackFile[] = [];
  const write: PackFolder['write'] = async (name, content) => {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const hash = createHash('sha256');
    let bytes = 0;
    const counted = new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        hash.update(chunk);
        bytes += chunk.length;
        done(null, chunk);
      },
    });
    const pieces = typeof content === 'string' || content instanceof Uint8Array;
    const source = pieces ? [Buffer.from(content)] : content;
    await pipeline(source, counted, createWriteStream(path, { mode: 0o600 }));
    const file = { name, sha256: hash.digest('hex'), bytes, open: () => createReadStream(path) };
    files.push(file);
    return file;
  };
  return {
    files,
    write,
    writeJson: (name, value) => write(name, `${JSON.stringify(value, null, 2)}\n`),
    take: async (name, part) => {
      if (!(await areIntact(store, part))) {
        throw new AppError('conflict', `The stored file ${part.name} is missing or was changed.`);
      }
      const { size: bytes, sha256, version } = part;
      files.push({ name, sha256, bytes, open: () => store.get(fileKey(version)) });
    },
  };
}
