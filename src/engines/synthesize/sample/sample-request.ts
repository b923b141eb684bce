import type { Seed } from '../../random/stream.ts';
import type { Given } from './given-values.ts';
import type { Signal } from './sample-block.ts';

/** Shares that a column's values shall have instead of their own; the rest keep their proportions. */
export type Rebalance = { column: string; shares: Readonly<Record<string, number>> };

export type SampleRequest = {
  rows: number;
  seed: Seed;
  /** Values that every row must have. */
  given?: Given;
  rebalance?: Rebalance;
  /** Read between small steps; drawing stops with a FitCancelled error once it is set. */
  signal?: Signal;
};
