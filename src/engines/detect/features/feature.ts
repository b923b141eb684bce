import type { Values } from '../arrays/values.ts';
import type { Tail } from '../detectors/ecod.ts';

/** A column of numbers made from the file for the detectors. */
export type Feature = {
  name: string;
  /** One number a row; NaN where the file says nothing. */
  values: Values;
  tail: Tail;
  /** How much an unusual value counts relative to other features. */
  weight: number;
  /** What a reason speaks of: of features of one fact a row names only the one that stands out most. */
  fact?: string;
  /** The rule that a row breaks where its value is above 0. */
  tag?: string;
  /** What the value of a row means, in words with its numbers; `share` of the rows are as far out. */
  sentence: (row: number, share: number) => string;
};
