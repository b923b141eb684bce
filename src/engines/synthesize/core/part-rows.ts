/** Rows by class, in their order. */
export function partRows(rows: Uint32Array, classOf: Uint8Array, classes: number): Uint32Array[] {
  const counts = new Int32Array(classes);
  for (const row of rows) counts[classOf[row]!]!++;
  const parts = Array.from(counts, (count) => new Uint32Array(count));
  counts.fill(0);
  for (const row of rows) {
    const own = classOf[row]!;
    parts[own]![counts[own]!++] = row;
  }
  return parts;
}
