import { balanceOf, proposeMapping } from '../../engines/mapping/propose-mapping.ts';
import { parseColumns } from '../../engines/table/parse-columns.ts';
import type { Table } from '../../engines/table/table.ts';
import { readTextColumns } from '../../platform/tabular/parquet/read-text-columns.ts';
import type { ColumnLayout } from '../../shared/column-layout.ts';
import type { ColumnMapping, RunningBalance } from '../../shared/column-mapping.ts';

/** Enough to tell what columns are for; a balance runs through rows that follow one another. */
const LOOKED_AT_ROWS = 20_000;
const LOOKED_AT_CELLS = 1_000_000;

export type MappedRows = { mapping: ColumnMapping; balance: RunningBalance | null };

type ReadRows = {
  parquetPath: string;
  columns: readonly ColumnLayout[];
  /** Whether the file names its columns. */
  header: boolean;
};

async function firstRows({ parquetPath, columns }: ReadRows): Promise<Table> {
  const names = columns.map(({ name }) => name);
  const limit = Math.min(LOOKED_AT_ROWS, Math.floor(LOOKED_AT_CELLS / names.length));
  const texts: (string | null)[][] = names.map(() => []);
  for await (const chunk of readTextColumns({ parquetPath, names, limit })) {
    for (const [i, values] of chunk.columns.entries())
      for (const value of values) texts[i]!.push(value || null);
  }
  const layouts = Object.fromEntries(columns.map((layout) => [layout.name, layout]));
  return parseColumns(names, texts, layouts);
}

/**
 * What the columns of a file are for, by the first rows of its all-text Parquet file, and the balance that runs
 * through them.
 *
 * @param stated what somebody says they are for; proposed without it
 */
export async function mapRows(
  rows: ReadRows,
  stated: ColumnMapping | null = null,
): Promise<MappedRows> {
  const table = await firstRows(rows);
  if (stated === null) {
    const { mapping, balance } = proposeMapping(table, rows.columns, { header: rows.header });
    return { mapping, balance: balance && { column: balance.column, share: balance.share } };
  }
  const names = rows.columns.map(({ name }) => name);
  // A file without a header line has the names that its columns were given.
  const mapping = {
    ...stated,
    columns: stated.columns.map(({ role }, i) => ({ name: names[i]!, role })),
    confirmed: true,
  };
  const balance = balanceOf(table, mapping);
  return { mapping, balance: balance && { column: balance.column, share: balance.share } };
}
