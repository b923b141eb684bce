import type pg from 'pg';
import type { FileStore } from '../../platform/files/file-store.ts';
import { type ZipPart, zipOf } from '../../platform/files/write-zip.ts';
import { defineFunction, type FunctionDefinition } from '../../platform/functions/define.ts';
import { fileKey } from '../../platform/storage/context.ts';
import { newVersion, registerObject } from '../../platform/storage/register-object.ts';
import { areIntact } from '../../platform/storage/verify-bytes.ts';
import { type ExportedBatch, exportBatchAnswer } from '../../shared/contracts/export.ts';
import { packBatchBody } from '../../shared/contracts/proof.ts';
import { AppError } from '../../shared/errors.ts';
import { GENERATED } from '../batches/complete-batch.ts';
import type { Product } from '../product.ts';
import { DOCUMENTS } from './batch-documents.ts';
import { proofFolder } from './prove-batches.ts';

type StoredPart = { name: string; version: string; size: number; sha256: string };
type Source = { tenantId: string; createdBy: string | null; hash: string; entity: string };
type Found = Source & { csvUrl: string | null; made: string[] };

const ZIP = 'application/zip';

async function readParts(
  tx: pg.PoolClient,
  batchId: string,
): Promise<{ source: Source; parts: StoredPart[] }> {
  const { rows } = await tx.query<Found>(
    `select tenant_id as "tenantId", created_by as "createdBy", manifest ->> 'sha256' as hash,
            entity_type as entity, csv_url as "csvUrl",
            array(select file ->> 'name' from json_array_elements(manifest -> 'files') file) as made
       from public.generation_logs where batch_id = $1 and status = 'completed' and manifest is not null`,
    [batchId],
  );
  const [source] = rows;
  if (!source) throw new AppError('not_found', 'Batch not found, or it has no file.');
  const folder = `${source.tenantId}/${batchId}/`;
  const { rows: parts } = await tx.query<StoredPart>(
    `select name, version, (metadata ->> 'size')::float8 as size, metadata ->> 'sha256' as sha256
       from storage.objects
      where bucket_id = $1 and (name = any ($2) or starts_with(name, $3)) order by name`,
    [
      GENERATED,
      source.csvUrl === null
        ? source.made.map((name) => `${folder}${name}`)
        : [source.csvUrl.slice(GENERATED.length + 1)],
      `${proofFolder(source.tenantId, batchId, source.hash)}/`,
    ],
  );
  if (!parts.some(({ name }) => name.endsWith(`/${DOCUMENTS.signature}`))) {
    throw new AppError(
      'conflict',
      'This batch is not proven yet: its entry is sealed a few seconds after it is complete.',
    );
  }
  return { source, parts };
}

const nameInPack = (name: string): string =>
  name
    .split('/')
    .slice(2)
    .join('/')
    .replace(/^proof-[0-9a-f]+\//, '');

/** Yields stored files after verifying their hashes. */
async function* intactParts(
  files: FileStore,
  parts: readonly StoredPart[],
): AsyncGenerator<ZipPart> {
  for (const part of parts) {
    if (!(await areIntact(files, part))) {
      throw new AppError('conflict', `The stored file ${part.name} is missing or was changed.`);
    }
    yield { name: nameInPack(part.name), open: () => files.get(fileKey(part.version)) };
  }
}

export const packBatchFunction = (product: Product): FunctionDefinition =>
  defineFunction({
    name: 'pack-batch',
    summary: 'Exports a batch with its proof documents as an archive.',
    audience: 'session',
    scope: 'export',
    body: packBatchBody,
    answer: exportBatchAnswer,
    handle: async ({ body: { batch_id: batchId }, caller }): Promise<ExportedBatch> => {
      const { database } = product.platform;
      const { source, parts } = await database.asCaller(caller, (tx) => readParts(tx, batchId));
      const filename = `${source.entity}-${source.hash.slice(0, 12)}.zip`;
      const name = `${source.tenantId}/${batchId}/export/${filename}`;
      const { version, key } = newVersion();
      const stored = await product.files.put(key, zipOf(intactParts(product.files, parts)));
      try {
        await database.asTenant(source.tenantId, async (tx) => {
          await tx.query('delete from storage.objects where bucket_id = $1 and name = $2', [
            GENERATED,
            name,
          ]);
          await registerObject(tx, {
            bucketId: GENERATED,
            name,
            version,
            stored,
            mimetype: ZIP,
            ownerId: source.createdBy,
            tenantId: source.tenantId,
          });
        });
      } catch (error) {
        await product.files.remove(key);
        throw error;
      }
      return {
        path: `${GENERATED}/${name}`,
        filename,
        content_type: ZIP,
        file_size: stored.size,
        sha256: stored.sha256,
        notes: [],
      };
    },
  });
