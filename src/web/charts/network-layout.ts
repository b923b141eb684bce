export type Point = { x: number; y: number };

const ROUNDS = 220;

/**
 * Places accounts of a network in a unit square by springs (Fruchterman and Reingold 1991), starting
 * on a circle in the order given, so that a ring stays one. Deterministic.
 */
export function networkLayout(
  count: number,
  edges: readonly { from: number; to: number }[],
): Point[] {
  const places = Array.from({ length: count }, (_, i) => {
    const turn = (i / count) * 2 * Math.PI - Math.PI / 2;
    return { x: 0.5 + 0.4 * Math.cos(turn), y: 0.5 + 0.4 * Math.sin(turn) };
  });
  if (count < 3) return places;
  const pairs = new Map(edges.map(({ from, to }) => [`${from} ${to}`, [from, to] as const]));
  const ideal = 0.8 / Math.sqrt(count);
  for (let round = 0; round < ROUNDS; round++) {
    const moves = places.map(() => ({ x: 0, y: 0 }));
    const push = (a: number, b: number, strength: (distance: number) => number) => {
      const dx = places[a]!.x - places[b]!.x;
      const dy = places[a]!.y - places[b]!.y;
      const distance = Math.max(1e-3, Math.hypot(dx, dy));
      const force = strength(distance) / distance;
      moves[a]!.x += dx * force;
      moves[a]!.y += dy * force;
      moves[b]!.x -= dx * force;
      moves[b]!.y -= dy * force;
    };
    for (let a = 0; a < count; a++)
      for (let b = a + 1; b < count; b++) push(a, b, (distance) => ideal ** 2 / distance);
    for (const [a, b] of pairs.values()) push(a, b, (distance) => -(distance ** 2) / ideal);
    const most = 0.1 * (1 - round / ROUNDS);
    for (const [i, move] of moves.entries()) {
      const length = Math.max(1e-9, Math.hypot(move.x, move.y));
      const step = Math.min(length, most) / length;
      places[i]!.x += move.x * step;
      places[i]!.y += move.y * step;
    }
  }
  return fitted(places);
}

/** Stretches places to fill the unit square. */
function fitted(places: Point[]): Point[] {
  const [xs, ys] = [places.map(({ x }) => x), places.map(({ y }) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [width, height] = [Math.max(...xs) - left || 1, Math.max(...ys) - top || 1];
  return places.map(({ x, y }) => ({ x: (x - left) / width, y: (y - top) / height }));
}
