import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import type { z } from 'zod';
import { kindsOf } from '../../engines/meaning/recipe.ts';
import { withLocalCopy } from '../../platform/files/with-local-copy.ts';
import { withWorkFolder } from '../../platform/files/work-folder.ts';
import type { Account } from '../../platform/functions/define.ts';
import { createFairSlots } from '../../platform/jobs/fair-slots.ts';
import { enqueueRun } from '../../platform/jobs/runs.ts';
import { newVersion, registerObject } from '../../platform/storage/register-object.ts';
import { meterProcessorTime } from '../../platform/threads/processor-time.ts';
import { threadResult } from '../../platform/threads/warm-thread.ts';
import { type DatasetFormat, formatFacts, formatLabel } from '../../shared/bank-formats.ts';
import type {
  ParseIngestedFileAnswer,
  parseIngestedFileAnswer,
} from '../../shared/contracts/ingestion.ts';
import { AppError } from '../../shared/errors.ts';
import { headersValidatedMessage } from '../../shared/ingestion-headers.ts';
import { MAX_UPLOAD_PROCESSOR_SECONDS } from '../../shared/limits.ts';
import { compressionByName } from '../../shared/upload-formats.ts';
import { lockAccount } from '../data/lock-account.ts';
import type { Product } from '../product.ts';
import { learnedRoles, mappedColumns, schemaText } from './map-dataset.ts';
import type { ReceivedFile } from './receive-file.ts';
import type { Accepts } from './scan-file.ts';
import type { ScanInput, Scanned } from './scan-thread.ts';
import { shownDialect } from './shown-dialect.ts';
import { statementRoles } from './statement-mapping.ts';

const BUCKET = 'ingested_data';
const PARQUET = formatFacts('parquet').mediaType;

function storedAs({ format, filename }: ReceivedFile): { name: string; mimetype: string } {
  if (typeof format === 'object') return { name: 'data.txt', mimetype: 'text/plain' };
  const { endings, mediaType } = formatFacts(format);
  const compressed = compressionByName(filename);
  return {
    name: `data${endings[0]}${compressed?.ending ?? ''}`,
    mimetype: compressed?.mediaType ?? mediaType,
  };
}

const formatName = (format: ReceivedFile['format']): DatasetFormat =>
  typeof format === 'object' ? format.format : format;

const GIGABYTES_FOR_A_SCAN = 2;
const MAX_SCANS = 4;
const MAX_WAITING = 20;
const memory = (process.constrainedMemory() || totalmem()) / 1024 ** 3;
const scans = Math.max(2, Math.min(MAX_SCANS, Math.floor(memory / GIGABYTES_FOR_A_SCAN)));
const slots = createFairSlots(scans, MAX_WAITING);

