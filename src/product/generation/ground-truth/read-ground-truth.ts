import { text } from 'node:stream/consumers';
import { defineFunction, type FunctionDefinition } from '../../../platform/functions/define.ts';
import { actorOf, recordAccess } from '../../../platform/gateway/record-access.ts';
import { fileKey } from '../../../platform/storage/context.ts';
import {
  type DrawnScheme,
  groundTruthAnswer,
  readTruthBody,
} from '../../../shared/contracts/batches.ts';
import { GENERATED } from '../../batches/complete-batch.ts';
import type { MadeFile } from '../../batches/made-once.ts';
import { readCsvRows } from '../../batches/read-csv-rows.ts';
import type { Product } from '../../product.ts';
import { findTruth, type SimulatedBatch } from './find-truth.ts';
import { makeTruthFile, type TruthFile, type TruthPlace } from './make-truth-file.ts';

const FILENAME = 'ground_truth.csv';
const CSV: TruthPlace = {
  folder: 'truth',
  filename: FILENAME,
  mimetype: 'text/csv',
  content: 'ground_truth',
};
const SCHEMES: TruthPlace = {
  folder: 'truth',
  filename: 'schemes.json',
  mimetype: 'application/json',
  content: 'schemes',
};
const LINE_END = 0x0a;

/** Finds the table of a book that contains its ground truth; null for other batches. */
async function findTable(
  { platform }: Product,
  { tenantId, batchId }: { tenantId: string; batchId: string },
): Promise<TruthFile | null> {
  const { rows } = await platform.database.asTenant(tenantId, (tx) =>
    tx.query<TruthFile>(
      `select o.name, o.version, (o.metadata ->> 'size')::float8 as size, o.metadata ->> 'sha256' as sha256
         from public.generation_logs own
         join public.generation_logs g on g.run_id = own.run_id and g.entity_type = 'table' and g.manifest_id is null
          and g.manifest #>> '{request,table}' = 'ground_truth'
         join storage.objects o on o.bucket_id || '/' || o.name = g.csv_url
        where own.batch_id = $1 and own.entity_type = 'table' and own.manifest_id is null`,
      [batchId],
    ),
  );
  return rows[0] ?? null;
}

/** Returns one scheme of each typology, made with the first request. */
async function schemesOf(
  product: Product,
  of: { batch: SimulatedBatch; batchId: string },
): Promise<DrawnScheme[]> {
  const { version } = await makeTruthFile(product, of, SCHEMES);
  const stream = await product.files.get(fileKey(version));
  return JSON.parse(await text(stream)) as DrawnScheme[];
}

const MAX_COUNTS = 1000;

/** Rows of files counted before, by version; a version's bytes never change. */
const countedRows = new Map<string, number>();

/** Counts the rows of a CSV file whose fields contain no line end, once per version. */
async function countRows(product: Product, { version }: MadeFile): Promise<number> {
  const counted = countedRows.get(version);
  if (counted !== undefined) return counted;
  let lines = 0;
  for await (const chunk of (await product.files.get(fileKey(version))) as AsyncIterable<Buffer>)
    for (const byte of chunk) if (byte === LINE_END) lines++;
  if (countedRows.size >= MAX_COUNTS) countedRows.clear();
  countedRows.set(version, lines - 1);
  return lines - 1;
}

export const readGroundTruthFunction = (product: Product): FunctionDefinition =>
  defineFunction({
    name: 'read-ground-truth',
    summary: 'Returns a page of the ground truth of a simulated batch, and its file.',
    audience: 'session',
    scope: 'truth',
    body: readTruthBody,
    answer: groundTruthAnswer,
    handle: async ({ body: { batch_id: batchId, schemes, ...page }, caller, request }) => {
      const { database } = product.platform;
      const batch = await findTruth(database, caller, batchId);
      const file =
        (await findTable(product, { tenantId: batch.tenantId, batchId })) ??
        (await makeTruthFile(product, { batch, batchId }, CSV));
      const access = { action: 'truth.read', objectType: 'generation_log', objectId: batchId };
      await recordAccess(database.owner, {
        request,
        access: { ...access, actorId: actorOf(caller) },
        fold: 'day',
      });
      const maxBytes = product.maxAnswerBytes;
      const stream = await product.files.get(fileKey(file.version));
      return {
        ...(await readCsvRows(stream, { ...page, maxBytes })),
        total: await countRows(product, file),
        ...(schemes ? { schemes: await schemesOf(product, { batch, batchId }) } : {}),
        file: {
          path: `${GENERATED}/${file.name}`,
          filename: FILENAME,
          content_type: CSV.mimetype,
          file_size: file.size,
          sha256: file.sha256,
        },
      };
    },
  });
