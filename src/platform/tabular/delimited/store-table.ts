import { stat } from 'node:fs/promises';
import type { ColumnLayout } from '../../../shared/column-layout.ts';
import type { CodedTexts } from '../../../shared/text-codes.ts';
import { codedTexts } from '../columns/coded-texts.ts';
import { sampledRows } from '../columns/column-texts.ts';
import { detectColumns, inferOpen, layoutOf } from '../columns/detect-columns.ts';
import { codeColumns, columnGroups, type PlainTable } from './plain-table.ts';
import { storeRows } from './store-rows.ts';

/** Bytes up to which forms are detected in memory: from 10 MB, two threads of DuckDB take less time. */
const MAX_BYTES = 4_000_000;
const MAX_CELLS = 2_000_000;
/** Cells held at a time of a table whose reader holds all of it. */
export const MAX_READ_CELLS = 12_000_000;

/** Rows that are left in plain form for a reader of all of them. */
export type PlainOptions = {
  /** True if the reader knows the layouts of the columns. */
  isKnown: boolean;
  /** Receives each column with the layout that it has alone; others may change it. */
  onColumn?: (column: number, coded: CodedTexts, layout: ColumnLayout) => void;
};

type Options = {
  delimiter: string | null;
  memoryLimitMb?: number | undefined;
  signal?: AbortSignal | undefined;
};

/**
 * Detects the layouts of a table in plain form in memory, some columns at a time, checked against
 * every row.
 */
export async function detectPlain(
  table: PlainTable,
  {
    delimiter,
    signal,
    maxCells = MAX_CELLS,
    onColumn = () => {},
  }: Omit<Options, 'memoryLimitMb'> & {
    maxCells?: number;
    onColumn?: PlainOptions['onColumn'];
  },
): Promise<ColumnLayout[]> {
  const { columns, rows } = table;
  const sampled = sampledRows(columns.length);
  const layouts: ColumnLayout[] = [];
  for (const group of columnGroups(table, maxCells)) {
    for (const [i, coded] of (await codeColumns(table, group, { signal })).entries()) {
      const column = group[i]!;
      const texts = codedTexts(coded, sampled);
      const layout = await layoutOf({ name: columns[column]!, delimiter, rows, texts });
      layouts.push(layout);
      onColumn(column, coded, layout);
    }
  }
  return inferOpen(layouts, delimiter, async (column) => {
    const [coded] = await codeColumns(table, [column], { signal });
    return codedTexts(coded!, sampled).ordered();
  });
}

/** Stores a table in plain form as Parquet, all as text, in order; returns the columns' layouts. */
export async function storeTable(
  table: PlainTable,
  parquetPath: string,
  { delimiter, memoryLimitMb, signal }: Options,
): Promise<ColumnLayout[]> {
  await storeRows(table, parquetPath, { memoryLimitMb, signal });
  const { size } = await stat(table.path);
  return size <= MAX_BYTES
    ? detectPlain(table, { delimiter, signal })
    : detectColumns(parquetPath, table.columns, { delimiter, signal });
}

const anyText = (name: string, rows: number): ColumnLayout => ({
  name,
  type: 'text',
  form: { kind: 'text' },
  nullWords: [],
  values: rows,
  fits: rows,
  alternatives: [],
  ambiguous: false,
  notices: [],
});

/** Stores a table in plain form, or leaves it to its reader; returns the columns' layouts. */
export async function storeOrKeep(
  table: PlainTable,
  { parquetPath, plain, ...options }: Options & { parquetPath: string; plain?: PlainOptions },
): Promise<{ layouts: ColumnLayout[]; plain: PlainTable | null }> {
  if (plain === undefined)
    return { layouts: await storeTable(table, parquetPath, options), plain: null };
  const { columns, rows } = table;
  if (plain.isKnown) return { layouts: columns.map((name) => anyText(name, rows)), plain: table };
  const { onColumn } = plain;
  const reading = { ...options, maxCells: MAX_READ_CELLS, onColumn };
  return { layouts: await detectPlain(table, reading), plain: table };
}
