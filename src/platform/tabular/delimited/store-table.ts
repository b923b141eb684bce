import { stat } from 'node:fs/promises';
import type { ColumnLayout } from '../../../shared/column-layout.ts';
import type { CodedTexts } from '../../../shared/text-codes.ts';
import { codedTexts } from '../columns/coded-texts.ts';
import { sampledRows } from '../columns/column-texts.ts';
import { detectColumns, inferOpen, layoutOf } from '../columns/detect-columns.ts';
import { codeColumns, columnGroups, type PlainTable } from './plain-table.ts';
import { storeRows } from './store-rows.ts';

/** Bytes of a table whose texts are looked at in memory although it is stored as Parquet. */
const MAX_BYTES = 32_000_000;
const MAX_CELLS = 2_000_000;
/** Cells held at a time of a table whose reader holds all of it. */
const MAX_READ_CELLS = 12_000_000;

/** Rows that are left in plain form for a reader of all of them. */
export type PlainOptions = {
  /** True if the reader knows the layouts of the columns. */
  isKnown: boolean;
};

type Options = {
  delimiter: string | null;
  memoryLimitMb?: number | undefined;
  signal?: AbortSignal | undefined;
};

/**
 * Detects the layouts of a table in plain form in memory, some columns at a time, checked against
 * every row. Codes of a table that fits at once are returned too.
 */
export async function detectPlain(
  table: PlainTable,
  {
    delimiter,
    signal,
    maxCells = MAX_CELLS,
  }: Omit<Options, 'memoryLimitMb'> & { maxCells?: number },
): Promise<{ layouts: ColumnLayout[]; coded: readonly CodedTexts[] | undefined }> {
  const { columns, rows } = table;
  const sampled = sampledRows(columns.length);
  const groups = columnGroups(table, maxCells);
  const layouts: ColumnLayout[] = [];
  let coded: readonly CodedTexts[] | undefined;
  for (const group of groups) {
    const codes = await codeColumns(table, group, { signal });
    if (groups.length === 1) coded = codes;
    for (const [i, column] of group.entries()) {
      const texts = codedTexts(codes[i]!, sampled);
      layouts.push(await layoutOf({ name: columns[column]!, delimiter, rows, texts }));
    }
  }
  const orderedOf = async (column: number) => {
    const [codes] = coded?.slice(column) ?? (await codeColumns(table, [column], { signal }));
    return codedTexts(codes!, sampled).ordered();
  };
  return { layouts: await inferOpen(layouts, delimiter, orderedOf), coded };
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
    ? (await detectPlain(table, { delimiter, signal })).layouts
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
  const { layouts, coded } = await detectPlain(table, { ...options, maxCells: MAX_READ_CELLS });
  return { layouts, plain: { ...table, coded } };
}
