import { firstNotBelow } from '../../../table/search-sorted.ts';
import type { NumberCodec } from '../../codec/number-codec.ts';
import { varianceAtLeast } from '../discrete-gaussian.ts';
import { addNoise, rhoOf, varianceOf } from '../private-table.ts';
import type { RandomIntegers } from '../random-integers.ts';
import { intervalBins } from './public-domain.ts';

const LEAVES_A_DECADE = 120;
/** From one unit of the last decimal, but at most four decimals, up to ten million. */
const MAX_DECIMALS = 4;
const DECADES = 7;
/** Neighbouring leaves that are looked at together, to tell rows from noise. */
const GROUP = 16;
/** Deviations above which counts are more than noise. */
const ABOVE = 4;
/** The same, for the leaves at either end of those that stand out. */
const TRIM = 2;
const BINS = 32;
/** Equally likely intervals inside a bin. */
const INTERVALS = 4;

/** Edges of leaves that any file's numbers fall into, half a unit beside the numbers themselves. */
function leafEdges(decimals: number): Float64Array {
  const digits = Math.min(decimals, MAX_DECIMALS);
  const unit = 10 ** -digits;
  const steps = LEAVES_A_DECADE * (DECADES + digits);
  const positive = Array.from({ length: steps + 1 }, (_, i) => {
    const units = Math.floor(10 ** (i / LEAVES_A_DECADE) + 1e-9);
    return (units + 0.5) * unit;
  });
  const above = [...new Set([0.5 * unit, ...positive])];
  return Float64Array.from([...above.map((edge) => -edge).reverse(), ...above]);
}

const leafOf = (edges: Float64Array, value: number) =>
  firstNotBelow(edges, { value, from: 1, to: edges.length - 1 }) - 1;

/** Noisy counts, zero wherever a leaf and its neighbours hold nothing but noise. */
function significant(noisy: Float64Array, deviation: number): Float64Array {
  const out = new Float64Array(noisy.length);
  for (let first = 0; first < noisy.length; first += GROUP) {
    const group = noisy.subarray(first, first + GROUP);
    const sum = group.reduce((total, count) => total + count, 0);
    const whole = sum > ABOVE * deviation * Math.sqrt(group.length);
    group.forEach((count, i) => {
      if (whole || count > ABOVE * deviation) out[first + i] = count;
    });
  }
  return out;
}

/** How many leaves at the start of a list together hold no more than noise would. */
function noiseBefore(counts: Float64Array, deviation: number): number {
  let sum = 0;
  let leaves = 0;
  for (let i = 0; i < counts.length; i++) {
    if (counts[i] === 0) continue;
    sum += counts[i];
    leaves++;
    if (sum > TRIM * deviation * Math.sqrt(leaves)) return i;
  }
  return counts.length;
}

/** Places at which the running sum of counts passes each share of the whole. */
function quantiles(
  edges: Float64Array,
  { counts, from, to }: { counts: Float64Array; from: number; to: number },
): number[] {
  const own = counts.subarray(from, to).map((count) => Math.max(0, count));
  const whole = own.reduce((total, count) => total + count, 0);
  const places = [edges[from]];
  let before = 0;
  for (let leaf = from; leaf < to; leaf++) {
    const count = own[leaf - from];
    while (
      places.length < INTERVALS &&
      before + count >= (whole * places.length) / INTERVALS &&
      count > 0
    ) {
      const share = ((whole * places.length) / INTERVALS - before) / count;
      places.push(edges[leaf] + share * (edges[leaf + 1] - edges[leaf]));
    }
    before += count;
  }
  while (places.length < INTERVALS) places.push(edges[to]);
  return [...places, edges[to]];
}

/**
 * Bins of a column of numbers, chosen with differential privacy: rows are counted with noise in leaves that are the
 * same for any file, and neighbouring leaves put together until a bin has its share. What lies beyond the outermost
 * leaves that stand out of the noise falls into the outermost bins.
 *
 * @param weights what each row counts; one person counts at most `scale` in all
 * @returns null where nothing stands out of the noise
 */
export function selectBins(
  values: Float64Array,
  {
    decimals,
    weights,
    scale,
    rho,
    random,
  }: {
    decimals: number;
    weights: Int32Array | null;
    scale: number;
    rho: number;
    random: RandomIntegers;
  },
): { codec: NumberCodec | null; rho: number } {
  const variance = varianceAtLeast((scale * scale) / (2 * rho));
  const deviation = Math.sqrt(varianceOf(variance));
  const edges = leafEdges(decimals);
  const exact = new Float64Array(edges.length - 1);
  values.forEach((value, row) => {
    if (!Number.isNaN(value)) exact[leafOf(edges, value)] += weights?.[row] ?? 1;
  });
  const counts = significant(addNoise(exact, variance, random), deviation);
  const spent = rhoOf(variance, scale);
  const first = noiseBefore(counts, deviation);
  const last = counts.length - 1 - noiseBefore(counts.slice().reverse(), deviation);
  if (last < first) return { codec: null, rho: spent };
  const total = counts.reduce((sum, count) => sum + count, 0);
  const least = Math.max(total / BINS, ABOVE * deviation);
  const bins: number[][] = [];
  let from = first;
  let sum = 0;
  for (let leaf = first; leaf <= last; leaf++) {
    // A leaf with a bin's share is a bin of its own, not the end of another.
    if (counts[leaf] >= least && leaf > from && sum >= ABOVE * deviation) {
      bins.push(quantiles(edges, { counts, from, to: leaf }));
      from = leaf;
      sum = 0;
    }
    sum += counts[leaf];
    if (sum >= least || leaf === last) {
      bins.push(quantiles(edges, { counts, from, to: leaf + 1 }));
      from = leaf + 1;
      sum = 0;
    }
  }
  return { codec: intervalBins(bins, decimals), rho: spent };
}
