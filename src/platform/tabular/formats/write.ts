import type { CellStyle } from '../../../shared/cell-styles.ts';
import type { ColumnLayout } from '../../../shared/column-layout.ts';
import type { CsvDialect } from '../../../shared/csv.ts';
import { type ColumnChunk, readTextColumns } from '../parquet/read-text-columns.ts';

/** Rows to write, as all-text Parquet, with the layouts of their columns. */
export type TableRows = { path: string; columns: readonly ColumnLayout[]; rowCount: number };

/** Facts of the file whose form the rows are written in; all are optional. */
export type SourceForm = {
  dialect: CsvDialect | null;
  /** Types of the cells by column, in formats that state them. */
  cells: Readonly<Partial<Record<string, CellStyle>>>;
  /** Names of nested objects in JSON. */
  objects: readonly string[];
};

export type WriteOptions = {
  target: string;
  /** Name of the table, for formats that state one. */
  name: string;
  form: SourceForm;
  signal?: AbortSignal | undefined;
};

/**
 * Writes rows to a file, which the caller removes on failure.
 *
 * @throws AppError if the format can't hold them
 */
export type WriteFormat = (rows: TableRows, options: WriteOptions) => Promise<void>;

export const styleOf = ({ cells }: SourceForm, name: string): CellStyle | null =>
  Object.hasOwn(cells, name) ? cells[name]! : null;

/** Reads the rows in chunks, cells by column. */
export async function* chunksOf(
  { path, columns }: TableRows,
  signal?: AbortSignal,
): AsyncGenerator<ColumnChunk['columns']> {
  const names = columns.map(({ name }) => name);
  const options = signal === undefined ? {} : { signal };
  for await (const chunk of readTextColumns({ parquetPath: path, names, options }))
    yield chunk.columns;
}
