import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { type Entry, fromFd, type ZipFile } from 'yauzl';
import { AppError } from '../../../../shared/errors.ts';
import { limitBytes } from '../../../files/limit-bytes.ts';

const MAX_PARTS = 5000;
/** Limit of one part, unpacked: the XML of a sheet is some eight times as long as its values. */
const MAX_PART_BYTES = 4 * 1024 ** 3;

/** Parts of an Office package (ECMA-376, part 2), which is a zip archive. */
export type OfficePackage = {
  has: (name: string) => boolean;
  /** Streams an unpacked part. */
  read: (name: string) => Promise<Readable>;
};

export const damaged = (fault: string, cause?: unknown): AppError =>
  new AppError('validation_failed', `The workbook is damaged: ${fault}.`, { cause });

const refused = (fault: string) => new AppError('validation_failed', fault);

const opened = (descriptor: number): Promise<ZipFile> =>
  new Promise((resolve, reject) => {
    const options = { lazyEntries: true, autoClose: false, validateEntrySizes: true };
    fromFd(descriptor, options, (error, zip) =>
      error ? reject(damaged('it is not a complete zip archive', error)) : resolve(zip),
    );
  });

/** Lists the parts of a package by lower-case name, as names are not case-sensitive. */
const partsOf = (zip: ZipFile): Promise<Map<string, Entry>> =>
  new Promise((resolve, reject) => {
    const parts = new Map<string, Entry>();
    zip.on('error', (error) => reject(damaged(error.message, error)));
    zip.on('end', () => resolve(parts));
    zip.on('entry', (entry: Entry) => {
      if (parts.size >= MAX_PARTS)
        return reject(refused(`The workbook has over ${MAX_PARTS} parts.`));
      parts.set(entry.fileName.toLowerCase(), entry);
      zip.readEntry();
    });
    zip.readEntry();
  });

const streamOf = (zip: ZipFile, entry: Entry): Promise<Readable> =>
  new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) =>
      error ? reject(damaged(error.message, error)) : resolve(stream),
    );
  });

const MAGIC = { zip: 'PK\u0003\u0004', ole: '\u00d0\u00cf\u0011\u00e0' };

/** @throws AppError unless the file begins as a zip archive */
async function checkMagic(file: Awaited<ReturnType<typeof open>>): Promise<void> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
  const magic = buffer.toString('latin1', 0, bytesRead);
  if (magic === '') throw refused('The file is empty.');
  if (magic === MAGIC.ole) {
    throw refused(
      'The workbook is in the format of Excel 97, or protected by a password. Save it as .xlsx or CSV, without a password.',
    );
  }
  if (magic !== MAGIC.zip)
    throw refused('The file is not an Excel workbook: it is no zip archive.');
}

/** Opens a package, passes it to `work` and closes it. Unpacked bytes of each part are bounded. */
export async function withPackage<T>(
  path: string,
  work: (office: OfficePackage) => Promise<T>,
): Promise<T> {
  const file = await open(path, 'r');
  try {
    await checkMagic(file);
    const zip = await opened(file.fd);
    const parts = await partsOf(zip);
    return await work({
      has: (name) => parts.has(name.toLowerCase()),
      read: async (name) => {
        const entry = parts.get(name.toLowerCase());
        if (entry === undefined) throw damaged(`it has no part ${name}`);
        const source = await streamOf(zip, entry);
        const limit = limitBytes(
          MAX_PART_BYTES,
          () => new AppError('too_large', `A sheet unpacks to more than 4 GB. Save it as CSV.`),
        );
        source.on('error', (error) => limit.destroy(damaged(error.message, error)));
        limit.on('close', () => source.destroy());
        return source.pipe(limit);
      },
    });
  } finally {
    await file.close();
  }
}
