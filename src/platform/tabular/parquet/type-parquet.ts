import type { ColumnLayout } from '../../../shared/column-layout.ts';
import { typedColumn } from '../columns/typed-column.ts';
import { readTextColumns } from './read-text-columns.ts';
import { writeParquet } from './write-parquet.ts';

export async function typeParquet(
  textPath: string,
  parquetPath: string,
  layouts: readonly ColumnLayout[],
  options: { signal?: AbortSignal } = {},
): Promise<number> {
  const columns = layouts.map(typedColumn);
  const names = layouts.map(({ name }) => name);
  const batches = async function* () {
    for await (const chunk of readTextColumns({ parquetPath: textPath, names, options }))
      yield chunk.columns.map((texts, i) => texts.map(columns[i]!.cell));
  };
  return writeParquet({ parquetPath, columns, batches: batches(), options });
}
