import type { CellState } from '../bank/cell-state.ts';
import type { Leg } from '../schemes/leg.ts';
import type { RowBuffer } from './buffers.ts';
import type { Spending } from './spending/spending-tables.ts';

/** A booked leg and the number of its row within the cell. */
export type BookedLeg = { leg: Leg; row: number };

/** The books of one cell while it runs. */
export type Run = {
  state: CellState;
  spending: Spending;
  legs: readonly Leg[];
  rows: RowBuffer;
  /** Sum of the other legs by ledger account; with the accounts' movements it adds up to 0. */
  ledger: Float64Array;
  booked: BookedLeg[];
  made: number;
  /** Rows that may be made beyond those already promised. */
  slack: number;
  rail: number;
};
