import {
  accountOf,
  defineFormFunction,
  type FunctionDefinition,
} from '../../platform/functions/define.ts';
import {
  parseIngestedFileAnswer,
  parseIngestedFileFields,
} from '../../shared/contracts/ingestion.ts';
import type { Product } from '../product.ts';
import { ingestFile } from './ingest-file.ts';
import { receiveFile } from './receive-file.ts';

/** Functions that take files in. */
export function ingestionFunctions(product: Product): FunctionDefinition[] {
  return [
    defineFormFunction({
      name: 'parse-ingested-file',
      summary: 'Takes a CSV or Parquet file, says what is in it, and keeps it as a dataset.',
      audience: 'session',
      fields: parseIngestedFileFields,
      answer: parseIngestedFileAnswer,
      handle: async (call) => {
        const account = accountOf(call);
        const { received, fields } = await receiveFile(product.files, call.request);
        const accepts = {
          anyColumns: fields.columns === 'as-is',
          acceptRejected: fields.accept_rejected === 'true',
          recipe: null,
        };
        return ingestFile(product, account, { received, accepts });
      },
    }),
  ];
}
