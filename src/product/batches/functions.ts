import { defineFunction, type FunctionDefinition } from '../../platform/functions/define.ts';
import { actorOf, recordAccess } from '../../platform/gateway/record-access.ts';
import { fileKey } from '../../platform/storage/context.ts';
import { batchRowsAnswer, readBatchRowsBody } from '../../shared/contracts/batches.ts';
import { AppError } from '../../shared/errors.ts';
import type { Product } from '../product.ts';
import { readCsvRows } from './read-csv-rows.ts';
import { type BatchPart, readPartRows } from './read-part-rows.ts';

type Visible = { csv: string | null; parts: BatchPart[]; record_count: string };

const FILES_OF_BATCH = `
  select g.record_count,
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

export const batchFunctions = (product: Product): FunctionDefinition[] => [
  defineFunction({
    name: 'read-batch-rows',
    summary: "Returns a page of a batch's rows, as in its file.",
    audience: 'session',
    scope: 'export',
    body: readBatchRowsBody,
    answer: batchRowsAnswer,
    handle: async ({ body, caller, request }) => {
      const { database } = product.platform;
      const { batch_id: batchId, offset, limit } = body;
      const maxBytes = product.maxAnswerBytes;
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
      const page =
        batch.csv === null
          ? await readPartRows(product.files, batch.parts, { offset, limit })
          : await readCsvRows(await product.files.get(fileKey(batch.csv)), {
              offset,
              limit,
              maxBytes,
            });
      return { ...page, total: Number(batch.record_count) };
    },
  }),
];
