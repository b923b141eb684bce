import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { parseColumns } from '../../src/engines/table/parse-columns.ts';
import type { Column, Table } from '../../src/engines/table/table.ts';

/** Reads a gzipped CSV without quoted line breaks as columns of text; '' is a missing value. */
function readText(path: string): { names: string[]; columns: (string | null)[][] } {
  const lines = gunzipSync(readFileSync(path)).toString().trimEnd().split(/\r?\n/);
  const names = lines[0]!.split(',').map((name) => name.replaceAll('"', ''));
  const columns: (string | null)[][] = names.map(() => new Array(lines.length - 1));
  for (let i = 1; i < lines.length; i++) {
    const cells = lines[i]!.split(',');
    names.forEach((_, c) => {
      const cell = (cells[c] ?? '').replaceAll('"', '').trim();
      columns[c]![i - 1] = cell === '' ? null : cell;
    });
  }
  return { names, columns };
}

export function readTable(path: string): Table {
  const { names, columns } = readText(path);
  return parseColumns(names, columns);
}

/** Reads another system's table, typed like `model`'s columns and cut to its rows. */
export function readLike(path: string, model: Table): Table {
  const { names, columns } = readText(path);
  const rows = Math.min(model.rows, columns[0]!.length);
  const typed = model.columns.map((column): Column => {
    const texts = columns[names.indexOf(column.name)]!.slice(0, rows);
    if (column.kind !== 'category') {
      const values = Float64Array.from(texts, (text) =>
        text === null ? Number.NaN : Number(text),
      );
      return { ...column, values } as Column;
    }
    return parseColumns([column.name], [texts], {
      [column.name]: { form: { kind: 'text' }, nullWords: [] },
    }).columns[0]!;
  });
  return { rows, columns: typed };
}
