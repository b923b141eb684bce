import { looksLikeHeader } from '../../delimited/find-table.ts';
import type { SampleRecord } from '../../delimited/sample-records.ts';
import type { SheetCell, SheetRow } from './sheet-rows.ts';

/** Maximum rows above the table, such as a title and a period. */
const MAX_ROWS_ABOVE = 50;

/** Place of a table in a sheet. */
export type SheetTable = {
  /** Columns of the sheet, from 0, in order. */
  columns: number[];
  /** Names of the columns; null if unnamed. */
  names: (string | null)[];
  hasHeader: boolean;
  /** Number of the first row of the table, with its header, and of the first data row. */
  firstRow: number;
  dataRow: number;
};

export const textOf = (cell: SheetCell | undefined): string | null =>
  cell === undefined || cell.kind === 'error' || cell.kind === 'uncalculated' ? null : cell.text;

const isFilled = (cell: SheetCell | undefined): boolean => (textOf(cell) ?? '').trim() !== '';

export const isBlankRow = ({ cells }: SheetRow): boolean =>
  cells.every((cell) => cell === undefined || textOf(cell) === '');

const nameAt = (row: SheetRow | undefined, column: number): string | null => {
  const text = textOf(row?.cells[column])?.trim() ?? '';
  return text === '' ? null : text;
};

/** Returns the texts of a row as a record of delimited text. */
const recordOf = ({ number, cells }: SheetRow, columns: readonly number[]): SampleRecord => ({
  start: 0,
  line: number,
  lines: 1,
  values: columns.map((column) => textOf(cells[column])),
  faulty: false,
  beforeBlank: false,
});

const isNamed = (row: SheetRow | undefined): row is SheetRow =>
  row?.cells.every((cell) => cell === undefined || cell.kind === 'text') ?? false;

/** Returns true if a row names columns and the rows below have values: two rows of names. */
function hasSecondHeader([first, second, ...rows]: readonly SheetRow[]): boolean {
  if (!isNamed(first) || !isNamed(second) || second.number !== first.number + 1) return false;
  const isTyped = (column: number) => {
    const cells = rows.map(({ cells }) => cells[column]).filter((cell) => cell !== undefined);
    return cells.length > 0 && cells.every(({ kind }) => kind !== 'text');
  };
  // Merged cells of the first row leave the others empty.
  const isMerged = second.cells.some(
    (_, c) => isFilled(second.cells[c]) && !isFilled(first.cells[c]),
  );
  return isMerged && second.cells.some((cell, column) => isFilled(cell) && isTyped(column));
}

/** Names of a header: an empty cell takes the name above, equal names that of their group. */
function namesOf(header: SheetRow, above: SheetRow | undefined, columns: readonly number[]) {
  let group: string | null = null;
  const groups = columns.map((column) => {
    group = nameAt(above, column) ?? group;
    return group;
  });
  const names = columns.map((column) => nameAt(header, column) ?? nameAt(above, column));
  const counts = new Map<string | null, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return names.map((name, i) => {
    const isUnique = counts.get(name) === 1 || nameAt(header, columns[i]!) === null;
    return name === null || isUnique || groups[i] === null ? name : `${groups[i]} ${name}`;
  });
}

/**
 * Finds the table among the first rows of a sheet, none of them blank: below rows with few values,
 * such as a title, and with one or two rows of names.
 *
 * @param also columns of the sheet that later rows have
 */
export function findSheetTable(rows: readonly SheetRow[], also: ReadonlySet<number>): SheetTable {
  const used = new Set(also);
  for (const { cells } of rows)
    for (const [column, cell] of cells.entries()) if (cell !== undefined) used.add(column);
  const columns = [...used].sort((a, b) => a - b);
  const filled = (row: SheetRow) => columns.filter((column) => isFilled(row.cells[column])).length;
  const wide = rows.findIndex((row) => filled(row) > columns.length / 2);
  const start = wide > MAX_ROWS_ABOVE || wide < 0 ? 0 : wide;
  const table = rows.slice(start);
  const records = (from: readonly SheetRow[]) => from.map((row) => recordOf(row, columns));
  if (!looksLikeHeader(records(table))) {
    const number = table[0]!.number;
    const names = columns.map(() => null);
    return { columns, names, hasHeader: false, firstRow: number, dataRow: number };
  }
  const isDouble = hasSecondHeader(table);
  const header = table[isDouble ? 1 : 0]!;
  const previous = isDouble ? table[0] : rows[start - 1];
  const above =
    isNamed(previous) && previous.number === header.number - 1 && filled(previous) > 1
      ? previous
      : undefined;
  return {
    columns,
    names: namesOf(header, above, columns),
    hasHeader: true,
    firstRow: above?.number ?? header.number,
    dataRow: header.number + 1,
  };
}
