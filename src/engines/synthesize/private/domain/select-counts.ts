import type { NumberCodec } from '../../codec/number-codec.ts';
import { varianceAtLeast } from '../discrete-gaussian.ts';
import { addNoise, rhoOf, varianceOf } from '../private-table.ts';
import type { RandomIntegers } from '../random-integers.ts';
import { intervalBins, noneOrOne } from './public-domain.ts';

/** Largest number of each bin: single up to 4, then two bins per octave. */
const LARGEST = [
  0,
  1,
  2,
  3,
  4,
  ...Array.from({ length: 18 }, (_, octave) => [6 * 2 ** octave, 8 * 2 ** octave]).flat(),
];
/** Standard deviations above which a bin counts as used. */
const SURE = 3;

/**
 * Chooses bins of numbers of rows with differential privacy: bins that do not depend on the data
 * are counted with noise, and those from the first to the last with significant rows are used.
 * Numbers beyond fall into the outermost bins; if none is significant, numbers are 0 or 1.
 *
 * @param weights weight of each row; one person's weights sum to at most `scale`
 */
export function selectCounts(
  values: Float64Array,
  {
    weights,
    scale,
    rho,
    random,
  }: { weights: Int32Array | null; scale: number; rho: number; random: RandomIntegers },
): { codec: NumberCodec; rho: number } {
  const counts = new Float64Array(LARGEST.length);
  values.forEach((value, row) => {
    const bin = LARGEST.findIndex((largest) => value <= largest);
    counts[bin < 0 ? LARGEST.length - 1 : bin] += weights?.[row] ?? 1;
  });
  const variance = varianceAtLeast((scale * scale) / (2 * rho));
  const sure = SURE * Math.sqrt(varianceOf(variance));
  const used = addNoise(counts, variance, random).map((count) => (count > sure ? 1 : 0));
  const [first, last] = [used.indexOf(1), used.lastIndexOf(1)];
  const spent = rhoOf(variance, scale);
  if (first < 0) return { codec: noneOrOne(), rho: spent };
  const bins = LARGEST.slice(first, last + 1).map((largest, i) => [
    (LARGEST[first + i - 1] ?? -1) + 0.5,
    largest + 0.5,
  ]);
  return { codec: intervalBins(bins, { decimals: 0, zeroBin: first === 0 ? 0 : -1 }), rho: spent };
}
