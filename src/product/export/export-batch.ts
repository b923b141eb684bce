import { join } from 'node:path';
import { defineFunction, type FunctionDefinition } from '../../platform/functions/define.ts';
import {
  type ExportedBatch,
  exportBatchAnswer,
  exportBatchBody,
} from '../../shared/contracts/export.ts';
import { AppError } from '../../shared/errors.ts';
import { WRITTEN_LABELS } from '../../shared/upload-formats.ts';
import { GENERATED } from '../batches/complete-batch.ts';
import type { Product } from '../product.ts';
import { copyBankRows } from './ledger/copy-bank-rows.ts';
import type { LedgerInput } from './ledger/write-ledger.ts';
import { makeExport } from './make-export.ts';
import { contentTypeOf, isTable, nameOf, type Place, placeExport } from './place-export.ts';
import {
  type BatchSource,
  dialectOf,
  exportedTable,
  keysOf,
  readSource,
  statedForms,
} from './read-source.ts';
import type { ExportInput } from './write-export.ts';

const answerOf = (
  { path, filename, format, notes }: Place,
  file: { size: number; sha256: string },
): ExportedBatch => ({
  path,
  filename,
  content_type: contentTypeOf(format),
  file_size: file.size,
  sha256: file.sha256,
  notes,
});

const objectOf = ({ path }: Place): string => path.slice(GENERATED.length + 1);

async function ledgerOf(
  product: Product,
  { dataset, tenantId, batchId }: BatchSource,
  { currency, folder }: { currency: string | null; folder: string },
): Promise<LedgerInput['source']> {
  if (dataset !== null) {
    const { mapping } = dataset;
    if (mapping === null)
      throw new AppError('conflict', 'The column roles are unknown. Upload the file again.');
    return { kind: 'mapped', mapping, stated: statedForms(dataset), currency };
  }
  const accountsPath = join(folder, 'accounts.csv');
  const customersPath = join(folder, 'customers.csv');
  const { database } = product.platform;
  await copyBankRows(database, 'accounts', { tenantId, batchId, path: accountsPath });
  await copyBankRows(database, 'customers', { tenantId, batchId, path: customersPath });
  return { kind: 'simulated', accountsPath, customersPath };
}

async function inputOf(
  product: Product,
  source: BatchSource,
  { place, csvPath, folder }: { place: Place; csvPath: string; folder: string },
): Promise<ExportInput | LedgerInput> {
  const { format, options, currency } = place;
  const target = join(folder, `rows.${format}`);
  if (isTable(format)) {
    const table = exportedTable(source, {
      path: csvPath,
      table: nameOf(source),
      keys: keysOf(source),
    });
    return { tables: [table], relations: [], format, target };
  }
  const ledger = await ledgerOf(product, source, { currency, folder });
  return { csvPath, target, format, options, source: ledger };
}

async function exportBatch(
  product: Product,
  source: BatchSource,
  place: Place,
): Promise<ExportedBatch> {
  const object = { name: objectOf(place), mimetype: contentTypeOf(place.format) };
  const file = await makeExport(product, object, {
    sources: [source],
    inputOf: ([csvPath], folder) => inputOf(product, source, { place, csvPath: csvPath!, folder }),
  });
  return answerOf(place, file);
}

export const exportBatchFunction = (product: Product): FunctionDefinition =>
  defineFunction({
    name: 'export-batch',
    summary: `Exports a batch in the form of its source (${WRITTEN_LABELS}), as SQL, or as bank statements and payments.`,
    audience: 'session',
    scope: 'export',
    body: exportBatchBody,
    answer: exportBatchAnswer,
    handle: async ({ body, caller }) => {
      const source = await product.platform.database.asCaller(caller, (tx) =>
        readSource(tx, body.batch_id),
      );
      const place = placeExport(body, source);
      if (place.format === 'csv' && dialectOf(source.dataset) === null)
        return answerOf({ ...place, path: source.csvUrl }, source.file);
      return exportBatch(product, source, place);
    },
  });
