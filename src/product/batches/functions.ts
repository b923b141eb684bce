import {
  defineFunction,
  type FunctionCall,
  type FunctionDefinition,
} from '../../platform/functions/define.ts';
import { actorOf, recordAccess } from '../../platform/gateway/record-access.ts';
import { fileKey } from '../../platform/storage/context.ts';
import {
  batchRowsAnswer,
  drawAccountAnswer,
  drawAccountBody,
  readBatchRowsBody,
} from '../../shared/contracts/batches.ts';
import { AppError } from '../../shared/errors.ts';
import { MAX_BROWSED_ROWS } from '../../shared/limits.ts';
import type { Product } from '../product.ts';
import { drawAccount } from './account/draw-account.ts';
import { readCsvRows } from './read-csv-rows.ts';
import { type BatchPart, readPartRows } from './read-part-rows.ts';

type Visible = {
  entity_type: string;
  csv: string | null;
  parts: BatchPart[];
  record_count: string;
};

const FILES_OF_BATCH = `
  select g.entity_type, g.record_count,
         (select o.version from storage.objects o
           where o.bucket_id = split_part(g.csv_url, '/', 1)
             and o.name = substring(g.csv_url from position('/' in g.csv_url) + 1)) as csv,
         (select coalesce(json_agg(json_build_object('version', o.version, 'rows', (file.value ->> 'rows')::bigint)
                            order by file.ordinality), '[]')
            from json_array_elements(g.manifest -> 'files') with ordinality file
            join storage.objects o on o.bucket_id = 'generated_data'
             and o.name = g.tenant_id || '/' || g.batch_id || '/' || (file.value ->> 'name')
           where g.csv_url is null) as parts
    from public.generation_logs g
   where g.batch_id = $1 and g.status = 'completed'`;

type Page = { offset: number; limit: number };

/** Finds a batch that the caller may read, and records the access. */
async function openBatch(
  product: Product,
  batchId: string,
  { caller, request }: Pick<FunctionCall<unknown>, 'caller' | 'request'>,
) {
  const { database } = product.platform;
  const { rows } = await database.asCaller(caller, (tx) =>
    tx.query<Visible>(FILES_OF_BATCH, [batchId]),
  );
  const batch = rows[0];
  if (!batch || (batch.csv === null && batch.parts.length === 0))
    throw new AppError('not_found', 'This batch has no file.');
  await recordAccess(database.owner, {
    request,
    access: {
      actorId: actorOf(caller),
      action: 'batch.read',
      objectType: 'generation_log',
      objectId: batchId,
    },
    fold: 'day',
  });
  const { csv, parts } = batch;
  const read = async (page: Page) =>
    csv === null
      ? readPartRows(product.files, parts, page)
      : readCsvRows(await product.files.get(fileKey(csv)), {
          ...page,
          maxBytes: product.maxAnswerBytes,
        });
  return { batch, total: Number(batch.record_count), read };
}

export const batchFunctions = (product: Product): FunctionDefinition[] => [
  defineFunction({
    name: 'read-batch-rows',
    summary: "Returns a page of a batch's rows, as in its file.",
    audience: 'session',
    scope: 'export',
    body: readBatchRowsBody,
    answer: batchRowsAnswer,
    handle: async ({ body: { batch_id, ...page }, ...call }) => {
      const { total, read } = await openBatch(product, batch_id, call);
      return { ...(await read(page)), total };
    },
  }),
  defineFunction({
    name: 'draw-account',
    summary: 'Returns an account of a synthetic batch: its rows, balances and recurring payments.',
    audience: 'session',
    scope: 'export',
    body: drawAccountBody,
    answer: drawAccountAnswer,
    handle: async ({ body: { batch_id, account }, ...call }) => {
      const { batch, total, read } = await openBatch(product, batch_id, call);
      if (batch.entity_type === 'blend')
        throw new AppError(
          'bad_request',
          'A blend contains real rows; its accounts are not drawn.',
        );
      const page = await read({ offset: 0, limit: MAX_BROWSED_ROWS });
      return { drawn: drawAccount(page, account), rows_read: page.rows.length, total };
    },
  }),
];
