import { encodeCsv } from '../../../engines/table/encode-csv.ts';
import { formatCell, isNull, plainTable } from '../../../engines/table/format-table.ts';
import type { Table } from '../../../engines/table/table.ts';
import { PREVIEW_ROWS } from '../../../shared/limits.ts';
import { bankMapping } from './bank-mapping.ts';

/** Formatted rows, written in the thread that samples them: transferring text is slow. */
export type WrittenRows = {
  csv: Uint8Array;
  preview: Record<string, string | null>[];
  /** The same rows for bank.transactions; null from the first row that does not fit. */
  bank: { columns: string[]; csv: Uint8Array } | null;
};

function firstRows(table: Table, most: number): Record<string, string | null>[] {
  return Array.from({ length: Math.min(most, table.rows) }, (_, row) =>
    Object.fromEntries(
      table.columns.map((column) => [
        column.name,
        isNull(column, row) ? null : formatCell(column, row),
      ]),
    ),
  );
}

export function rowWriter(
  names: readonly string[],
  mayEnterBank = true,
): (table: Table) => WrittenRows {
  let mapping = mayEnterBank ? bankMapping(names) : null;
  let shown = 0;
  return (table) => {
    const csv = encodeCsv(table);
    const preview = firstRows(table, PREVIEW_ROWS - shown);
    shown += preview.length;
    if (mapping === null) return { csv, preview, bank: null };
    const text = mapping.encode(plainTable(table).textColumns, table.rows);
    const { columns } = mapping;
    if (text === null) mapping = null;
    return { csv, preview, bank: text === null ? null : { columns, csv: Buffer.from(text) } };
  };
}
