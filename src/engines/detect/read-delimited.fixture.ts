import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { parseColumns } from '../table/parse-columns.ts';
import type { Table } from '../table/table.ts';

/** Reads delimited text without line breaks in cells; '' and absent last cells are missing. */
export function readDelimited(source: string | Buffer, delimiter = ','): Table {
  const bytes = typeof source === 'string' ? readFileSync(source) : source;
  const packed = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const lines = (packed ? gunzipSync(bytes) : bytes).toString().trimEnd().split(/\r?\n/);
  const names = lines[0].split(delimiter).map((name) => name.replaceAll('"', ''));
  const columns: (string | null)[][] = names.map(() => new Array(lines.length - 1));
  for (let i = 1; i < lines.length; i++) {
    const cells = lines[i].split(delimiter);
    for (let c = 0; c < names.length; c++) {
      const cell = (cells[c] ?? '').replaceAll('"', '').trim();
      columns[c][i - 1] = cell === '' ? null : cell;
    }
  }
  return parseColumns(names, columns);
}
