import { DAY } from '../../table/datetime-form.ts';
import { formatCell, isNull } from '../../table/format-table.ts';
import type { Column, Table } from '../../table/table.ts';
import type { BatchColumn, RowBatch } from '../rows/row-batch.ts';
import { NO_DATE } from '../rows/row-batch.ts';
import { cellText } from '../rows/text-form.ts';
import type { TableSpec } from './tables.ts';

/**
 * Columns of a table as laws read them. Numbers are minor units of decimals, days since 1970, or
 * whole numbers; NaN if missing. Texts are '' if missing.
 */
export type LawTable = {
  rows: number;
  text: (column: string) => (row: number) => string;
  number: (column: string) => (row: number) => number;
};
export type LawTables = Readonly<Record<string, LawTable>>;

function numbersOf(column: BatchColumn): (row: number) => number {
  switch (column.kind) {
    case 'money':
      return (row) => column.minor[row];
    case 'number':
      return (row) => column.values[row];
    case 'days':
      return (row) => (column.values[row] === NO_DATE ? Number.NaN : column.values[row]);
    default:
      throw new RangeError(`a column of kind ${column.kind} has no numbers`);
  }
}

/** Reads the tables that a cell of a book consists of. */
export const lawTablesOfCell = (tables: Readonly<Record<string, RowBatch>>): LawTables =>
  Object.fromEntries(
    Object.entries(tables).map(([name, batch]): [string, LawTable] => {
      const columnOf = (column: string) =>
        batch.columns[batch.fields.findIndex((field) => field.name === column)];
      const text = (column: string) => (row: number) => cellText(columnOf(column), row);
      return [name, { rows: batch.rows, text, number: (column) => numbersOf(columnOf(column)) }];
    }),
  );

function numbersOfRead(column: Column, type: string): (row: number) => number {
  if (column.kind === 'category') {
    // A column without any value is read as words.
    return (row) => (isNull(column, row) ? Number.NaN : Number(formatCell(column, row)));
  }
  const { values } = column;
  if (column.kind === 'datetime') return (row) => Math.floor(values[row] / DAY);
  return type === 'numeric' ? (row) => Math.round(values[row] * 100) : (row) => values[row];
}

/**
 * Reads uploaded or drawn tables with the columns of a book.
 *
 * @throws RangeError if a table or a column is missing
 */
export const lawTablesOfRead = (
  tables: Readonly<Record<string, Table>>,
  specs: readonly TableSpec[],
): LawTables =>
  Object.fromEntries(
    specs.flatMap(({ name, fields }): [string, LawTable][] => {
      const table = tables[name];
      if (table === undefined) return [];
      const columnOf = (wanted: string) => {
        const column = table.columns.find((each) => each.name === wanted);
        if (column === undefined) throw new RangeError(`table ${name} lacks column ${wanted}`);
        return column;
      };
      const typeOf = (wanted: string) => fields.find((field) => field.name === wanted)!.type;
      return [
        [
          name,
          {
            rows: table.rows,
            text: (wanted) => {
              const column = columnOf(wanted);
              return (row) => (isNull(column, row) ? '' : formatCell(column, row));
            },
            number: (wanted) => numbersOfRead(columnOf(wanted), typeOf(wanted)),
          },
        ],
      ];
    }),
  );
