import type { Readable } from 'node:stream';

export type Parts = {
  path: string;
  /** Reasons why nothing of the folder or archive can be trusted to be read alike by everybody. */
  faults: readonly string[];
  has: (name: string) => boolean;
  read: (name: string) => Promise<Buffer>;
  sha256: (name: string) => Promise<string>;
  stream: (name: string) => Promise<Readable>;
  names: () => string[];
  close: () => void;
};

export const partsWithin = (parts: Parts, folder: string): Parts => {
  const at = (name: string) => `${folder}/${name}`;
  return {
    path: `${parts.path}/${folder}`,
    faults: parts.faults,
    has: (name) => parts.has(at(name)),
    read: (name) => parts.read(at(name)),
    sha256: (name) => parts.sha256(at(name)),
    stream: (name) => parts.stream(at(name)),
    names: () =>
      parts
        .names()
        .filter((name) => name.startsWith(at('')))
        .map((name) => name.slice(folder.length + 1)),
    close: () => {},
  };
};
