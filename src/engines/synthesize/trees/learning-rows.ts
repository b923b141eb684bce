/** Rows that trees learn from at most: further ones teach them no more. */
export const MAX_LEARNED_ROWS = 250_000;

/** The rows to learn from: all, or as many spread evenly over the table. */
export function learningRows(rows: number): Uint32Array {
  const used = Math.min(rows, MAX_LEARNED_ROWS);
  return Uint32Array.from({ length: used }, (_, i) => Math.floor((i * rows) / used));
}

/** The codes of some rows, side by side, as growing trees reads them again and again. */
export function takeCodes(codes: Uint8Array, rows: Uint32Array): Uint8Array {
  if (rows.length === codes.length) return codes;
  const out = new Uint8Array(rows.length);
  for (let i = 0; i < rows.length; i++) out[i] = codes[rows[i]];
  return out;
}
