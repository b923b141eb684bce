import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { parseColumns, type ReadLayout } from '../table/parse-columns.ts';
import type { Table } from '../table/table.ts';

/** Folder of data sets next to the checkout, not part of it. */
export const DATA = fileURLToPath(new URL('../../../../shared/data/', import.meta.url));
export const hasData = existsSync(DATA);

/** Layout of a text column, regardless of its values. */
export const WORDS: ReadLayout = { form: { kind: 'text' }, nullWords: [] };

/** Reads a CSV without quoted line breaks; '' is missing. Layouts fix ambiguous columns. */
export function readCsv(
  path: string,
  layouts: Partial<Record<string, ReadLayout>> = {},
  most = Number.POSITIVE_INFINITY,
): Table {
  const bytes = readFileSync(path);
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString().trimEnd();
  const lines = text.split(/\r?\n/);
  const names = lines[0].split(',').map((name) => name.replaceAll('"', ''));
  const rows = Math.min(most, lines.length - 1);
  const columns: (string | null)[][] = names.map(() => new Array(rows));
  for (let i = 0; i < rows; i++) {
    const cells = lines[i + 1].split(',');
    for (let c = 0; c < names.length; c++) {
      const cell = (cells[c] ?? '').replaceAll('"', '').trim();
      columns[c][i] = cell === '' ? null : cell;
    }
  }
  return parseColumns(names, columns, layouts);
}
