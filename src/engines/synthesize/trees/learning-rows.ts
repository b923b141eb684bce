/** Rows that trees learn from at most: further ones teach them no more. */
export const MAX_LEARNED_ROWS = 250_000;

/** The rows to learn from: all, or as many spread evenly over the table. */
export function learningRows(rows: number): Uint32Array {
  const used = Math.min(rows, MAX_LEARNED_ROWS);
  return Uint32Array.from({ length: used }, (_, i) => Math.floor((i * rows) / used));
}
