import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { decompressed } from '../platform/tabular/decompress.ts';
import { readBytes } from '../platform/tabular/encoding/inspect-head.ts';
import { sniffTableFormat } from '../platform/tabular/formats/registry.ts';
import { AppError } from '../shared/errors.ts';
import { isTableChoice } from '../shared/file-tables.ts';
import { SNIFFED_BYTES } from '../shared/sniff-bank-format.ts';
import { formatByName, type UploadFormat } from '../shared/upload-formats.ts';

/** File without compression; `table` is the name after `#` in its path. */
export type UnpackedFile = { path: string; format: UploadFormat; table: string | undefined };

/** Splits a path such as `book.xlsx#Accounts` at the first # that follows an existing file. */
export function splitTable(path: string): { path: string; table: string | undefined } {
  for (let at = path.indexOf('#'); at > 0 && !existsSync(path); at = path.indexOf('#', at + 1))
    if (existsSync(path.slice(0, at)))
      return { path: path.slice(0, at), table: path.slice(at + 1) };
  return { path, table: undefined };
}

export async function unpacked(given: string, folder: string): Promise<UnpackedFile> {
  const { path, table } = splitTable(given);
  const target = join(folder, 'unpacked');
  const unpackedPath = await decompressed(path, { target, most: Number.MAX_SAFE_INTEGER }).catch(
    (cause: unknown) => {
      if (cause instanceof AppError) throw cause;
      throw new AppError('not_found', `Cannot read ${path}.`, { cause });
    },
  );
  const head = await readBytes(unpackedPath, 0, SNIFFED_BYTES);
  const format = sniffTableFormat(head) ?? formatByName(path) ?? 'csv';
  return { path: unpackedPath, format, table };
}

/** Adds to an error the path, and the spelling of a path that chooses one of several tables. */
export function inFile(path: string, error: AppError): AppError {
  const way = isTableChoice(error.detail) ? ` Write ${path}#NAME for one of them.` : '';
  return new AppError(error.code, `${path}: ${error.message}${way}`, { cause: error });
}
