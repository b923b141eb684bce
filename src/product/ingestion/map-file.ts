import { type FileShape, makeRecipe, type Recipe } from '../../engines/mapping/recipe.ts';
import type { FileStyle } from '../../platform/tabular/delimited/file-style.ts';
import type { LineRanges } from '../../platform/tabular/delimited/line-ranges.ts';
import type { RowLines } from '../../platform/tabular/delimited/row-lines.ts';
import type { StatementFacts } from '../../shared/bank-formats.ts';
import type { ColumnLayout } from '../../shared/column-layout.ts';
import type { ColumnMapping, RunningBalance } from '../../shared/column-mapping.ts';
import type { TemplateType } from '../../shared/ingestion-headers.ts';
import { mapRows } from './propose.ts';

/** A file whose rows were read. */
export type ReadFile = {
  columns: ColumnLayout[];
  rowCount: number;
  /** Lines of the table that can't be read, and lines that are not the table's. */
  leftOut: LineRanges;
  skipped: LineRanges;
  template: TemplateType | null;
  dialect: {
    encoding: string;
    delimiter: string | null;
    decimal: '.' | ',' | null;
    header: boolean | null;
    /** The lines that the rows stand on. */
    rowLines?: RowLines;
  } & Partial<FileStyle>;
  /** What a file of statements says of itself; null for other files. */
  statement: StatementFacts | null;
};

/** A file of which it is known what its columns are for. */
export type ScannedFile = ReadFile & {
  mapping: ColumnMapping;
  balance: RunningBalance | null;
  /** What was detected and what somebody corrected, as the recipe for the next file. */
  recipe: Recipe;
};

/** What a file that was read is like. */
export const shapeOf = ({
  columns,
  dialect,
}: Pick<ReadFile, 'columns' | 'dialect'>): FileShape => ({
  header: dialect.header === false ? null : columns.map(({ name }) => name),
  columns: columns.length,
  delimiter: dialect.delimiter,
});

function linesAround(skipped: LineRanges): Recipe['skip'] {
  const [first] = skipped.ranges;
  const before = first?.fromLine === 1 ? first.toLine : 0;
  return { before, after: skipped.lines - before };
}

/**
 * Says what the columns of a file that was read are for, and makes its recipe.
 *
 * @param parquetPath its rows, all text
 * @param stated what somebody says the columns are for; proposed where it is null
 */
export async function mapFile(
  file: ReadFile,
  parquetPath: string,
  stated: ColumnMapping | null,
): Promise<ScannedFile> {
  const { columns, dialect, skipped, rowCount } = file;
  const { rowLines } = dialect;
  const rows = { parquetPath, rowCount, columns, header: dialect.header !== false, rowLines };
  const { mapping, balance } = await mapRows(rows, stated);
  const recipe = makeRecipe({
    shape: shapeOf(file),
    skip: linesAround(skipped),
    layouts: columns,
    mapping,
  });
  return { ...file, mapping, balance, recipe };
}
