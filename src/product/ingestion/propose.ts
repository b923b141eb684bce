import { type ProposedMapping, proposeMapping } from '../../engines/mapping/propose-mapping.ts';
import { parseColumns } from '../../engines/table/parse-columns.ts';
import { readTextColumns } from '../../platform/tabular/parquet/read-text-columns.ts';
import type { ColumnLayout } from '../../shared/column-layout.ts';

/** Enough to tell what columns are for; a balance runs through rows that follow one another. */
const LOOKED_AT_ROWS = 20_000;
const LOOKED_AT_CELLS = 1_000_000;

/** Proposes what the columns of a file are for, by the first rows of its all-text Parquet file. */
export async function proposeForRows(
  parquetPath: string,
  columns: readonly ColumnLayout[],
  header: boolean,
): Promise<ProposedMapping> {
  const names = columns.map(({ name }) => name);
  const limit = Math.min(LOOKED_AT_ROWS, Math.floor(LOOKED_AT_CELLS / names.length));
  const texts: (string | null)[][] = names.map(() => []);
  for await (const chunk of readTextColumns({ parquetPath, names, limit })) {
    for (const [i, values] of chunk.columns.entries())
      for (const value of values) texts[i]!.push(value || null);
  }
  const layouts = Object.fromEntries(columns.map((layout) => [layout.name, layout]));
  return proposeMapping(parseColumns(names, texts, layouts), columns, { header });
}
