import { DAY } from '../../table/datetime-form.ts';
import type { SidedNumbers } from './align-columns.ts';
import { codesByCuts } from './codes-by-cuts.ts';

/** Axis of a histogram with bins of equal width on this scale. Dates count in days from 1970. */
export type HistogramAxis = {
  kind: 'number' | 'datetime';
  scale: 'linear' | 'log';
  /** Bin edges, one more than bins; values outside fall into the outer bins. */
  edges: number[];
};

export type Histogram = { axis: HistogramAxis; labels: string[]; counts: Uint32Array[] };

const WANTED = 24;
/** Minimum distinct values of a column drawn as a histogram. */
const MIN_VALUES = 11;
const TAIL = 0.01;
/** Ratio of 99th percentile to median from which a log scale is used. */
const SKEWED = 8;
const LOG_STEPS = [1 / 24, 1 / 12, 1 / 8, 1 / 6, 1 / 4, 1 / 3, 1 / 2, 1];
const DAY_STEPS = [1, 2, 7, 14, 28, 91, 182, 364, 1820, 3640];

const quantile = (sorted: Float64Array, share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];

function hasManyValues(sorted: Float64Array): boolean {
  let count = sorted.length > 0 ? 1 : 0;
  for (let i = 1; i < sorted.length && count < MIN_VALUES; i++)
    if (sorted[i] !== sorted[i - 1]) count++;
  return count >= MIN_VALUES;
}

/** Returns the smallest of 1, 2, 2.5 and 5 times a power of ten that is at least `width`. */
function roundStep(width: number): number {
  const power = 10 ** Math.floor(Math.log10(width));
  const factor = [1, 2, 2.5, 5, 10].find((entry) => entry * power >= width * (1 - 1e-9)) ?? 10;
  return factor * power;
}

const multiples = (from: number, to: number, step: number): number[] => {
  const first = Math.floor(from / step);
  const last = Math.max(first + 1, Math.ceil(to / step));
  return Array.from({ length: last - first + 1 }, (_, i) => (first + i) * step);
};

function edgesOf(column: SidedNumbers): Pick<HistogramAxis, 'scale' | 'edges'> {
  const real = column.sorted[0];
  const low = quantile(real, TAIL);
  const high = quantile(real, 1 - TAIL);
  const rounded = (edges: number[]) => [
    ...new Set(edges.map((edge) => Number(edge.toPrecision(10)))),
  ];
  if (column.datetime) {
    const width = (high - low) / WANTED;
    const step = DAY_STEPS.find((days) => days >= width) ?? roundStep(width);
    return { scale: 'linear', edges: rounded(multiples(low, high, step)) };
  }
  if (low > 0 && high / quantile(real, 0.5) >= SKEWED) {
    const width = Math.log10(high / low) / WANTED;
    const step = LOG_STEPS.find((entry) => entry >= width) ?? 1;
    const edges = multiples(Math.log10(low), Math.log10(high), step);
    return { scale: 'log', edges: edges.map((edge) => Number((10 ** edge).toPrecision(3))) };
  }
  const least = column.decimals === 0 ? 1 : 10 ** -column.decimals;
  const step = Math.max(least, roundStep(Math.max((high - low) / WANTED, Number.MIN_VALUE)));
  return { scale: 'linear', edges: rounded(multiples(low, high, step)) };
}

/**
 * Builds a histogram over the real side's 1st to 99th percentile in about 24 bins of equal width:
 * on a log scale if all values are positive and the 99th percentile is at least eight times the
 * median. Edges are round numbers, so that none discloses a value of the file. The last count is of
 * missing values.
 *
 * @returns null if the real side has at most ten distinct values, which are drawn individually
 */
export function histogramOf(column: SidedNumbers): Histogram | null {
  if (!hasManyValues(column.sorted[0])) return null;
  const { scale, edges } = edgesOf(column);
  const inner = edges.slice(1, -1);
  const bins = edges.length - 1;
  const cuts = Float64Array.from(inner);
  const counts = column.values.map((values) => {
    const out = new Uint32Array(bins + 1);
    const codes = codesByCuts(values, cuts, bins);
    for (let row = 0; row < codes.length; row++) out[codes[row]]++;
    return out;
  });
  const text = (value: number) =>
    column.datetime ? new Date(value * DAY).toISOString().slice(0, 10) : String(value);
  const labels = Array.from({ length: bins }, (_, bin) => {
    if (bins === 1) return 'all';
    if (bin === 0) return `below ${text(inner[0])}`;
    if (bin === bins - 1) return `from ${text(inner[bins - 2])}`;
    return `${text(inner[bin - 1])} to ${text(inner[bin])}`;
  });
  const kind = column.datetime ? 'datetime' : 'number';
  return { axis: { kind, scale, edges }, labels: [...labels, '(n/a)'], counts };
}
