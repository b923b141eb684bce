import {
  type Entry,
  getFileNameLowLevel,
  type LocalFileHeader,
  openPromise,
  type ZipFile,
} from 'yauzl';
import { AppError } from '../../../shared/errors.ts';
import { collidingNames } from './colliding-names.ts';
import type { Parts } from './parts.ts';
import { hashOf, readBytes } from './read-bytes.ts';

const FILE_TYPE = 0o170000;
const PLAIN_TYPES = [0, 0o100000];
const FOLDER_TYPES = [0, 0o040000];
/** Flag of sizes and checksum that follow the data. */
const HAS_DESCRIPTOR = 8;
const MAX_DESCRIPTOR_BYTES = 24;
/** Value of a size that a Zip64 field has in its place. */
const IN_ZIP64 = 0xffffffff;

type Stored = { entry: Entry; header: LocalFileHeader };

/** Compares the header before the data, read by streaming tools, with the central directory. */
function headerFault({ entry, header }: Stored): string | null {
  const { fileName: name } = entry;
  const differs = (what: string) => `${name}: the ${what} before its data differs from the list.`;
  if (!header.fileName.equals(entry.fileNameRaw)) {
    return differs(`name ${JSON.stringify(header.fileName.toString('utf8'))}`);
  }
  if (header.compressionMethod !== entry.compressionMethod) return differs('compression');
  if (header.generalPurposeBitFlag !== entry.generalPurposeBitFlag) return differs('flags');
  if ((header.generalPurposeBitFlag & HAS_DESCRIPTOR) !== 0) return null;
  const isOther = (here: number, listed: number) => here !== IN_ZIP64 && here !== listed;
  if (header.crc32 !== entry.crc32) return differs('checksum');
  return isOther(header.compressedSize, entry.compressedSize) ||
    isOther(header.uncompressedSize, entry.uncompressedSize)
    ? differs('size')
    : null;
}

function entryFault({ entry, header }: Stored): string | null {
  const { fileName: name, fileNameRaw: raw } = entry;
  const type = (entry.externalFileAttributes >>> 16) & FILE_TYPE;
  const isFolder = name.endsWith('/');
  if (!(isFolder ? FOLDER_TYPES : PLAIN_TYPES).includes(type)) {
    return `${name} is ${type === 0o120000 ? 'a link' : 'no plain file'}.`;
  }
  if (entry.isEncrypted()) return `${name} is encrypted.`;
  const plain = getFileNameLowLevel(entry.generalPurposeBitFlag, raw, [], true);
  if (plain !== name) return `${name} has a second name in an extra field.`;
  return headerFault({ entry, header });
}

/** Returns a fault if bytes of the archive belong to no listed entry, or to two. */
function gapFault(stored: readonly Stored[], end: number): string | null {
  let at = 0;
  let tolerated = 0;
  const inOrder = stored
    .map(({ entry, header }) => ({
      name: entry.fileName,
      from: entry.relativeOffsetOfLocalHeader,
      to: header.fileDataStart + entry.compressedSize,
      hasDescriptor: (entry.generalPurposeBitFlag & HAS_DESCRIPTOR) !== 0,
    }))
    .sort((a, b) => a.from - b.from);
  for (const { name, from, to, hasDescriptor } of [
    ...inOrder,
    { name: 'the list', from: end, to: end, hasDescriptor: false },
  ]) {
    if (from < at || from > at + tolerated) {
      return `The bytes before ${name} belong to no listed file, or to two.`;
    }
    at = to;
    tolerated = hasDescriptor ? MAX_DESCRIPTOR_BYTES : 0;
  }
  return null;
}

async function readList(zip: ZipFile): Promise<{ stored: Stored[]; faults: string[] }> {
  // The cursor is at the list until entries are read.
  const end = Number(zip.readEntryCursor);
  const stored: Stored[] = [];
  for await (const entry of zip.eachEntry()) {
    stored.push({ entry, header: await zip.readLocalFileHeaderPromise(entry) });
  }
  const faults = stored.map(entryFault).filter((fault) => fault !== null);
  const gap = gapFault(stored, end);
  return { stored, faults: gap === null ? faults : [...faults, gap] };
}

export async function openArchive(path: string): Promise<Parts> {
  const zip = await openPromise(path, {
    lazyEntries: true,
    autoClose: false,
    strictFileNames: true,
  });
  const { stored, faults } = await readList(zip).catch((error: Error) => {
    zip.close();
    throw new AppError('bad_request', `${path} is not a valid archive: ${error.message}.`);
  });
  const files = stored.map(({ entry }) => entry).filter(({ fileName }) => !fileName.endsWith('/'));
  const entries = new Map(files.map((entry) => [entry.fileName, entry]));
  const stream = (name: string) => {
    const entry = entries.get(name);
    if (entry === undefined) throw new AppError('not_found', `${path} has no ${name}.`);
    return zip.openReadStreamPromise(entry);
  };
  return {
    path,
    faults: [...faults, ...collidingNames(files.map(({ fileName }) => fileName))],
    has: (name) => entries.has(name),
    read: async (name) => readBytes(await stream(name)),
    sha256: async (name) => hashOf(await stream(name)),
    stream,
    names: () => [...entries.keys()],
    close: () => zip.close(),
  };
}
