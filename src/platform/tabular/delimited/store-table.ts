import { stat } from 'node:fs/promises';
import type { ColumnLayout } from '../../../shared/column-layout.ts';
import { codedTexts } from '../columns/coded-texts.ts';
import { type ColumnTexts, sampledRows } from '../columns/column-texts.ts';
import { detectColumns, inferOpen, layoutOf } from '../columns/detect-columns.ts';
import { codeColumns, columnGroups, type PlainTable } from './plain-table.ts';
import { storeRows } from './store-rows.ts';

/** Bytes of a table whose texts are looked at in memory, some columns at a time. */
const MAX_BYTES = 32_000_000;
const MAX_CELLS = 2_000_000;

type Options = {
  delimiter: string | null;
  memoryLimitMb?: number | undefined;
  signal?: AbortSignal | undefined;
};

/** Detects the layouts of a table in plain form in memory, checked against every row. */
export async function detectPlain(
  table: PlainTable,
  { delimiter, signal }: Options,
): Promise<ColumnLayout[]> {
  const { columns, rows } = table;
  const sampled = sampledRows(columns.length);
  const textsOf = async (wanted: readonly number[]): Promise<ColumnTexts[]> =>
    (await codeColumns(table, wanted, { signal })).map((coded) => codedTexts(coded, sampled));
  const layouts: ColumnLayout[] = [];
  for (const group of columnGroups(table, MAX_CELLS)) {
    for (const [i, texts] of (await textsOf(group)).entries())
      layouts.push(await layoutOf({ name: columns[group[i]!]!, delimiter, rows, texts }));
  }
  return inferOpen(layouts, delimiter, async (i) => (await textsOf([i]))[0]!.ordered());
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
