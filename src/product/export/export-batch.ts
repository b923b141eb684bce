import { createReadStream } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { withLocalCopy } from '../../platform/files/with-local-copy.ts';
import { withWorkFolder } from '../../platform/files/work-folder.ts';
import { defineFunction, type FunctionDefinition } from '../../platform/functions/define.ts';
import { fileKey } from '../../platform/storage/context.ts';
import { newVersion } from '../../platform/storage/register-object.ts';
import {
  type ExportedBatch,
  type ExportFormat,
  exportBatchAnswer,
  exportBatchBody,
} from '../../shared/contracts/export.ts';
import { GENERATED } from '../batches/complete-batch.ts';
import type { Product } from '../product.ts';
import { inExportSlot, type MadeFile, madeOnce } from './made-once.ts';
import { type BatchSource, dialectOf, keysOf, readSource, statedForms } from './read-source.ts';
import type { ExportInput } from './write-export.ts';

const CONTENT_TYPES: Record<ExportFormat, string> = {
  csv: 'text/csv',
  parquet: 'application/vnd.apache.parquet',
  sql: 'application/sql',
};

const MODULE = new URL('./export-thread.ts', import.meta.url);

/** What a download is called: as the source's file, or as the table. */
const nameOf = ({ dataset, entity }: BatchSource): string =>
  dataset === null
    ? entity
    : basename(dataset.filename, extname(dataset.filename)).replaceAll('/', '_');

type Place = { path: string; filename: string; format: ExportFormat };

const answerOf = (
  { path, filename, format }: Place,
  file: { size: number; sha256: string },
): ExportedBatch => ({
  path,
  filename,
  content_type: CONTENT_TYPES[format],
  file_size: file.size,
  sha256: file.sha256,
});

const objectOf = ({ path }: Place): string => path.slice(GENERATED.length + 1);

/** Makes the file in the store; nothing of it stays where it fails. */
async function make(
  product: Product,
  source: BatchSource,
  format: ExportFormat,
): Promise<MadeFile> {
  const place = newVersion();
  const stored = await withWorkFolder(product.workFolder, `export-${place.version}`, (folder) =>
    withLocalCopy(product.files, fileKey(source.version), async (csvPath) => {
      const target = join(folder, `rows.${format}`);
      await inExportSlot(MODULE, {
        csvPath,
        target,
        format,
        table: nameOf(source),
        stated: statedForms(source.dataset),
        dialect: dialectOf(source.dataset),
        keys: keysOf(source),
      } satisfies ExportInput);
      return product.files.put(place.key, createReadStream(target));
    }),
  );
  return { ...place, stored };
}

async function exportBatch(
  product: Product,
  source: BatchSource,
  place: Place,
): Promise<ExportedBatch> {
  const object = {
    name: objectOf(place),
    ownerId: source.createdBy,
    tenantId: source.tenantId,
    mimetype: CONTENT_TYPES[place.format],
  };
  return answerOf(
    place,
    await madeOnce(product, object, () => make(product, source, place.format)),
  );
}

/** A batch as CSV in its source's dialect, as typed Parquet, or as a script of SQL. */
export const exportBatchFunction = (product: Product): FunctionDefinition =>
  defineFunction({
    name: 'export-batch',
    summary:
      'Makes a batch as CSV in the dialect of its source, as Parquet, or as a script of SQL.',
    audience: 'session',
    body: exportBatchBody,
    answer: exportBatchAnswer,
    handle: async ({ body: { batch_id: batchId, format }, caller }) => {
      const source = await product.platform.database.asCaller(caller, (tx) =>
        readSource(tx, batchId),
      );
      const filename = `${nameOf(source)}.${format}`;
      if (format === 'csv' && dialectOf(source.dataset) === null) {
        return answerOf({ path: source.csvUrl, filename, format }, source.file);
      }
      const path = `${GENERATED}/${source.tenantId}/${batchId}/export/${filename}`;
      return exportBatch(product, source, { path, filename, format });
    },
  });
