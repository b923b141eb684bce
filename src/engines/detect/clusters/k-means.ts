import { type RandomStream, streamFor } from '../../random/stream.ts';
import type { Points } from './encode-rows.ts';

const distance = (
  a: Float32Array,
  { i, b, j, width }: { i: number; b: Float64Array; j: number; width: number },
): number => {
  let sum = 0;
  for (let d = 0; d < width; d++) {
    const gap = a[i * width + d] - b[j * width + d];
    sum += gap * gap;
  }
  return sum;
};

/** Chooses initial centers by k-means++ (Arthur and Vassilvitskii, 2007). */
function spread(points: Points, k: number, random: RandomStream): Float64Array {
  const { width, count, at } = points;
  const centers = new Float64Array(k * width);
  const nearest = new Float64Array(count).fill(Number.POSITIVE_INFINITY);
  let pick = random.below(count);
  for (let c = 0; c < k; c++) {
    for (let d = 0; d < width; d++) centers[c * width + d] = at[pick * width + d];
    let total = 0;
    for (let i = 0; i < count; i++) {
      nearest[i] = Math.min(nearest[i], distance(at, { i, b: centers, j: c, width }));
      total += nearest[i];
    }
    let left = random.float() * total;
    pick = 0;
    while (pick < count - 1 && left >= nearest[pick]) left -= nearest[pick++];
  }
  return centers;
}

/** Finds the nearest center, its squared distance and the distance of the second nearest. */
export function nearestCenter(points: Points, i: number, centers: Float64Array) {
  let best = 0;
  let first = Number.POSITIVE_INFINITY;
  let second = Number.POSITIVE_INFINITY;
  for (let c = 0; c * points.width < centers.length; c++) {
    const away = distance(points.at, { i, b: centers, j: c, width: points.width });
    if (away < first) {
      second = first;
      first = away;
      best = c;
    } else if (away < second) second = away;
  }
  return { best, first, second };
}

/**
 * Fits centers by mini-batch k-means (Sculley, 2010) after k-means++: each center moves towards a
 * batch's points by one over the number of its points so far. Two final full passes.
 */
export function fitCenters(
  points: Points,
  {
    k,
    seed,
    batches = 40,
    size = 1024,
  }: { k: number; seed: bigint; batches?: number | undefined; size?: number | undefined },
): Float64Array {
  const { width, count, at } = points;
  const random = streamFor(seed, k, 0xc1a5);
  const centers = spread(points, k, random);
  const met = new Float64Array(k);
  for (let batch = 0; batch < batches; batch++) {
    for (let n = 0; n < Math.min(size, count); n++) {
      const i = random.below(count);
      const { best } = nearestCenter(points, i, centers);
      const rate = 1 / ++met[best];
      for (let d = 0; d < width; d++) {
        centers[best * width + d] += rate * (at[i * width + d] - centers[best * width + d]);
      }
    }
  }
  for (let pass = 0; pass < 2; pass++) {
    const sums = new Float64Array(k * width);
    const counts = new Uint32Array(k);
    for (let i = 0; i < count; i++) {
      const { best } = nearestCenter(points, i, centers);
      counts[best]++;
      for (let d = 0; d < width; d++) sums[best * width + d] += at[i * width + d];
    }
    for (let c = 0; c < k; c++) {
      if (counts[c] === 0) continue;
      for (let d = 0; d < width; d++) centers[c * width + d] = sums[c * width + d] / counts[c];
    }
  }
  return centers;
}

/** Returns the mean simplified silhouette (Hruschka et al., 2004): (b - a) / b to centers. */
export function silhouette(points: Points, centers: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < points.count; i++) {
    const { first, second } = nearestCenter(points, i, centers);
    if (second > 0 && Number.isFinite(second)) sum += 1 - Math.sqrt(first / second);
  }
  return points.count === 0 ? 0 : sum / points.count;
}

/** Returns the adjusted Rand index of two labelings (Hubert and Arabie, 1985). */
export function adjustedRand(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const cells = new Map<number, number>();
  const first = new Map<number, number>();
  const second = new Map<number, number>();
  const add = (map: Map<number, number>, key: number) => map.set(key, (map.get(key) ?? 0) + 1);
  for (let i = 0; i < a.length; i++) {
    add(cells, a[i] * 65_536 + b[i]);
    add(first, a[i]);
    add(second, b[i]);
  }
  const pairs = (map: Map<number, number>) =>
    [...map.values()].reduce((sum, n) => sum + (n * (n - 1)) / 2, 0);
  const expected = (pairs(first) * pairs(second)) / ((a.length * (a.length - 1)) / 2 || 1);
  const most = (pairs(first) + pairs(second)) / 2;
  return most === expected ? 1 : (pairs(cells) - expected) / (most - expected);
}
