/** Maximum cells of a dense table; larger ones are counted in a map. */
const DENSE = 1 << 20;

export type Coded = { codes: Uint8Array | Int32Array; size: number };

/** Counts of each pair of codes in two tables, only for cells that occur in either. */
export type JointCounts = {
  rows: [number, number];
  /** First column's code times the second's size, plus the second's code; can exceed 2^32. */
  cells: Uint32Array | Float64Array;
  first: Uint32Array;
  second: Uint32Array;
};

function count(
  a: Coded['codes'],
  { b, size, counts }: { b: Coded['codes']; size: number; counts: Uint32Array },
): void {
  for (let i = 0; i < a.length; i++) counts[a[i] * size + b[i]]++;
}

function sparse(a: readonly [Coded, Coded], b: readonly [Coded, Coded]): Omit<JointCounts, 'rows'> {
  const placeOfCell = new Map<number, number>();
  const cells: number[] = [];
  const sums: number[][] = [[], []];
  const size = Math.max(a[1].size, b[1].size);
  [a, b].forEach(([x, y], side) => {
    for (let i = 0; i < x.codes.length; i++) {
      const cell = x.codes[i] * size + y.codes[i];
      let at = placeOfCell.get(cell);
      if (at === undefined) {
        at = cells.length;
        placeOfCell.set(cell, at);
        cells.push(cell);
        sums[0].push(0);
        sums[1].push(0);
      }
      sums[side][at]++;
    }
  });
  return {
    cells: Float64Array.from(cells),
    first: Uint32Array.from(sums[0]),
    second: Uint32Array.from(sums[1]),
  };
}

/** Counts pairs of codes of two columns in two tables with the same code books. */
export function jointCounts(a: readonly [Coded, Coded], b: readonly [Coded, Coded]): JointCounts {
  const rows: [number, number] = [a[0].codes.length, b[0].codes.length];
  const width = Math.max(a[1].size, b[1].size);
  const height = Math.max(a[0].size, b[0].size);
  if (width * height > DENSE) return { rows, ...sparse(a, b) };
  const first = new Uint32Array(width * height);
  const second = new Uint32Array(width * height);
  count(a[0].codes, { b: a[1].codes, size: width, counts: first });
  count(b[0].codes, { b: b[1].codes, size: width, counts: second });
  const cells = new Uint32Array(first.length);
  for (let cell = 0; cell < cells.length; cell++) cells[cell] = cell;
  return { rows, cells, first, second };
}
