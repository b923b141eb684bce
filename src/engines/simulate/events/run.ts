import type { CellState } from '../bank/cell-state.ts';
import type { Leg } from '../schemes/leg.ts';
import type { RowBuffer } from './buffers.ts';
import type { Spending } from './spending/spending-tables.ts';

/** Planned leg and its row in the cell; declined for lack of funds if not posted. */
export type BookedLeg = { leg: Leg; row: number; posted: boolean; amount: number };

export type Run = {
  state: CellState;
  spending: Spending;
  legs: readonly Leg[];
  rows: RowBuffer;
  /** Sum of the other legs by ledger account; adds up to 0 with the accounts' movements. */
  ledger: Float64Array;
  booked: BookedLeg[];
  /** Legs of incidents that were declined or left out. */
  unbooked: Set<Leg>;
  generated: number;
  /** Remaining rows beyond those reserved. */
  slack: number;
  rail: number;
};
