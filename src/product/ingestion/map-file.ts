import { type FileShape, makeRecipe, type Recipe } from '../../engines/meaning/recipe.ts';
import type { FileStyle } from '../../platform/tabular/delimited/file-style.ts';
import type { LineRanges } from '../../platform/tabular/delimited/line-ranges.ts';
import type { RowLines } from '../../platform/tabular/delimited/row-lines.ts';
import type { StatementFacts } from '../../shared/bank-formats.ts';
import type { CellStyle } from '../../shared/cell-styles.ts';
import type { ColumnKind } from '../../shared/column-kinds.ts';
import type { ColumnLayout } from '../../shared/column-layout.ts';
import type { ColumnMapping, DatasetRules, RunningBalance } from '../../shared/column-mapping.ts';
import type { TemplateType } from '../../shared/ingestion-headers.ts';
import { mapRows, textsOfParquet } from './propose.ts';

export type ReadFile = {
  columns: ColumnLayout[];
  rowCount: number;
  leftOut: LineRanges;
  skipped: LineRanges;
  /** Messages about the file, in sentences. */
  notices: string[];
  template: TemplateType | null;
  dialect: {
    encoding: string;
    delimiter: string | null;
    decimal: '.' | ',' | null;
    header: boolean | null;
    rowLines?: RowLines;
    /** Types of the cells, in files that state them. */
    cells?: CellStyle[];
    /** Names of nested objects in JSON. */
    objects?: string[];
    /** Name of the table, in files that contain several. */
    table?: string;
  } & Partial<FileStyle>;
  statement: StatementFacts | null;
};

export type ScannedFile = ReadFile & {
  mapping: ColumnMapping;
  balance: RunningBalance | null;
  /** Detected and corrected settings, as a recipe for similar files. */
  recipe: Recipe;
};

/** Mapping and kinds that a user or a recipe states; null without a mapping. */
export type Stated = {
  mapping: ColumnMapping | null;
  kinds?: Readonly<Record<string, ColumnKind>>;
  rules?: DatasetRules | null | undefined;
};

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

/** Maps the columns of all-text rows, unless a user stated it, and builds the recipe. */
export async function mapFile(
  file: ReadFile,
  parquetPath: string,
  { mapping: stated, kinds, rules }: Stated,
): Promise<ScannedFile> {
  const { columns, dialect, skipped, rowCount } = file;
  const { rowLines } = dialect;
  const texts = textsOfParquet(parquetPath);
  const rows = { texts, rowCount, columns, header: dialect.header !== false, rowLines };
  const { mapping, balance } = await mapRows(rows, stated);
  const recipe = makeRecipe({
    shape: shapeOf(file),
    skip: linesAround(skipped),
    layouts: columns,
    mapping,
    ...(kinds && { kinds }),
    rules,
  });
  return { ...file, mapping, balance, recipe };
}
