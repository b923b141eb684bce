import type { z } from 'zod';
import type { Account } from '../../../platform/functions/define.ts';
import type { ParseIngestedFileAnswer } from '../../../shared/contracts/ingestion.ts';
import type { parseIngestedTablesAnswer } from '../../../shared/contracts/table-sets.ts';
import { AppError } from '../../../shared/errors.ts';
import type { Product } from '../../product.ts';
import { ingestFile } from '../ingest-file.ts';
import type { ReceivedFile } from '../receive-file.ts';
import { readRecipes } from '../recipes.ts';
import { storeTableSet, withLinkedTables } from './link-tables.ts';
import { proposeRelations } from './propose-relations.ts';

type Ingested = { name: string; answer: ParseIngestedFileAnswer };

function tableNames(filenames: readonly string[]): string[] {
  const taken = new Set<string>();
  return filenames.map((filename) => {
    const plain =
      filename
        .replace(/\.[a-z]+$/i, '')
        .replace(/[^\w-]+/g, '_')
        .slice(0, 90) || 'table';
    // As a key of JSON, this name would be lost.
    let name = plain === '__proto__' ? 'table' : plain;
    for (let i = 2; taken.has(name.toLowerCase()); i++) name = `${plain}_${i}`;
    taken.add(name.toLowerCase());
    return name;
  });
}

const inFile = (filename: string, error: unknown): unknown =>
  error instanceof AppError
    ? new AppError(error.code, `${filename}: ${error.message}`, {
        cause: error,
        ...(error.detail !== undefined && { detail: error.detail }),
      })
    : error;

async function ingestAll(
  product: Product,
  account: Account,
  { received, acceptRejected }: { received: readonly ReceivedFile[]; acceptRejected: boolean },
): Promise<Ingested[]> {
  const names = tableNames(received.map(({ filename }) => filename));
  const known = await product.platform.database.asTenant(account.tenantId, readRecipes);
  const accepts = { anyColumns: true, acceptRejected, recipe: null, known };
  const tables: Ingested[] = [];
  for (const [i, file] of received.entries()) {
    try {
      const answer = await ingestFile(product, account, { received: file, accepts });
      tables.push({ name: names[i]!, answer: answer as ParseIngestedFileAnswer });
    } catch (error) {
      for (const { key } of received.slice(i + 1)) await product.files.remove(key);
      await takeBack(product, account, tables);
      throw inFile(file.filename, error);
    }
  }
  return tables;
}

async function takeBack(
  product: Product,
  { tenantId }: Account,
  tables: readonly Ingested[],
): Promise<void> {
  await product.platform.database.asTenant(tenantId, (tx) =>
    tx.query('delete from public.ingestion_manifests where id = any ($1)', [
      tables.map(({ answer }) => answer.manifest_id),
    ]),
  );
}

export async function ingestTables(
  product: Product,
  account: Account,
  files: { received: readonly ReceivedFile[]; acceptRejected: boolean; name: string | undefined },
): Promise<z.input<typeof parseIngestedTablesAnswer>> {
  const { tenantId, userId } = account;
  const ingested = await ingestAll(product, account, files);
  const tables = ingested.map(({ name, answer }) => ({ name, manifestId: answer.manifest_id }));
  try {
    const links = await withLinkedTables(product, { tenantId, tables }, proposeRelations);
    const name =
      files.name ??
      tables
        .map((table) => table.name)
        .join(', ')
        .slice(0, 100);
    const id = await product.platform.database.asTenant(tenantId, (tx) =>
      storeTableSet(tx, {
        tenantId,
        createdBy: userId,
        name,
        keys: links.keys,
        relations: links.relations.map(
          ({ named: _named, orphans: _orphans, ...relation }) => relation,
        ),
        tables,
      }),
    );
    return answerOf({ id, name, ingested, ...links });
  } catch (error) {
    await takeBack(product, account, ingested);
    throw error;
  }
}

function answerOf({
  id,
  name,
  ingested,
  keys,
  relations,
}: { id: string; name: string; ingested: Ingested[] } & Awaited<
  ReturnType<typeof proposeRelations>
>) {
  const rows = ingested.reduce((sum, { answer }) => sum + answer.record_count, 0);
  return {
    table_set_id: id,
    name,
    message: `${ingested.length} tables with ${rows} records, ${relations.length} ${relations.length === 1 ? 'relation' : 'relations'} proposed`,
    tables: ingested.map(({ name: table, answer }) => ({
      name: table,
      manifest_id: answer.manifest_id,
      filename: answer.filename,
      record_count: answer.record_count,
      columns: answer.mapping.columns.map((column) => column.name),
      rejected_count: answer.rejected_count,
    })),
    keys,
    relations,
  };
}
