import type { Values } from '../arrays/values.ts';
import type { Tail } from '../detectors/ecod.ts';

/** Numeric column of a table whose meaning is known: unusual at one end, with a sentence. */
export type DescribedFeature = {
  /** Low values are unusual; otherwise high ones. */
  isLow?: boolean;
  /** 1 by default. */
  weight?: number;
  sentence: (value: number) => string;
  /** True if the sentence states the value in percent. */
  isShare?: boolean;
  /** Text column that names the other rows which belong to the value. */
  others?: string;
};

export type Feature = {
  name: string;
  /** One number per row; NaN if undefined. */
  values: Values;
  tail: Tail;
  /** Weight of an unusual value relative to other features. */
  weight: number;
  /** Weight by which the value adds to a transaction's score; without it, the feature competes. */
  adds?: number;
  /** Subject of the reason: a row's reasons include only the most extreme feature per fact. */
  fact?: string;
  /** Rule that a row breaks if its value is above 0. */
  tag?: string;
  /** Describes a row's value in a sentence; `share` of the rows are as extreme. */
  sentence: (row: number, share: number) => string;
};