/** Stores a dataset. On failure the received file is left to the caller. */
export async function ingestFile(
  product: Product,
  account: Account,
  { received, accepts }: { received: ReceivedFile; accepts: Accepts },
): Promise<z.input<typeof parseIngestedFileAnswer>> {
  const rows = newVersion();
  const kept: string[] = [];
  const id = randomUUID();
  const take = async (folder: string) => {
    const workPath = join(folder, 'rows.parquet');
    const scanned = await slots.run(account.tenantId, () =>
      scan(product, {
        ...accepts,
        format: received.format,
        key: received.key,
        parquetPath: workPath,
      }),
    );
    kept.push(rows.key);
    const parquet = await product.files.put(rows.key, createReadStream(workPath));
    return { scanned, parquet };
  };
  try {
    const { scanned, parquet } = await withWorkFolder(product.workFolder, `upload-${id}`, take);
    const { name, mimetype } = storedAs(received);
    const path = `${account.tenantId}/${id}/${name}`;
    const rowsPath = `${account.tenantId}/${id}/rows.parquet`;
    const schema = Object.fromEntries(scanned.columns.map(({ name, type }) => [name, type]));
    await product.platform.database.asTenant(account.tenantId, async (tx) => {
      await lockAccount(tx, account.userId);
      const owner = { ownerId: account.userId, tenantId: account.tenantId, bucketId: BUCKET };
      await registerObject(tx, {
        ...owner,
        name: path,
        version: received.version,
        stored: received.stored,
        mimetype,
      });
      await registerObject(tx, {
        ...owner,
        name: rowsPath,
        version: rows.version,
        stored: parquet,
        mimetype: PARQUET,
      });
      await tx.query(
        `insert into public.ingestion_manifests
           (id, tenant_id, filename, record_count, schema, storage_path, template, format, file_size, sha256,
            dialect, rejected_count, rejects, skipped_count, skipped, preview, parquet_path, uploaded_by, layout,
            mapping, balance, recipe, recipe_id, roles, statement, rules, profile)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19,
                 $20, $21, $22, $23, $24, $25, $26, $27)`,
        [
          id,
          account.tenantId,
          received.filename,
          scanned.rowCount,
          schemaText(scanned.columns),
          path,
          scanned.template,
          formatName(received.format),
          received.stored.size,
          received.stored.sha256,
          JSON.stringify(scanned.dialect),
          scanned.leftOut.lines,
          JSON.stringify(scanned.leftOut.ranges),
          scanned.skipped.lines,
          JSON.stringify(scanned.skipped.ranges),
          JSON.stringify(scanned.preview),
          rowsPath,
          account.userId,
          JSON.stringify(scanned.columns),
          JSON.stringify(scanned.mapping),
          JSON.stringify(scanned.balance),
          JSON.stringify(scanned.recipe),
          scanned.taken?.id ?? null,
          JSON.stringify(learnedRoles(rolesOf(scanned), scanned.mapping)),
          scanned.statement === null ? null : JSON.stringify(scanned.statement),
          scanned.recipe.rules === undefined ? null : JSON.stringify(scanned.recipe.rules),
          scanned.profile === null ? null : JSON.stringify(scanned.profile),
        ],
      );
      if (scanned.rowCount > 0 && scanned.profile === null) {
        await enqueueRun(product.boss, tx, {
          tenantId: account.tenantId,
          kind: 'profile',
          subject: { manifestId: id, filename: received.filename },
          createdBy: account.userId,
        });
      }
    });
    return answer({ id, received, scanned, schema });
  } catch (error) {
    for (const key of kept) await product.files.remove(key);
    throw error;
  }
}

const tooLong = () =>
  new AppError(
    'too_large',
    `Reading the file took more than ${MAX_UPLOAD_PROCESSOR_SECONDS} seconds of CPU time. Nothing was saved. Send fewer columns, or split the rows into several files.`,
  );

async function scan(
  product: Product,
  { key, ...file }: Omit<ScanInput, 'path'> & { key: string },
): Promise<Scanned> {
  const module = new URL('./scan-thread.ts', import.meta.url);
  return withLocalCopy(product.files, key, async (path) => {
    const input: ScanInput = { ...file, path };
    const abort = new AbortController();
    const endMeter = meterProcessorTime(MAX_UPLOAD_PROCESSOR_SECONDS, () => abort.abort(tooLong()));
    try {
      return await threadResult<Scanned>(module, input, abort);
    } finally {
      endMeter();
    }
  });
}

const rolesOf = ({ statement, columns, recipe }: Scanned): Record<string, string> => ({
  ...(statement !== null && statementRoles(columns)),
  ...kindsOf(recipe),
});

function messageOf({ rowCount, template, taken, statement, notices }: Scanned): string {
  if (template !== null) return headersValidatedMessage(rowCount, template);
  const read =
    statement !== null
      ? `, read as ${formatLabel(statement)}`
      : taken !== null
        ? `, read with recipe “${taken.name}”`
        : '';
  return [`${rowCount} records detected${read}`, ...notices].join('. ');
}

function answer({
  id,
  received,
  scanned,
  schema,
}: {
  id: string;
  received: ReceivedFile;
  scanned: Scanned;
  schema: ParseIngestedFileAnswer['schema'];
}): z.input<typeof parseIngestedFileAnswer> {
  return {
    manifest_id: id,
    filename: received.filename,
    record_count: scanned.rowCount,
    schema,
    template: scanned.template,
    message: messageOf(scanned),
    preview: scanned.preview,
    rejected_count: scanned.leftOut.lines,
    rejects: scanned.leftOut.ranges,
    skipped_count: scanned.skipped.lines,
    skipped: scanned.skipped.ranges,
    dialect: shownDialect(scanned.dialect),
    mapping: mappedColumns(scanned),
    recipe: scanned.taken,
    statement: scanned.statement,
  };
}
