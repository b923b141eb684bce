import { createHash } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';

export type WrittenFile = { path: string; bytes: number; sha256: string };

/** File that gets its name only when it is complete and synced to disk. */
export type HashedFile = {
  write: (bytes: Uint8Array) => void;
  close: () => WrittenFile;
  discard: () => void;
};

/** Opens a file with synchronous writes, which pace the producer. */
export function openHashedFile(path: string): HashedFile {
  const draft = `${path}.${process.pid}.tmp`;
  const file = openSync(draft, 'w');
  const hash = createHash('sha256');
  let bytes = 0;
  return {
    write: (chunk) => {
      hash.update(chunk);
      for (let at = 0; at < chunk.length; ) at += writeSync(file, chunk, at);
      bytes += chunk.length;
    },
    close: () => {
      fsyncSync(file);
      closeSync(file);
      renameSync(draft, path);
      return { path, bytes, sha256: hash.digest('hex') };
    },
    discard: () => {
      closeSync(file);
      rmSync(draft, { force: true });
    },
  };
}

export function writeWhole(path: string, content: string | Uint8Array): void {
  const draft = `${path}.${process.pid}.tmp`;
  writeFileSync(draft, content);
  renameSync(draft, path);
}
