import { closeSync, openSync, writeSync } from 'node:fs';

export function openLines(path: string): {
  write: (bytes: Uint8Array) => void;
  close: () => void;
} {
  const file = openSync(path, 'wx', 0o600);
  return {
    write: (bytes) => {
      for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
    },
    close: () => closeSync(file),
  };
}
