import { createHmac } from 'node:crypto';
import { formatCell } from '../../../../engines/table/format-table.ts';
import type { Table } from '../../../../engines/table/table.ts';

/** Sketch size: two files that share a tenth of their people almost surely share elements. */
const ELEMENTS = 256;

/** Returns the smallest keyed hashes of a table's people (MinHash); without `unit`, of rows. */
export function peopleSketch(table: Table, unit: string | null, key: string): string[] {
  const columns = unit === null ? table.columns : table.columns.filter(({ name }) => name === unit);
  const seen = new Set<string>();
  for (let row = 0; row < table.rows; row++) {
    seen.add(columns.map((column) => formatCell(column, row)).join('\u001f'));
  }
  const hashes = Array.from(seen, (text) =>
    createHmac('sha256', key).update(text).digest('hex').slice(0, 24),
  );
  return hashes.sort().slice(0, ELEMENTS);
}
