import { meanOfEntities, type Range } from './shared-range.ts';
import { entityCounter, rowsAt, type ValuePoints } from './value-points.ts';

/** Range of values; `alone` for a single value that enough entities share. */
type Bin = { first: number; last: number; alone: boolean };

const MAX_CODES = 250;
const MIN_BIN_ROWS = 10;

export type CutOptions = {
  bins: number;
  threshold: number;
  /** 1 for values that at least `threshold` entities share. */
  shared: Uint8Array;
  /** Unit of the values; a bin below a single-value bin ends half a unit below that value. */
  unit: number;
  range: Range;
};

/** Cuts values into bins of about equal mass and enough entities; frequent values get their own. */
function nominalBins(points: ValuePoints, options: CutOptions): Bin[] {
  const { threshold, shared } = options;
  const different = points.values.length;
  const target = Math.max(points.start[different] / options.bins, MIN_BIN_ROWS);
  const few = different <= options.bins;
  const counter = entityCounter(points);
  const bins: Bin[] = [];
  let open: Bin | null = null;
  let rows = 0;
  let entities = 0;
  const close = () => {
    const before = bins[bins.length - 1];
    if (open !== null && entities >= threshold) bins.push(open);
    else if (open !== null && before !== undefined && !before.alone) before.last = open.last;
    open = null;
    rows = 0;
    counter.clear();
  };
  for (let j = 0; j < different; j++) {
    const own = rowsAt(points, j);
    if (shared[j] === 1 && (few || own >= target)) {
      close();
      bins.push({ first: j, last: j, alone: true });
      continue;
    }
    open = { first: (open as Bin | null)?.first ?? j, last: j, alone: false };
    rows += own;
    entities = counter.add(j);
    if (rows >= target && entities >= threshold) close();
  }
  close();
  return bins.length <= MAX_CODES
    ? bins
    : nominalBins(points, { ...options, bins: options.bins / 2 });
}

/** Returns the mean of the entities nearest to a bin's end. */
function meanAtEnd(
  points: ValuePoints,
  { bin, end, take }: { bin: Bin; end: 'first' | 'last'; take: number },
): number {
  const window =
    end === 'first'
      ? ({ from: bin.first, to: bin.last, step: 1 } as const)
      : ({ from: bin.last, to: bin.first, step: -1 } as const);
  return meanOfEntities(points, { ...window, skip: 0, take });
}

/**
 * Returns the bins' upper bounds, ascending: a single value, half a unit below one, or the midpoint
 * between the means of the entities on either side; never a single entity's value.
 */
export function cutBins(points: ValuePoints, options: CutOptions): number[] {
  const { threshold, unit, range } = options;
  const bins = nominalBins(points, options);
  const inside = (value: number) => Math.max(range.low, Math.min(range.high, value));
  let before = Number.NEGATIVE_INFINITY;
  const cuts = bins.slice(0, -1).map((bin, b) => {
    const above = bins[b + 1];
    const next = points.values[above.first];
    let cut = points.values[bin.last];
    if (!bin.alone && above.alone) {
      const below = next - unit / 2;
      cut = below < next ? below : next - Math.abs(next) * Number.EPSILON;
    } else if (!bin.alone)
      cut =
        (inside(meanAtEnd(points, { bin, end: 'last', take: threshold })) +
          inside(meanAtEnd(points, { bin: above, end: 'first', take: threshold }))) /
        2;
    before = Math.max(before, cut);
    return before;
  });
  return [...new Set(cuts), Number.POSITIVE_INFINITY];
}
