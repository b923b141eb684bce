import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { type Entry, fromFd, type ZipFile } from 'yauzl';
import { AppError } from '../../shared/errors.ts';
import { EVIDENCE_TYPE_REFUSED } from '../../shared/refusals.ts';

const PDF_SEARCHED_BYTES = 1024;
const DOCUMENT = 'word/document.xml';
export const MAX_ENTRIES = 5000;
const MAX_UNPACKED = 200 * 1024 * 1024;

export async function checkDocument(path: string, name: string): Promise<'pdf' | 'docx'> {
  const extension = name.toLowerCase().split('.').at(-1);
  const head = await readHead(path);
  const isPdf = head.includes('%PDF-');
  const isZip = head.startsWith('PK\u0003\u0004');
  if (extension === 'pdf' && isPdf) return 'pdf';
  if (extension === 'docx' && isZip) {
    await checkDocx(path);
    return 'docx';
  }
  throw new AppError('unsupported_type', EVIDENCE_TYPE_REFUSED);
}

async function readHead(path: string): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of createReadStream(path, { end: PDF_SEARCHED_BYTES - 1 })) {
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('latin1');
}

async function checkDocx(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    const zip = await new Promise<ZipFile>((resolve, reject) => {
      fromFd(
        file.fd,
        { lazyEntries: true, autoClose: false, validateEntrySizes: true },
        (error, opened) => (error ? reject(refusal(error)) : resolve(opened)),
      );
    });
    await walk(zip);
  } finally {
    await file.close();
  }
}

const refusal = (cause: unknown) =>
  new AppError('unsupported_type', 'The DOCX file is damaged.', { cause });

/** Unpacks and discards every entry, so that false sizes and missing parts are detected. */
function walk(zip: ZipFile): Promise<void> {
  let entries = 0;
  let unpacked = 0;
  let hasDocument = false;
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => reject(error instanceof AppError ? error : refusal(error));
    zip.on('error', fail);
    zip.on('end', () =>
      hasDocument ? resolve() : reject(new AppError('unsupported_type', EVIDENCE_TYPE_REFUSED)),
    );
    zip.on('entry', (entry: Entry) => {
      entries++;
      if (entries > MAX_ENTRIES)
        return fail(new AppError('too_large', 'The DOCX file has too many parts.'));
      if (entry.fileName === DOCUMENT) hasDocument = true;
      if (entry.fileName.endsWith('/')) return zip.readEntry();
      zip.openReadStream(entry, (error, stream) => {
        if (error) return fail(error);
        stream.on('error', fail);
        stream.on('data', (chunk: Buffer) => {
          unpacked += chunk.length;
          if (unpacked > MAX_UNPACKED) {
            stream.destroy();
            fail(new AppError('too_large', 'The DOCX file unpacks to more than 200 MB.'));
          }
        });
        stream.on('end', () => zip.readEntry());
      });
    });
    zip.readEntry();
  });
}
