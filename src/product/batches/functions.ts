import { defineFunction, type FunctionDefinition } from '../../platform/functions/define.ts';
import { actorOf, recordAccess } from '../../platform/gateway/record-access.ts';
import { fileKey } from '../../platform/storage/context.ts';
import { batchRowsAnswer, readBatchRowsBody } from '../../shared/contracts/batches.ts';
import { AppError } from '../../shared/errors.ts';
import type { Product } from '../product.ts';
import { readCsvRows } from './read-csv-rows.ts';

type Visible = { version: string; record_count: string };

/** Functions that read a batch, whatever its columns are. */
export const batchFunctions = (product: Product): FunctionDefinition[] => [
  defineFunction({
    name: 'read-batch-rows',
    summary: "A page of a batch's own rows, as they stand in its file.",
    audience: 'session',
    body: readBatchRowsBody,
    answer: batchRowsAnswer,
    handle: async ({ body, caller, request }) => {
      const { database } = product.platform;
      const { batch_id: batchId, offset, limit } = body;
      const { rows } = await database.asCaller(caller, (tx) =>
        tx.query<Visible>(
          `select o.version, g.record_count
             from public.generation_logs g
             join storage.objects o on o.bucket_id = split_part(g.csv_url, '/', 1)
              and o.name = substring(g.csv_url from position('/' in g.csv_url) + 1)
            where g.batch_id = $1`,
          [batchId],
        ),
      );
      const batch = rows[0];
      if (!batch) throw new AppError('not_found', 'There is no file of this batch.');
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
      const stream = await product.files.get(fileKey(batch.version));
      const page = await readCsvRows(stream, { offset, limit });
      return { ...page, total: Number(batch.record_count) };
    },
  }),
];
