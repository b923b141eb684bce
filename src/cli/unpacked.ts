import { join } from 'node:path';
import { decompressed } from '../platform/tabular/decompress.ts';
import { readBytes } from '../platform/tabular/encoding/inspect-head.ts';
import { sniffTableFormat } from '../platform/tabular/formats/registry.ts';
import { AppError } from '../shared/errors.ts';
import { SNIFFED_BYTES } from '../shared/sniff-bank-format.ts';
import { formatByName, type UploadFormat } from '../shared/upload-formats.ts';

export type UnpackedFile = { path: string; format: UploadFormat };

export async function unpacked(path: string, folder: string): Promise<UnpackedFile> {
  const target = join(folder, 'unpacked');
  const unpackedPath = await decompressed(path, { target, most: Number.MAX_SAFE_INTEGER }).catch(
    (cause: unknown) => {
      if (cause instanceof AppError) throw cause;
      throw new AppError('not_found', `Cannot read ${path}.`, { cause });
    },
  );
  const head = await readBytes(unpackedPath, 0, SNIFFED_BYTES);
  return { path: unpackedPath, format: sniffTableFormat(head) ?? formatByName(path) ?? 'csv' };
}
