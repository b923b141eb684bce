import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { SealedManifest } from '../../engines/provenance/manifest.ts';
import {
  accountFields,
  customerFields,
  transactionFields,
} from '../../engines/simulate/rows/fields.ts';
import type { Field } from '../../engines/simulate/rows/row-batch.ts';
import type { Database } from '../../platform/database/database.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { fileKey } from '../../platform/storage/context.ts';
import { newVersion, registerObject } from '../../platform/storage/register-object.ts';
import { GENERATED } from '../batches/complete-batch.ts';
import { readCsvRows } from '../batches/read-csv-rows.ts';
import { batchDocuments, DOCUMENTS, type Document } from './batch-documents.ts';
import { entryProof } from './entry-proof.ts';
import { type Published, storeReader, tileReader } from './log-files.ts';
import type { LogKey } from './log-key.ts';

const MAX_BATCHES = 20;

type Parts = {
  database: Pick<Database, 'owner' | 'asTenant'>;
  files: FileStore;
  key: LogKey;
  publicUrl: string;
  log: Pick<FastifyBaseLogger, 'error'>;
};

type StoredFile = { name: string; version: string; bytes: number; sha256: string };

type Unproven = {
  id: string;
  tenantId: string;
  createdBy: string | null;
  name: string | null;
  entity: string;
  completedAt: string;
  manifest: SealedManifest;
  files: StoredFile[];
  seq: number;
  entry: Buffer;
};

export const proofFolder = (tenantId: string, batchId: string, manifestHash: string): string =>
  `${tenantId}/${batchId}/proof-${manifestHash.slice(0, 12)}`;

const FILES = `
  select json_agg(json_build_object('name', made.name, 'version', o.version,
           'bytes', (o.metadata ->> 'size')::float8, 'sha256', o.metadata ->> 'sha256') order by made.name) as files
    from (select storage.filename(g.csv_url) as name, substr(g.csv_url, length($1) + 2) as path
           where g.csv_url is not null
          union all
          select file ->> 'name', g.tenant_id || '/' || g.batch_id || '/' || (file ->> 'name')
            from json_array_elements(g.manifest -> 'files') file where g.csv_url is null) made
    join storage.objects o on o.bucket_id = $1 and o.name = made.path`;

async function unprovenBatches(pool: pg.Pool, size: number): Promise<Unproven[]> {
  const { rows } = await pool.query<Unproven>(
    `select g.batch_id as id, g.tenant_id as "tenantId", g.created_by as "createdBy", g.name,
            g.entity_type as entity, l.at::text as "completedAt", g.manifest, f.files, l.seq::float8 as seq, l.entry
       from public.generation_logs g
       join lateral (select seq, at, entry from log.leaves
              where subject = g.batch_id::text and kind in ('batch.completed', 'batch.resealed')
                and sha256 = g.manifest ->> 'sha256' and seq < $2
              order by seq desc limit 1) l on true
       join lateral (${FILES}) f on f.files is not null
      where g.status = 'completed' and g.manifest is not null
        and not exists (select from storage.objects p where p.bucket_id = $1
              and p.name = g.tenant_id || '/' || g.batch_id || '/proof-'
                || left(g.manifest ->> 'sha256', 12) || '/' || $3)
      order by l.seq desc limit $4`,
    [GENERATED, size, DOCUMENTS.signature, MAX_BATCHES],
  );
  return rows;
}

const SIMULATED: Record<string, readonly Field[]> = {
  customers: customerFields,
  accounts: accountFields,
  transactions: transactionFields,
};

const TYPES = {
  text: 'text',
  numeric: 'number',
  timestamp: 'time',
  date: 'date',
  boolean: 'boolean',
  integer: 'integer',
} as const;

/** Returns the columns; Parquet files are always sharded simulations. */
async function columnsOf(files: FileStore, { entity, files: made }: Unproven) {
  const [first] = made;
  const fields = SIMULATED[entity];
  if (first!.name.endsWith('.parquet') && fields !== undefined)
    return fields.map(({ name, type }) => ({ name, type: TYPES[type] }));
  const text = await files.get(fileKey(first!.version));
  const { columns } = await readCsvRows(text, { offset: 0, limit: 1 });
  // Delimited files contain text; the manifest's column forms give other types.
  return columns.map((name) => ({ name, type: 'text' as const }));
}

async function keepDocument(
  { database, files }: Parts,
  { batch, document }: { batch: Unproven; document: Document },
): Promise<void> {
  const { version, key } = newVersion();
  const stored = await files.put(
    key,
    (async function* () {
      yield document.bytes;
    })(),
  );
  try {
    await database.asTenant(batch.tenantId, (tx) =>
      registerObject(tx, {
        bucketId: GENERATED,
        name: `${proofFolder(batch.tenantId, batch.id, batch.manifest.sha256)}/${document.name}`,
        version,
        stored,
        mimetype: document.name.endsWith('.json') ? 'application/json' : 'application/octet-stream',
        ownerId: batch.createdBy,
        tenantId: batch.tenantId,
      }),
    );
  } catch (error) {
    await files.remove(key);
    throw error;
  }
}

const removeHalf = ({ database }: Parts, batch: Unproven) =>
  database.asTenant(batch.tenantId, (tx) =>
    tx.query('delete from storage.objects where bucket_id = $1 and starts_with(name, $2)', [
      GENERATED,
      `${proofFolder(batch.tenantId, batch.id, batch.manifest.sha256)}/`,
    ]),
  );

/** Stores the documents of a batch, the signature last: a batch with a signature is complete. */
async function proveBatch(
  parts: Parts,
  batch: Unproven,
  { published, timestamp }: { published: Published; timestamp: Uint8Array | null },
): Promise<void> {
  const { files, key } = parts;
  const { seq, entry } = batch;
  const readTile = tileReader(storeReader(files));
  const columns = await columnsOf(files, batch);
  const documents = batchDocuments(
    {
      ...batch,
      name: batch.name ?? `${batch.entity} ${batch.id.slice(0, 8)}`,
      builder: parts.publicUrl,
      files: batch.files.map(({ name, sha256, bytes }) => ({ name, sha256, bytes, columns })),
      proof: await entryProof({ seq, bytes: entry }, published, readTile),
      timestamp,
    },
    key,
  );
  await removeHalf(parts, batch);
  for (const document of documents) await keepDocument(parts, { batch, document });
}

/** Proves batches covered by the checkpoint. Unreadable ones are logged and retried. */
export async function proveBatches(
  parts: Parts,
  published: Published,
  stamp: () => Promise<Uint8Array | null>,
): Promise<void> {
  const batches = await unprovenBatches(parts.database.owner, published.size);
  const timestamp = batches.length > 0 ? await stamp() : null;
  for (const batch of batches)
    try {
      await proveBatch(parts, batch, { published, timestamp });
    } catch (error) {
      parts.log.error({ err: error, batch: batch.id }, 'a batch has no proof documents yet');
    }
}
