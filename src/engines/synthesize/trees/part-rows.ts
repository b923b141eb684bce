export function partRows(rows: Uint32Array, classOf: Uint8Array, classes: number): Uint32Array[] {
  const counts = new Int32Array(classes);
  for (let i = 0; i < rows.length; i++) counts[classOf[rows[i]]]++;
  const parts = Array.from(counts, (count) => new Uint32Array(count));
  counts.fill(0);
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i];
    const own = classOf[row];
    parts[own][counts[own]++] = row;
  }
  return parts;
}
