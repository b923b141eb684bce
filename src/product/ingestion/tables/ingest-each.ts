import type { z } from 'zod';
import type { Relation } from '../../../engines/synthesize/index.ts';
import type { Account } from '../../../platform/functions/define.ts';
import { newVersion } from '../../../platform/storage/register-object.ts';
import type { parseIngestedFileAnswer } from '../../../shared/contracts/ingestion.ts';
import { AppError } from '../../../shared/errors.ts';
import { isTableChoice, type TableChoice } from '../../../shared/file-tables.ts';
import { MAX_LINKED_BYTES, MAX_LINKED_TABLES, sizeLimit } from '../../../shared/limits.ts';
import { fileStem } from '../../../shared/upload-formats.ts';
import type { Product } from '../../product.ts';
import { ingestFile } from '../ingest-file.ts';
import type { ReceivedFile } from '../receive-file.ts';
import type { Accepts } from '../scan-file.ts';
import { tableName } from './table-name.ts';

export type IngestedTable = { name: string; answer: z.input<typeof parseIngestedFileAnswer> };

/** Tables in order, the relations that their files state, and messages about tables not read. */
export type IngestedTables = { tables: IngestedTable[]; relations: Relation[]; notices: string[] };

const within = (place: string, error: unknown): unknown =>
  error instanceof AppError
    ? new AppError(error.code, `${place}: ${error.message}`, {
        cause: error,
        ...(error.detail !== undefined && { detail: error.detail }),
      })
    : error;

/** Removes datasets and their files. */
export async function takeBack(
  product: Product,
  { tenantId }: Account,
  tables: readonly IngestedTable[],
): Promise<void> {
  await product.platform.database.asTenant(tenantId, (tx) =>
    tx.query('delete from public.ingestion_manifests where id = any ($1)', [
      tables.map(({ answer }) => answer.manifest_id),
    ]),
  );
}

async function copyOf(product: Product, file: ReceivedFile): Promise<ReceivedFile> {
  const place = newVersion();
  const stored = await product.files.put(place.key, await product.files.get(file.key));
  return { ...file, ...place, stored };
}

/** A table that others of its file are part of has the name of the file. */
const namesOf = ({ filename }: ReceivedFile, { tables }: TableChoice): Map<string, string> =>
  new Map(
    tables.map(({ name }) => [
      name,
      tables.some(({ parent }) => parent?.table === name) ? fileStem(filename) : name,
    ]),
  );

/**
 * Ingests files one after another. Each table of a file that contains several becomes a dataset
 * with a copy of the file. On failure nothing is kept.
 */
export async function ingestEach(
  product: Product,
  account: Account,
  { received, accepts }: { received: readonly ReceivedFile[]; accepts: Accepts },
): Promise<IngestedTables> {
  const read: IngestedTables = { tables: [], relations: [], notices: [] };
  const taken = new Set<string>();
  const waiting = new Set(received.map(({ key }) => key));
  let bytes = 0;

  const ingest = async (file: ReceivedFile, named: string, table?: string) => {
    waiting.add(file.key);
    const answer = await ingestFile(product, account, {
      received: file,
      accepts: { ...accepts, table },
    });
    waiting.delete(file.key);
    bytes += file.stored.size;
    const name = tableName(named, taken);
    read.tables.push({ name, answer });
    return name;
  };
  const ingestEachOf = async (file: ReceivedFile, choice: TableChoice) => {
    checkTables(
      read.tables.length + choice.tables.length,
      bytes + choice.tables.length * file.stored.size,
    );
    const named = namesOf(file, choice);
    const names = new Map<string, string>();
    for (const [i, { name }] of choice.tables.entries()) {
      const own = i === 0 ? file : await copyOf(product, file);
      names.set(
        name,
        await ingest(own, named.get(name)!, name).catch((error: unknown) => {
          throw within(name, error);
        }),
      );
    }
    read.notices.push(...choice.notices.map((text) => `${file.filename}: ${text}`));
    for (const { name, parent } of choice.tables) {
      if (parent === null) continue;
      const { table, key, column } = parent;
      read.relations.push({
        child: names.get(name)!,
        childKey: column,
        parent: names.get(table)!,
        parentKey: key,
      });
    }
  };
  for (const file of received) {
    try {
      await ingest(file, fileStem(file.filename)).catch((error: unknown) => {
        if (!(error instanceof AppError) || !isTableChoice(error.detail)) throw error;
        return ingestEachOf(file, error.detail);
      });
    } catch (error) {
      for (const key of waiting) await product.files.remove(key);
      await takeBack(product, account, read.tables);
      throw within(file.filename, error);
    }
  }
  return read;
}

function checkTables(tables: number, bytes: number): void {
  if (tables > MAX_LINKED_TABLES)
    throw new AppError(
      'too_large',
      `The files have more than ${MAX_LINKED_TABLES} tables. Upload fewer, or choose one table of this file.`,
    );
  if (bytes > MAX_LINKED_BYTES)
    throw new AppError(
      'too_large',
      `Each table keeps a copy of its file, at most ${sizeLimit(MAX_LINKED_BYTES)} in total. Choose one table of this file.`,
    );
}
