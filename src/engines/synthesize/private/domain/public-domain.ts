import { DAY } from '../../../table/datetime-form.ts';
import type { CategoryCodec } from '../../codec/category-codec.ts';
import type { NumberCodec } from '../../codec/number-codec.ts';

/** Domain of a column, declared without looking at the rows. */
export type PublicDomain =
  | { kind: 'words'; values: readonly string[] }
  | { kind: 'range'; low: number; high: number };

const RANGE_BINS = 32;
const STEPS_A_DECADE = 6;
const DECADES = 7;
const HOURS = 24;

/** Builds a codec for public categories; other and missing values have their own codes. */
export function publicWords(values: readonly string[]): CategoryCodec {
  return {
    kind: 'category',
    size: values.length + 2,
    nullCode: values.length + 1,
    values: [...values],
    restCode: -1,
    restValues: [],
    restRows: new Float64Array(0),
    rareCode: values.length,
    rows: Float64Array.from(values, (_, i) => i + 1),
  };
}

/** Builds a codec of bins with public edges and uniform values, and a code for missing values. */
function bins(edges: readonly number[], decimals: number, zero: number): NumberCodec {
  const count = edges.length - 1;
  const looseRows = new Float64Array(count).fill(1);
  if (zero >= 0) looseRows[zero] = 0;
  return {
    kind: 'number',
    size: count + 1,
    nullCode: count,
    upper: Float64Array.from(edges.slice(1)),
    atomStart: Int32Array.from({ length: count + 1 }, (_, i) => (zero >= 0 && i > zero ? 1 : 0)),
    atomValue: zero >= 0 ? Float64Array.of(0) : new Float64Array(0),
    atomRows: zero >= 0 ? Float64Array.of(1) : new Float64Array(0),
    looseRows,
    edgeStart: Int32Array.from({ length: count + 1 }, (_, i) => 2 * i),
    edges: Float64Array.from({ length: 2 * count }, (_, i) => edges[(i + 1) >> 1]),
    step: 10 ** -decimals,
    decimals,
    low: edges[0],
    high: edges[count],
  };
}

/**
 * Builds a codec of ordered bins, each with edges of equally likely intervals; missing values have
 * their own code.
 *
 * @param zeroBin the bin for zero alone; -1 if there is none
 */
export function intervalBins(
  intervals: readonly (readonly number[])[],
  { decimals, zeroBin }: { decimals: number; zeroBin: number },
): NumberCodec {
  const unit = 10 ** -decimals;
  // Edges are half a unit from the numbers: values drawn just inside never round into the next bin.
  const inside = intervals.map(([...edges]) => {
    const [first, last] = [edges[0], edges[edges.length - 1]];
    const inset = Math.min(unit / 1000, (last - first) / 4);
    return edges.map((edge) => Math.min(last - inset, Math.max(first + inset, edge)));
  });
  const starts = [0];
  for (const edges of inside) starts.push(starts[starts.length - 1] + edges.length);
  const count = intervals.length;
  const hasZero = zeroBin >= 0;
  return {
    kind: 'number',
    size: count + 1,
    nullCode: count,
    upper: Float64Array.from(intervals, (edges) => edges[edges.length - 1]),
    atomStart: Int32Array.from({ length: count + 1 }, (_, i) => (hasZero && i > zeroBin ? 1 : 0)),
    atomValue: hasZero ? Float64Array.of(0) : new Float64Array(0),
    atomRows: hasZero ? Float64Array.of(1) : new Float64Array(0),
    looseRows: Float64Array.from({ length: count }, (_, i) => (i === zeroBin ? 0 : 1)),
    edgeStart: Int32Array.from(starts),
    edges: Float64Array.from(inside.flat()),
    step: unit,
    decimals,
    low: zeroBin === 0 ? 0 : intervals[0][0],
    high: zeroBin === count - 1 ? 0 : intervals[count - 1].at(-1)!,
  };
}

export function publicRange(low: number, high: number, decimals: number): NumberCodec {
  const width = (high - low) / RANGE_BINS;
  const edges = Array.from({ length: RANGE_BINS + 1 }, (_, i) => low + i * width);
  return bins(edges, decimals, -1);
}

/** Builds bins for any amounts: zero, and six steps per decade from 1 to 10^7 on either side. */
export function anyAmounts(decimals: number): NumberCodec {
  const steps = Array.from({ length: DECADES * STEPS_A_DECADE + 1 }, (_, i) =>
    Number((10 ** (i / STEPS_A_DECADE)).toPrecision(3)),
  );
  const unit = 10 ** -decimals;
  const negative = steps.map((step) => -step).reverse();
  const edges = [...negative, -unit / 2, unit / 2, ...steps];
  return bins(edges, decimals, negative.length);
}

/** Builds the codec of a number of rows of which nothing is known: none or one. */
export const noneOrOne = (): NumberCodec =>
  intervalBins(
    [
      [-0.5, 0.5],
      [0.5, 1.5],
    ],
    { decimals: 0, zeroBin: 0 },
  );

/** Days since 1970, both ends included. */
export type DaySpan = { from: number; to: number };

export function publicDays(spans: readonly DaySpan[]): NumberCodec {
  const codec = bins([spans[0]?.from ?? 0, ...spans.map(({ to }) => to)], 0, -1);
  spans.forEach(({ from, to }, i) => {
    codec.edges[2 * i] = from;
    codec.edges[2 * i + 1] = to;
  });
  return codec;
}

export function publicHours(): NumberCodec {
  return bins(
    Array.from({ length: HOURS + 1 }, (_, i) => (i * DAY) / HOURS - (i === HOURS ? 1 : 0)),
    0,
    -1,
  );
}
