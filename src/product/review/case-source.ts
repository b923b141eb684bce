import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { withLocalCopy } from '../../platform/files/with-local-copy.ts';
import { withWorkFolder } from '../../platform/files/work-folder.ts';
import { fileKey } from '../../platform/storage/context.ts';
import { readRowsOf } from '../../platform/tabular/parquet/read-rows-of.ts';
import type { ColumnLayout } from '../../shared/column-layout.ts';
import { readBatch } from '../data/read-batch.ts';
import { readDataset } from '../data/read-dataset.ts';
import type { Product } from '../product.ts';
import type { CaseRecord } from './case-record.ts';

const MAX_ROWS = 20_000;

/** Reads the rows of a case's accounts, as owner or as counterparty, from its dataset or batch. */
export async function readSourceRows(
  product: Product,
  record: CaseRecord,
  accounts: readonly string[],
) {
  const { database } = product.platform;
  const { counterparty } = record.roles;
  const choice = {
    columns: [record.subject_column, ...(counterparty === undefined ? [] : [counterparty])],
    values: accounts,
    numbers: record.rows,
    limit: MAX_ROWS,
  };
  if (record.manifest_id !== null) {
    const { version, layouts } = await readDataset(database, record.tenant_id, record.manifest_id);
    const rows = await withLocalCopy(product.files, fileKey(version), (path) =>
      readRowsOf(path, choice),
    );
    return { ...rows, layouts };
  }
  const { version } = await readBatch(database, record.tenant_id, record.source_batch ?? '');
  return withWorkFolder(product.workFolder, `case-${randomUUID()}`, (folder) =>
    withLocalCopy(product.files, fileKey(version), async (path) => {
      const parquetPath = join(folder, 'rows.parquet');
      const { scanDelimited } = await import('../../platform/tabular/delimited/scan-delimited.ts');
      const { columns } = await scanDelimited(path, { parquetPath, header: true });
      const layouts: Record<string, ColumnLayout> = Object.fromEntries(
        columns.map((column) => [column.name, column]),
      );
      return { ...(await readRowsOf(parquetPath, choice)), layouts };
    }),
  );
}
