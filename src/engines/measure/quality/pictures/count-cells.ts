/** Minimum real people of a shown figure; smaller ones would disclose individuals. */
export const MIN_PICTURED = 5;

/** Rows of one side: their person, or null if each row counts as one. */
export type Persons = Int32Array | null;

/**
 * Counts rows by two codes and hides cells of few people.
 *
 * @param x column of each row, from 0; negative: not counted
 * @param y row of each row, likewise
 * @param hide true for real rows: cells with one to four people are null
 * @returns shares of the rows in shown cells, by row and column
 */
export function shareCells({
  x,
  y,
  size: [columns, rows],
  persons,
  hide,
}: {
  x: ArrayLike<number>;
  y: ArrayLike<number>;
  size: readonly [columns: number, rows: number];
  persons: Persons;
  hide: boolean;
}): (number | null)[][] {
  const counts = new Float64Array(columns * rows);
  const people = Array.from(counts, () => new Set<number>());
  for (let row = 0; row < x.length; row++) {
    if (x[row] < 0 || y[row] < 0) continue;
    const cell = y[row] * columns + x[row];
    counts[cell]++;
    const seen = people[cell];
    if (seen.size < MIN_PICTURED) seen.add(persons === null ? row : persons[row]);
  }
  const isHidden = (cell: number) => hide && counts[cell] > 0 && people[cell].size < MIN_PICTURED;
  // Of the shown rows: of all rows, a single hidden cell would be what the others lack.
  const shown = counts.reduce((sum, count, cell) => sum + (isHidden(cell) ? 0 : count), 0);
  const shareOf = (cell: number) => (isHidden(cell) ? null : counts[cell] / Math.max(1, shown));
  return Array.from({ length: rows }, (_, j) =>
    Array.from({ length: columns }, (_, i) => shareOf(j * columns + i)),
  );
}

/** Counts rows by one code, likewise. */
export const shareBins = (
  codes: ArrayLike<number>,
  size: number,
  { persons, hide }: { persons: Persons; hide: boolean },
): (number | null)[] =>
  shareCells({ x: codes, y: new Uint8Array(codes.length), size: [size, 1], persons, hide })[0];
