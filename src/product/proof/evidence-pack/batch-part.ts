import type pg from 'pg';
import type { SealedManifest } from '../../../engines/provenance/manifest.ts';
import { lineageEvents } from '../../../engines/provenance/open-lineage.ts';
import { AppError } from '../../../shared/errors.ts';
import { GENERATED } from '../../batches/complete-batch.ts';
import { DOCUMENTS } from '../batch-documents.ts';
import { proofFolder } from '../prove-batches.ts';
import type { PackFolder, StoredPart } from './pack-folder.ts';
import type { PackSource } from './pack-source.ts';

type BatchRow = {
  id: string;
  tenantId: string;
  status: string;
  hash: string | null;
  csvUrl: string | null;
  entity: string;
  records: number;
  name: string | null;
  createdAt: string;
  manifest: SealedManifest | null;
  runId: string;
  startedAt: string | null;
  finishedAt: string | null;
};

type PackedBatch = {
  batch: string;
  name: string | null;
  entity: string;
  records: number;
  status: string;
  created_at: string;
  manifest_sha256: string | null;
  file_in_pack: boolean;
  left_out: string[];
};

/** Batch of a pack with what the page for readers shows of it. */
export type ReadBatch = {
  packed: PackedBatch;
  manifest: SealedManifest | null;
  /** Report as JSON. */
  report: string | null;
};

type Read = { row: BatchRow; documents: StoredPart[]; file: StoredPart | null };

async function readBatch(tx: pg.PoolClient, batchId: string): Promise<Read | null> {
  const { rows } = await tx.query<BatchRow>(
    `select g.batch_id as id, g.tenant_id as "tenantId", g.status, manifest ->> 'sha256' as hash, csv_url as "csvUrl",
            entity_type as entity, record_count::float8 as records, g.name, g.created_at as "createdAt", manifest,
            coalesce(g.run_id, g.batch_id) as "runId", r.started_at as "startedAt", r.finished_at as "finishedAt"
       from public.generation_logs g left join public.runs r on r.id = g.run_id where g.batch_id = $1`,
    [batchId],
  );
  const [row] = rows;
  if (!row) return null;
  const { rows: parts } = await tx.query<StoredPart>(
    `select name, version, (metadata ->> 'size')::float8 as size, metadata ->> 'sha256' as sha256
       from storage.objects
      where bucket_id = $1 and (name = $2 or starts_with(name, $3)) order by name`,
    [
      GENERATED,
      row.csvUrl?.slice(GENERATED.length + 1) ?? '',
      row.hash === null ? '/' : `${proofFolder(row.tenantId, row.id, row.hash)}/`,
    ],
  );
  const isFile = ({ name }: StoredPart) => `${GENERATED}/${name}` === row.csvUrl;
  return {
    row,
    documents: parts.filter((part) => !isFile(part)),
    file: parts.find(isFile) ?? null,
  };
}

const isoOf = (at: string | null, otherwise: string) => new Date(at ?? otherwise).toISOString();

const linesOf = (row: BatchRow, manifest: SealedManifest, origin: string): string => {
  const { runId, id: batchId, createdAt } = row;
  const startedAt = isoOf(row.startedAt, createdAt);
  const completedAt = isoOf(row.finishedAt, createdAt);
  return lineageEvents({ runId, batchId, startedAt, completedAt, origin }, manifest)
    .map((event) => `${JSON.stringify(event)}\n`)
    .join('');
};

const lastName = (name: string) => name.slice(name.lastIndexOf('/') + 1);

export async function writeBatchPart(
  source: PackSource,
  { batchId, withFile, origin }: { batchId: string; withFile: boolean; origin: string },
  folder: PackFolder,
): Promise<ReadBatch | null> {
  const batch = await source.read((tx) => readBatch(tx, batchId));
  if (batch === null) return null;
  const { row, documents, file } = batch;
  const at = (name: string) => `batches/${batchId}/${name}`;
  const leftOut: string[] = [];
  const isProven = documents.some(({ name }) => name.endsWith(`/${DOCUMENTS.signature}`));
  if (isProven) {
    for (const part of documents) await folder.take(at(lastName(part.name)), part);
  } else if (withFile && row.status === 'completed') {
    throw new AppError(
      'conflict',
      'This batch is not proven yet: its documents are generated a few seconds after it was measured.',
    );
  } else {
    leftOut.push(
      row.status === 'deleted'
        ? 'The batch and its proof documents were deleted.'
        : 'The batch has no proof documents.',
    );
  }
  const hasFile = isProven && withFile && file !== null;
  if (hasFile) await folder.take(at(lastName(file.name)), file);
  else if (row.status !== 'deleted')
    leftOut.push('File not included: the manifest contains its hash.');
  if (row.manifest !== null) {
    await folder.write(`lineage/${batchId}.jsonl`, linesOf(row, row.manifest, origin));
  }
  const report = await source.read((tx) => source.reportOf(tx, batchId));
  if (report === null) leftOut.push('The batch has no report.');
  else {
    await folder.write(`reports/${batchId}.json`, report.json);
    await folder.write(`reports/${batchId}.pdf`, await report.pdf());
  }
  const packed = {
    batch: row.id,
    name: row.name,
    entity: row.entity,
    records: row.records,
    status: row.status,
    created_at: new Date(row.createdAt).toISOString(),
    manifest_sha256: row.hash,
    file_in_pack: hasFile,
    left_out: leftOut,
  };
  return { packed, manifest: row.manifest, report: report?.json ?? null };
}
