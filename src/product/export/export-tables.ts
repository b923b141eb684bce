import { join } from 'node:path';
import { defineFunction, type FunctionDefinition } from '../../platform/functions/define.ts';
import { exportedFile } from '../../shared/contracts/export.ts';
import { exportTablesBody } from '../../shared/contracts/table-sets.ts';
import { GENERATED } from '../batches/complete-batch.ts';
import type { Product } from '../product.ts';
import { makeExport } from './make-export.ts';
import { exportedTable } from './read-source.ts';
import { readTables } from './read-tables.ts';

const CONTENT_TYPE = 'application/zip';

export const exportTablesFunction = (product: Product): FunctionDefinition =>
  defineFunction({
    name: 'export-tables',
    summary: 'Exports linked tables as a ZIP of files, or one SQL script.',
    audience: 'session',
    scope: 'export',
    body: exportTablesBody,
    answer: exportedFile,
    handle: async ({ body: { batch_id: batchId, format }, caller }) => {
      const { tables, relations } = await product.platform.database.asCaller(caller, (tx) =>
        readTables(tx, batchId),
      );
      const [first] = tables
        .map(({ source }) => source)
        .sort((a, b) => (a.batchId < b.batchId ? -1 : 1));
      const filename = `tables-${format}.zip`;
      const name = `${first!.tenantId}/${first!.batchId}/export/${filename}`;
      const file = await makeExport(
        product,
        { name, mimetype: CONTENT_TYPE },
        {
          sources: tables.map(({ source }) => source),
          inputOf: async (paths, folder) => ({
            tables: tables.map(({ name: table, key, source }, i) =>
              exportedTable(source, { path: paths[i]!, table, keys: key === null ? [] : [key] }),
            ),
            relations,
            format,
            target: join(folder, filename),
          }),
        },
      );
      return {
        path: `${GENERATED}/${name}`,
        filename,
        content_type: CONTENT_TYPE,
        file_size: file.size,
        sha256: file.sha256,
      };
    },
  });
