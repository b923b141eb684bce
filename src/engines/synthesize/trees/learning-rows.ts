/** Maximum number of training rows; more do not improve the trees. */
export const MAX_LEARNED_ROWS = 250_000;

/** Returns the training rows: all, or `MAX_LEARNED_ROWS` spread evenly over the table. */
export function learningRows(rows: number): Uint32Array {
  const used = Math.min(rows, MAX_LEARNED_ROWS);
  return Uint32Array.from({ length: used }, (_, i) => Math.floor((i * rows) / used));
}

/** Copies the codes of some rows into a contiguous array, which tree growth reads repeatedly. */
export function takeCodes(codes: Uint8Array, rows: Uint32Array): Uint8Array {
  if (rows.length === codes.length) return codes;
  const out = new Uint8Array(rows.length);
  for (let i = 0; i < rows.length; i++) out[i] = codes[rows[i]];
  return out;
}
