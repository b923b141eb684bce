/** Four columns counted together, and the triples derived from their counts. */
export type Quadruple = {
  columns: [number, number, number, number];
  triples: [number, number, number][];
};

/**
 * Groups triples of columns into quadruples, so that one pass over the rows counts up to four
 * triples. Greedy: each uncovered triple takes the fourth column that covers the most other
 * triples.
 *
 * @param chosen returns true if the next triple i < j < k, in order, is selected
 */
export function coverTriples(columns: number, chosen: () => boolean): Quadruple[] {
  const open = new Set<number>();
  const keyOf = (a: number, b: number, c: number) => {
    const [i, j, k] = [a, b, c].sort((x, y) => x - y) as [number, number, number];
    return (i * columns + j) * columns + k;
  };
  const order: [number, number, number][] = [];
  for (let i = 0; i < columns; i++) {
    for (let j = i + 1; j < columns; j++) {
      for (let k = j + 1; k < columns; k++) {
        if (!chosen()) continue;
        order.push([i, j, k]);
        open.add(keyOf(i, j, k));
      }
    }
  }
  const cover: Quadruple[] = [];
  for (const [i, j, k] of order) {
    if (!open.has(keyOf(i, j, k))) continue;
    let best = -1;
    let most = -1;
    for (let l = 0; l < columns; l++) {
      if (l === i || l === j || l === k) continue;
      const pairs = [keyOf(i, j, l), keyOf(i, k, l), keyOf(j, k, l)];
      const gain = pairs.filter((key) => open.has(key)).length;
      if (gain > most) {
        best = l;
        most = gain;
      }
    }
    // With only three columns, the first fills in as the fourth and adds nothing.
    const fourth = best < 0 ? i : best;
    const of: [number, number, number][] = [[i, j, k]];
    for (const [a, b] of [
      [i, j],
      [i, k],
      [j, k],
    ] as const) {
      if (best >= 0 && open.has(keyOf(a, b, best))) of.push([a, b, best]);
    }
    for (const [a, b, c] of of) open.delete(keyOf(a, b, c));
    cover.push({ columns: [i, j, k, fourth], triples: of });
  }
  return cover;
}
