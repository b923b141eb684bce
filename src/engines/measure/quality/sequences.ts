import { sortNumbers } from '../../table/sort-numbers.ts';
import { ksComplement } from './shapes-and-trends/ks-complement.ts';

/** Rows of each sequence, in table order, as one list divided by `starts`. */
export type Sequences = { rows: Uint32Array; starts: Uint32Array };

/** Groups rows by a key's code; rows without a key (negative code) are dropped. */
export function groupRows(codes: ArrayLike<number>, groups: number): Sequences {
  const starts = new Uint32Array(groups + 1);
  for (let row = 0; row < codes.length; row++) if (codes[row] >= 0) starts[codes[row] + 1]++;
  for (let g = 0; g < groups; g++) starts[g + 1] += starts[g];
  const at = starts.slice(0, groups);
  const rows = new Uint32Array(starts[groups]);
  for (let row = 0; row < codes.length; row++) {
    if (codes[row] >= 0) rows[at[codes[row]]++] = row;
  }
  return { rows, starts };
}

export function sequenceLengths({ starts }: Sequences): Float64Array {
  const lengths: number[] = [];
  for (let g = 0; g + 1 < starts.length; g++) {
    if (starts[g + 1] > starts[g]) lengths.push(starts[g + 1] - starts[g]);
  }
  return Float64Array.from(lengths);
}

/** Returns differences between rows and the row `lag` before them, pooled over sequences. */
export function interRowDifferences(
  values: Float64Array,
  { rows, starts }: Sequences,
  lag = 1,
): Float64Array {
  const differences: number[] = [];
  for (let g = 0; g + 1 < starts.length; g++) {
    for (let i = starts[g] + lag; i < starts[g + 1]; i++) {
      differences.push(values[rows[i]] - values[rows[i - lag]]);
    }
  }
  return Float64Array.from(differences);
}

/** Returns the mean of each sequence, ignoring missing values. */
export function sequenceMeans(values: Float64Array, { rows, starts }: Sequences): Float64Array {
  const means: number[] = [];
  for (let g = 0; g + 1 < starts.length; g++) {
    let sum = 0;
    let n = 0;
    for (let i = starts[g]; i < starts[g + 1]; i++) {
      const value = values[rows[i]];
      if (Number.isNaN(value)) continue;
      sum += value;
      n++;
    }
    if (n > 0) means.push(sum / n);
  }
  return Float64Array.from(means);
}

const similarity = (real: Float64Array, synthetic: Float64Array) =>
  ksComplement(sortNumbers(real), sortNumbers(synthetic));

type Compared = {
  realSequences: Sequences;
  synthetic: Float64Array;
  syntheticSequences: Sequences;
};

/** InterRowMSAS of SDMetrics: KSComplement of pooled differences between neighboring rows. */
export const interRowMsas = (
  real: Float64Array,
  { realSequences, synthetic, syntheticSequences }: Compared,
): number | null =>
  similarity(
    interRowDifferences(real, realSequences),
    interRowDifferences(synthetic, syntheticSequences),
  );

/** StatisticMSAS of SDMetrics with the mean: KSComplement of the sequences' means. */
export const statisticMsas = (
  real: Float64Array,
  { realSequences, synthetic, syntheticSequences }: Compared,
): number | null =>
  similarity(sequenceMeans(real, realSequences), sequenceMeans(synthetic, syntheticSequences));

/** SequenceLengthSimilarity of SDMetrics: KSComplement of the sequences' lengths. */
export const sequenceLengthSimilarity = (real: Sequences, synthetic: Sequences): number | null =>
  similarity(sequenceLengths(real), sequenceLengths(synthetic));
