import type { CellState } from '../bank/cell-state.ts';
import type { Leg } from '../schemes/leg.ts';
import type { EventBuffer, RowBuffer } from './buffers.ts';
import type { FollowUp } from './payments/life.ts';
import type { LifeTable } from './payments/lives.ts';
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
  /** Index of the current day, and its events. */
  dayIndex: number;
  events: EventBuffer;
  lives: LifeTable;
  /** By day: rows that follow earlier ones. */
  following: FollowUp[][];
  /** Rows of incidents' legs. */
  rowOfLeg: Map<Leg, number>;
  /** Hashes below it are instant payments. */
  instant: number;
};
