import type { Range } from './shared-range.ts';
import type { ValuePoints } from './value-points.ts';

const MAX_INTERVALS = 16;

type Group = { sum: number; weight: number };

/** Returns the mean of a group's entities, each represented by the mean of its values. */
function groupMean(values: readonly number[], owners: readonly number[] | null): number {
  if (owners === null) return values.reduce((sum, value) => sum + value, 0) / values.length;
  const groups = new Map<number, Group>();
  values.forEach((value, i) => {
    const owner = owners[i] ?? 0;
    const group = groups.get(owner) ?? { sum: 0, weight: 0 };
    groups.set(owner, { sum: group.sum + value, weight: group.weight + 1 });
  });
  let sum = 0;
  for (const group of groups.values()) sum += group.sum / group.weight;
  return sum / groups.size;
}

type IntervalOptions = {
  threshold: number;
  /** Minimum rows of an interval; above `threshold`, intervals span their bin. */
  leastRows: number;
  /** Values are clamped to this range. */
  range: Range;
};

/** Returns means of groups with equally many rows and at least `threshold` entities each. */
function groupMeans(
  points: ValuePoints,
  loose: readonly number[],
  { threshold, leastRows, range }: IntervalOptions,
): number[] {
  const { values, start, entity } = points;
  const rows = loose.reduce((sum, j) => sum + start[j + 1] - start[j], 0);
  const groups = Math.max(
    1,
    Math.min(MAX_INTERVALS, Math.floor(rows / Math.max(leastRows, threshold))),
  );
  const means: number[] = [];
  let own: number[] = [];
  let owners: number[] = [];
  let met = new Set<number>();
  let grouped = 0;
  let before: { own: number[]; owners: number[] } = { own: [], owners: [] };
  const close = () => {
    means.push(groupMean(own, entity === null ? null : owners));
    before = { own, owners };
    own = [];
    owners = [];
    met = new Set();
  };
  for (const j of loose) {
    const value = Math.max(range.low, Math.min(range.high, values[j]));
    for (let i = start[j]; i < start[j + 1]; i++) {
      own.push(value);
      if (entity !== null) {
        owners.push(entity[i]);
        met.add(entity[i]);
      }
      grouped++;
      const entities = entity === null ? own.length : met.size;
      const isFull = grouped >= Math.floor(((means.length + 1) * rows) / groups);
      if (isFull && entities >= threshold) close();
    }
  }
  if (own.length > 0) {
    const { own: earlier, owners: earlierOwners } = before;
    means.pop();
    own = [...earlier, ...own];
    owners = [...earlierOwners, ...owners];
    close();
  }
  return means;
}

/**
 * Computes edges of equally likely intervals around the means of equal groups of a bin's values.
 *
 * @param loose ascending indexes of the points, of at least `threshold` entities
 * @param options.within the bin's bounds
 */
export function looseIntervals(
  points: ValuePoints,
  loose: readonly number[],
  { within, ...options }: IntervalOptions & { within: Range },
): number[] {
  const floor = Math.min(within.low, within.high);
  const ceiling = Math.max(within.low, within.high);
  const inside = (value: number) => Math.max(floor, Math.min(ceiling, value));
  const means = groupMeans(points, loose, options);
  const [first, last] = [means[0], means[means.length - 1]];
  if (first === undefined || last === undefined) throw new TypeError('Expected a bin with values.');
  if (means.length === 1) {
    if (options.leastRows > options.threshold) return [floor, inside(first), ceiling];
    const middle = inside(first);
    const half = Math.min(middle - floor, ceiling - middle);
    return [middle - half, middle + half];
  }
  const edges = means.slice(1).map((mean, i) => inside((mean + (means[i] ?? mean)) / 2));
  const [firstEdge, lastEdge] = [edges[0] ?? first, edges[edges.length - 1] ?? last];
  return [
    Math.min(firstEdge, inside(2 * first - firstEdge)),
    ...edges,
    Math.max(lastEdge, inside(2 * last - lastEdge)),
  ];
}
