import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Readable } from 'node:stream';
import { type Entry, openPromise } from 'yauzl';
import { hashBytes } from '../../platform/files/hash-bytes.ts';
import { AppError } from '../../shared/errors.ts';

export type Parts = {
  path: string;
  has: (name: string) => boolean;
  read: (name: string) => Promise<Buffer>;
  sha256: (name: string) => Promise<string>;
  stream: (name: string) => Promise<Readable>;
  names: () => string[];
  close: () => void;
};

const hashOf = async (stream: Readable): Promise<string> => (await hashBytes(stream)).sha256;

const MAX_DOCUMENT_BYTES = 64 * 1024 * 1024;

async function bytesOf(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += (chunk as Buffer).length;
    if (size > MAX_DOCUMENT_BYTES) throw new AppError('too_large', 'A document exceeds 64 MB.');
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

function openFolder(path: string): Parts {
  return {
    path,
    has: (name) => existsSync(join(path, name)),
    read: (name) => readFile(join(path, name)),
    sha256: (name) => hashOf(createReadStream(join(path, name))),
    stream: async (name) => createReadStream(join(path, name)),
    names: () =>
      readdirSync(path, { recursive: true, withFileTypes: true })
        .filter((entry) => !entry.isDirectory())
        .map((entry) => relative(path, join(entry.parentPath, entry.name))),
    close: () => {},
  };
}

async function openArchive(path: string): Promise<Parts> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false });
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    if (entries.has(entry.fileName)) {
      throw new AppError('bad_request', `${path} contains ${entry.fileName} twice.`);
    }
    entries.set(entry.fileName, entry);
  }
  const stream = (name: string) => {
    const entry = entries.get(name);
    if (entry === undefined) throw new AppError('not_found', `${path} has no ${name}.`);
    return zip.openReadStreamPromise(entry);
  };
  return {
    path,
    has: (name) => entries.has(name),
    read: async (name) => bytesOf(await stream(name)),
    sha256: async (name) => hashOf(await stream(name)),
    stream,
    names: () => [...entries.keys()],
    close: () => zip.close(),
  };
}

export async function openParts(path: string): Promise<Parts> {
  if (!existsSync(path)) throw new AppError('not_found', `No such file or directory: ${path}.`);
  return statSync(path).isDirectory() ? openFolder(path) : openArchive(path);
}

export const partsWithin = (parts: Parts, folder: string): Parts => {
  const at = (name: string) => `${folder}/${name}`;
  return {
    path: `${parts.path}/${folder}`,
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
