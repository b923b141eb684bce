import { createHmac } from 'node:crypto';
import { formatCell } from '../../../../engines/table/format-table.ts';
import type { Table } from '../../../../engines/table/table.ts';

/** Of two files that share a tenth of their people, some are almost surely among the least of both. */
const ELEMENTS = 256;

/**
 * Keyed hashes of a table's people, the least of them: two tables of the same people have them in common, and a
 * part of a table, or one that was added to, still has some.
 *
 * @param unit the column that names the people; null where each row is one
 */
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
