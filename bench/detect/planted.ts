import { streamFor } from '../../src/engines/random/stream.ts';

/** Numbers resembling a payments file: twelve columns, some skewed, some with few values. */
export type Planted = { rows: number; columns: Float32Array[]; labels: Uint8Array };

const COLUMNS = 12;

/** Generates rows of which one in a hundred is an outlier in two or three columns. */
export function plantedRows(rows: number): Planted {
  const stream = streamFor(2026n, rows, 12);
  const columns = Array.from({ length: COLUMNS }, () => new Float32Array(rows));
  const labels = new Uint8Array(rows);
  const normal = () => stream.float() + stream.float() + stream.float() + stream.float() - 2;
  for (let row = 0; row < rows; row++) {
    const common = normal();
    columns.forEach((values, at) => {
      const own = normal() + (at % 4 === 0 ? common : 0);
      values[row] = at % 3 === 0 ? Math.exp(own) : at % 3 === 1 ? Math.round(own * 4) : own;
    });
    if (stream.below(100) > 0) continue;
    labels[row] = 1;
    for (let hit = 2 + stream.below(2); hit > 0; hit--) {
      const at = stream.below(COLUMNS);
      columns[at]![row] = columns[at]![row]! * 2 + (stream.below(2) === 0 ? 3 : -3);
    }
  }
  return { rows, columns, labels };
}

/** Returns rows as row-major float32, as numpy reads it with fromfile. */
export function rowMajor({ rows, columns }: Planted): Float32Array {
  const all = new Float32Array(rows * columns.length);
  columns.forEach((values, at) => {
    for (let row = 0; row < rows; row++) all[row * columns.length + at] = values[row]!;
  });
  return all;
}
