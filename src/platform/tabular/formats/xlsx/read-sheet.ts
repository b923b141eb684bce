import { open } from 'node:fs/promises';
import type { CellStyle } from '../../../../shared/cell-styles.ts';
import { AppError } from '../../../../shared/errors.ts';
import { MAX_UPLOAD_BYTES, sizeLimit } from '../../../../shared/limits.ts';
import { columnNames } from '../../columns/column-names.ts';
import { createPlainRows } from '../../delimited/collect-rows.ts';
import { createLineRanges, type LineRanges } from '../../delimited/line-ranges.ts';
import { MAX_RECORD_BYTES } from '../../delimited/record-cursor.ts';
import { createRowLines, type RowLines } from '../../delimited/row-lines.ts';
import { createColumnFacts } from './column-facts.ts';
import { findSheetTable, isBlankRow, type SheetTable, textOf } from './find-table.ts';
import type { OfficePackage } from './package.ts';
import { readSheetRows, type SheetRow, type SheetSource } from './sheet-rows.ts';
import { createTableRows, textOfRow } from './table-rows.ts';

/** Rows in which the table is found. */
const HEAD_ROWS = 100;

export type SheetTableRows = {
  columns: string[];
  hasHeader: boolean;
  rows: number;
  rowLines: RowLines;
  escaped: Uint8Array;
  styles: CellStyle[];
  notices: string[][];
  skipped: LineRanges;
};

type Reading = {
  office: OfficePackage;
  part: string;
  source: SheetSource;
  target: string;
  maxRanges: number;
  checkColumns?: ((names: string[]) => void) | undefined;
  signal?: AbortSignal | undefined;
};

const tooLarge = () =>
  new AppError(
    'too_large',
    `The values of the sheet take more than ${sizeLimit(MAX_UPLOAD_BYTES)}. Split it into several files.`,
  );

/** Writes the data rows of a table in plain form; `late` are columns that only later rows have. */
function createSink(table: SheetTable, names: string[], maxRanges: number) {
  const { columns } = table;
  const known = new Set(columns);
  const rows = createPlainRows(columns.length);
  const facts = createColumnFacts(columns.length);
  const lines = createRowLines();
  const skipped = createLineRanges(maxRanges);
  const late = new Set<number>();
  let count = 0;
  const write = ({ number, cells }: SheetRow) => {
    let length = 0;
    const values = columns.map((column, i) => {
      const cell = cells[column];
      if (cell !== undefined) facts.note(i, cell);
      const text = textOf(cell);
      length += text?.length ?? 0;
      return text;
    });
    if (3 * length > MAX_RECORD_BYTES)
      throw new AppError(
        'too_large',
        `Row ${number} has more than ${MAX_RECORD_BYTES / 3} characters.`,
      );
    lines.note(count++, number);
    rows.add(values);
  };
  const data = createTableRows(columns, { row: write, skipped });
  return {
    late,
    skipped,
    add: (row: SheetRow) => {
      row.cells.forEach((cell, column) => {
        if (!known.has(column) && (textOf(cell) ?? '') !== '') late.add(column);
      });
      if (late.size === 0) data.add(row);
    },
    end: data.end,
    take: rows.take,
    result: (): SheetTableRows => ({
      columns: names,
      hasHeader: table.hasHeader,
      rows: count,
      rowLines: lines.found,
      escaped: rows.result().escaped,
      styles: facts.styles(),
      notices: facts.notices(),
      skipped: skipped.found,
    }),
  };
}

/** Reads the sheet once; `also` are columns known from an earlier reading. */
async function readOnce(reading: Reading, also: ReadonlySet<number>) {
  const { office, part, source, target, maxRanges, signal } = reading;
  let head: SheetRow[] = [];
  let sink: ReturnType<typeof createSink> | null = null;
  const begin = () => {
    if (head.length === 0) throw new AppError('validation_failed', 'The sheet contains no values.');
    const table = findSheetTable(head, also);
    const names = columnNames(table.names);
    reading.checkColumns?.(names);
    const begun = createSink(table, names, maxRanges);
    for (const row of head) {
      if (row.number >= table.dataRow) begun.add(row);
      else if (row.number < table.firstRow) {
        const text = textOfRow(row);
        const range = { fromLine: row.number, toLine: row.number, text: () => text };
        begun.skipped.add({ ...range, reason: 'Above the table' });
      }
    }
    head = [];
    sink = begun;
    return begun;
  };
  const file = await open(target, 'w', 0o600);
  let bytes = 0;
  const flush = async () => {
    if (sink === null) return;
    const text = sink.take();
    bytes += text.length;
    if (bytes > MAX_UPLOAD_BYTES) throw tooLarge();
    await file.writeFile(text);
  };
  try {
    await readSheetRows(office, part, {
      source,
      onRow: (row) => {
        if (sink !== null) sink.add(row);
        else if (!isBlankRow(row) && head.push(row) === HEAD_ROWS) begin();
        return true;
      },
      onPiece: flush,
      signal,
    });
    const read = sink ?? begin();
    read.end();
    await flush();
    return { late: read.late, result: read.result() };
  } finally {
    await file.close();
  }
}

/** Reads the table of a sheet into plain rows; again if columns appear late. */
export async function readSheet(reading: Reading): Promise<SheetTableRows> {
  let also: ReadonlySet<number> = new Set();
  for (;;) {
    const { late, result } = await readOnce(reading, also);
    if (late.size === 0) return result;
    also = new Set([...also, ...late]);
  }
}
