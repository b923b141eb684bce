import type { Seed } from '../../random/stream.ts';
import type { Given } from './given-values.ts';
import type { Signal } from './sample-block.ts';

/** Requested shares of a column's values; the other values keep their proportions. */
export type Rebalance = { column: string; shares: Readonly<Record<string, number>> };

export type SampleRequest = {
  rows: number;
  seed: Seed;
  given?: Given | undefined;
  rebalance?: Rebalance | undefined;
  /** Checked between small steps; sampling stops with a FitCancelled error once it is set. */
  signal?: Signal | undefined;
};
