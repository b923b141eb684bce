/** Maximum number of training rows; more do not improve the trees. */
export const MAX_LEARNED_ROWS = 250_000;

/** Returns the training rows: all, or `MAX_LEARNED_ROWS` spread evenly over the table. */
export function learningRows(rows: number): Uint32Array {
  return spreadRows(rows, Math.min(rows, MAX_LEARNED_ROWS));
}

/** Returns row numbers spread evenly over a table; all by default. */
export function spreadRows(rows: number, used = rows): Uint32Array<ArrayBuffer> {
  const spread = new Uint32Array(used);
  for (let i = 0; i < used; i++) spread[i] = Math.floor((i * rows) / used);
  return spread;
}

/** Returns what a list has for the codes of some rows. */
export function takeOfCodes<List extends Uint8Array | Float64Array>(
  list: List,
  codes: Uint8Array,
  rows: Uint32Array,
): List {
  const out = new (list.constructor as new (length: number) => List)(rows.length);
  for (let i = 0; i < rows.length; i++) out[i] = list[codes[rows[i]]];
  return out;
}

/** Copies the codes of some rows into a contiguous array, which tree growth reads repeatedly. */
export function takeCodes(codes: Uint8Array, rows: Uint32Array): Uint8Array {
  if (rows.length === codes.length) return codes;
  const out = new Uint8Array(rows.length);
  for (let i = 0; i < rows.length; i++) out[i] = codes[rows[i]];
  return out;
}
