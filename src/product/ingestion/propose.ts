import { balanceOf, proposeMapping } from '../../engines/meaning/statement/propose-mapping.ts';
import type { FoundBalance } from '../../engines/meaning/statement/running-balance.ts';
import { parseColumns } from '../../engines/table/parse-columns.ts';
import type { Table } from '../../engines/table/table.ts';
import { lineOfRow, type RowLines } from '../../platform/tabular/delimited/row-lines.ts';
import {
  type ColumnChunk,
  readTextColumns,
} from '../../platform/tabular/parquet/read-text-columns.ts';
import type { ColumnLayout } from '../../shared/column-layout.ts';
import type { ColumnMapping, RunningBalance } from '../../shared/column-mapping.ts';

/** Rows examined to detect roles; consecutive, as running balances require. */
const LOOKED_AT_ROWS = 20_000;
const LOOKED_AT_CELLS = 1_000_000;
const MAX_NAMED = 20;

export type MappedRows = { mapping: ColumnMapping; balance: RunningBalance | null };

/** Reads the first rows of some columns as text. */
type TextReader = (names: readonly string[], limit: number) => AsyncIterable<ColumnChunk>;

/** Reads stored rows. */
export const textsOfParquet =
  (parquetPath: string): TextReader =>
  (names, limit) =>
    readTextColumns({ parquetPath, names, limit });

type ReadRows = {
  texts: TextReader;
  rowCount: number;
  columns: readonly ColumnLayout[];
  header: boolean;
  /** Line numbers of the rows; absent if the file has none. */
  rowLines?: RowLines | undefined;
};

async function firstRows(
  read: TextReader,
  columns: readonly ColumnLayout[],
  most: number,
): Promise<Table> {
  const names = columns.map(({ name }) => name);
  const limit = Math.min(most, Math.floor(LOOKED_AT_CELLS / names.length));
  const texts: (string | null)[][] = names.map(() => []);
  for await (const chunk of read(names, limit)) {
    for (const [i, values] of chunk.columns.entries())
      for (const value of values) texts[i]!.push(value || null);
  }
  const layouts = Object.fromEntries(columns.map((layout) => [layout.name, layout]));
  return parseColumns(names, texts, layouts);
}

async function overMoreRows(
  { texts, columns, rowCount }: ReadRows,
  found: FoundBalance,
  { columns: roles, ...mapping }: ColumnMapping,
): Promise<FoundBalance> {
  const moves = ['amount', 'debit', 'credit', 'direction'];
  const named = roles.filter(({ role }) => moves.includes(role)).map(({ name }) => name);
  const names = [...named, found.column, mapping.entity, mapping.order];
  const own = columns.filter(({ name }) => names.includes(name));
  const table = await firstRows(texts, own, rowCount);
  const over = balanceOf(table, { ...mapping, columns: roles });
  return over?.column === found.column ? over : found;
}

function asSaid(
  { column, share, checked, broken }: FoundBalance,
  rowLines: RowLines | undefined,
): RunningBalance {
  const first = broken.slice(0, MAX_NAMED).map((row) => ({
    row: row + 1,
    line: rowLines === undefined ? null : lineOfRow(rowLines, row),
  }));
  return { column, share, breaks: { rows: broken.length, checked, first } };
}

export async function mapRows(
  rows: ReadRows,
  stated: ColumnMapping | null = null,
): Promise<MappedRows> {
  const table = await firstRows(rows.texts, rows.columns, LOOKED_AT_ROWS);
  const { mapping, balance } = mapTable(table, rows, stated);
  if (balance === null) return { mapping, balance };
  const found = rows.rowCount > table.rows ? await overMoreRows(rows, balance, mapping) : balance;
  return { mapping, balance: asSaid(found, rows.rowLines) };
}

function mapTable(
  table: Table,
  { columns, header }: ReadRows,
  stated: ColumnMapping | null,
): { mapping: ColumnMapping; balance: FoundBalance | null } {
  if (stated === null) return proposeMapping(table, columns, { header });
  const mapping = { ...inNamesOf(columns, stated), confirmed: true };
  return { mapping, balance: balanceOf(table, mapping) };
}

/** Renames a recipe's columns by position to those of the file. */
function inNamesOf(columns: readonly ColumnLayout[], stated: ColumnMapping): ColumnMapping {
  const names = columns.map(({ name }) => name);
  const nameOf = (said: string | null) =>
    said && (names[stated.columns.findIndex(({ name }) => name === said)] ?? said);
  return {
    columns: stated.columns.map(({ role }, i) => ({ name: names[i]!, role })),
    sign: stated.sign,
    entity: nameOf(stated.entity),
    order: nameOf(stated.order),
  };
}
