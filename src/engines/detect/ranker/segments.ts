import type { Table } from '../../table/table.ts';
import { codesOf } from '../features/codes.ts';

/** Rows of a segment, and how many of them are listed with the ranker and without it. */
export type Segment = {
  column: string;
  value: string;
  rows: number;
  listed: number;
  listedBefore: number;
};

const MAX_VALUES = 12;
const MAX_COLUMNS = 6;

function countBy(codes: Int32Array, count: number, rows: Iterable<number>): Uint32Array {
  const counts = new Uint32Array(count);
  for (const row of rows) if (codes[row] >= 0) counts[codes[row]]++;
  return counts;
}

/**
 * Counts listed rows by the values of columns with 2 to 12 of them (six columns at most), to
 * compare what a ranker lists with what scores without labels list.
 */
export function segmentsOf(
  table: Table,
  {
    columns,
    listed,
    before,
  }: { columns: readonly string[]; listed: Uint32Array; before: Uint32Array },
): Segment[] {
  return table.columns
    .filter((column) => column.kind === 'category' && columns.includes(column.name))
    .map((column) => ({ column: column.name, ...codesOf(column) }))
    .filter(({ count }) => count >= 2 && count <= MAX_VALUES)
    .slice(0, MAX_COLUMNS)
    .flatMap(({ column, codes, count, text }) => {
      const all = countBy(codes, count, codes.keys());
      const [own, others] = [countBy(codes, count, listed), countBy(codes, count, before)];
      return Array.from(all, (rows, code) => ({
        column,
        value: text(code),
        rows,
        listed: own[code],
        listedBefore: others[code],
      }));
    });
}
