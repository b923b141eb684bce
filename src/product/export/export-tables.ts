import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { withLocalCopies } from '../../platform/files/with-local-copy.ts';
import { withWorkFolder } from '../../platform/files/work-folder.ts';
import { defineFunction, type FunctionDefinition } from '../../platform/functions/define.ts';
import { fileKey } from '../../platform/storage/context.ts';
import { newVersion } from '../../platform/storage/register-object.ts';
import { exportedFile } from '../../shared/contracts/export.ts';
import { exportTablesBody } from '../../shared/contracts/table-sets.ts';
import type { TableFormat } from '../../shared/export-formats.ts';
import { GENERATED } from '../batches/complete-batch.ts';
import type { Product } from '../product.ts';
import { inExportSlot, type MadeFile, madeOnce } from './made-once.ts';
import { sourceForm, statedForms } from './read-source.ts';
import { readTables, type TablesSource } from './read-tables.ts';
import type { TablesExport } from './write-tables.ts';

const MODULE = new URL('./export-tables-thread.ts', import.meta.url);
const CONTENT_TYPE = 'application/zip';

const workOf = (
  { tables, relations }: TablesSource,
  paths: readonly string[],
  { format, target }: { format: TableFormat; target: string },
): TablesExport => ({
  tables: tables.map(({ name, key, source }, i) => ({
    file: { path: paths[i]!, format: 'csv' },
    table: name,
    stated: statedForms(source.dataset),
    form: sourceForm(source.dataset),
    keys: key === null ? [] : [key],
  })),
  relations,
  format,
  target,
});

async function make(
  product: Product,
  source: TablesSource,
  format: TableFormat,
): Promise<MadeFile> {
  const place = newVersion();
  const keys = source.tables.map((table) => fileKey(table.source.version));
  const stored = await withWorkFolder(product.workFolder, `export-${place.version}`, (folder) =>
    withLocalCopies(product.files, keys, async (paths) => {
      const target = join(folder, 'tables.zip');
      await inExportSlot(MODULE, workOf(source, paths, { format, target }));
      return product.files.put(place.key, createReadStream(target));
    }),
  );
  return { ...place, stored };
}

export const exportTablesFunction = (product: Product): FunctionDefinition =>
  defineFunction({
    name: 'export-tables',
    summary: 'Exports linked tables as a ZIP of files, or one SQL script.',
    audience: 'session',
    body: exportTablesBody,
    answer: exportedFile,
    handle: async ({ body: { batch_id: batchId, format }, caller }) => {
      const source = await product.platform.database.asCaller(caller, (tx) =>
        readTables(tx, batchId),
      );
      const [first] = [...source.tables].sort((a, b) => (a.batchId < b.batchId ? -1 : 1));
      const { tenantId, createdBy } = first!.source;
      const object = `${tenantId}/${first!.batchId}/export/tables-${format}.zip`;
      const owner = { ownerId: createdBy, tenantId, mimetype: CONTENT_TYPE };
      const file = await madeOnce(product, { ...owner, name: object }, () =>
        make(product, source, format),
      );
      return {
        path: `${GENERATED}/${object}`,
        filename: `tables-${format}.zip`,
        content_type: CONTENT_TYPE,
        file_size: file.size,
        sha256: file.sha256,
      };
    },
  });
