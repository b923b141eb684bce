import { defineFunction, type FunctionDefinition } from '../../../platform/functions/define.ts';
import { exportBankTableBody } from '../../../shared/contracts/batches.ts';
import { exportedFile } from '../../../shared/contracts/export.ts';
import { GENERATED } from '../../batches/complete-batch.ts';
import type { Product } from '../../product.ts';
import { findSimulated } from './find-truth.ts';
import { makeTruthFile } from './make-truth-file.ts';

export const exportBankTableFunction = (product: Product): FunctionDefinition =>
  defineFunction({
    name: 'export-bank-table',
    summary: 'Exports payments, agreements, KYC or owners of a simulated bank as CSV.',
    audience: 'session',
    scope: 'export',
    body: exportBankTableBody,
    answer: exportedFile,
    handle: async ({ body: { batch_id: batchId, table }, caller }) => {
      const batch = await findSimulated(product.platform.database, caller, batchId);
      const filename = `${table}.csv`;
      const mimetype = 'text/csv';
      const place = { folder: 'tables', filename, mimetype, content: table } as const;
      const file = await makeTruthFile(product, { batch, batchId }, place);
      return {
        path: `${GENERATED}/${file.name}`,
        filename,
        content_type: mimetype,
        file_size: file.size,
        sha256: file.sha256,
      };
    },
  });
