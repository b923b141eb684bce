import {
  accountOf,
  defineFormFunction,
  defineFunction,
  type FunctionDefinition,
} from '../../../platform/functions/define.ts';
import {
  parseIngestedTablesAnswer,
  parseIngestedTablesFields,
  setTableRelationsAnswer,
  setTableRelationsBody,
} from '../../../shared/contracts/table-sets.ts';
import type { Product } from '../../product.ts';
import { ingestTables } from './ingest-tables.ts';
import { receiveTables } from './receive-tables.ts';
import { setTableRelations } from './set-relations.ts';

export const tableFunctions = (product: Product): FunctionDefinition[] => [
  defineFormFunction({
    name: 'parse-ingested-tables',
    summary:
      'Ingests several files, a ZIP of them, or a file of several tables as linked tables, and proposes keys and relations.',
    audience: 'session',
    scope: 'ingest',
    fields: parseIngestedTablesFields,
    answer: parseIngestedTablesAnswer,
    handle: async (call) => {
      const account = accountOf(call);
      const { received, fields } = await receiveTables(product.files, call.request);
      const acceptRejected = fields.accept_rejected === 'true';
      return ingestTables(product, account, { received, acceptRejected, name: fields.name });
    },
  }),
  defineFunction({
    name: 'set-table-relations',
    summary: 'Sets the keys and relations of linked tables.',
    audience: 'session',
    scope: 'ingest',
    body: setTableRelationsBody,
    answer: setTableRelationsAnswer,
    handle: (call) => setTableRelations(product, accountOf(call), call.body),
  }),
];
