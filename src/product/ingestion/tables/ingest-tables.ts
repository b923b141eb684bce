import type { z } from 'zod';
import type { Account } from '../../../platform/functions/define.ts';
import type { parseIngestedTablesAnswer } from '../../../shared/contracts/table-sets.ts';
import { AppError } from '../../../shared/errors.ts';
import type { Product } from '../../product.ts';
import type { ReceivedFile } from '../receive-file.ts';
import { readRecipes } from '../recipes.ts';
import { type IngestedTables, ingestEach, takeBack } from './ingest-each.ts';
import { storeTableSet, withLinkedTables } from './link-tables.ts';
import { proposeRelations } from './propose-relations.ts';
import { ONE_TABLE } from './receive-tables.ts';

export async function ingestTables(
  product: Product,
  account: Account,
  files: { received: readonly ReceivedFile[]; acceptRejected: boolean; name: string | undefined },
): Promise<z.input<typeof parseIngestedTablesAnswer>> {
  const { tenantId, userId } = account;
  const known = await product.platform.database.asTenant(tenantId, readRecipes);
  const { received, acceptRejected } = files;
  const accepts = { anyColumns: true, acceptRejected, recipe: null, known };
  const read = await ingestEach(product, account, { received, accepts });
  const tables = read.tables.map(({ name, answer }) => ({ name, manifestId: answer.manifest_id }));
  try {
    if (tables.length < 2) throw new AppError('bad_request', ONE_TABLE);
    const links = await withLinkedTables(product, { tenantId, tables }, (connection, linked) =>
      proposeRelations(connection, linked, read.relations),
    );
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
    return answerOf({ id, name, read, ...links });
  } catch (error) {
    await takeBack(product, account, read.tables);
    throw error;
  }
}

function answerOf({
  id,
  name,
  read: { tables, notices },
  keys,
  relations,
}: { id: string; name: string; read: IngestedTables } & Awaited<
  ReturnType<typeof proposeRelations>
>) {
  const rows = tables.reduce((sum, { answer }) => sum + answer.record_count, 0);
  return {
    table_set_id: id,
    name,
    message: [
      `${tables.length} tables with ${rows} records, ${relations.length} ${relations.length === 1 ? 'relation' : 'relations'} proposed`,
      ...notices,
    ].join('. '),
    tables: tables.map(({ name: table, answer }) => ({
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
