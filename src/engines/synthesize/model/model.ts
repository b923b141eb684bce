import type { CsvDialect } from '../../../shared/csv.ts';
import type { Field } from '../codec/field.ts';
import type { AmountSides } from '../columns/amount-sides.ts';
import type { ColumnOrder } from '../columns/column-orders.ts';
import type { DateLag } from '../columns/date-lags.ts';
import type { Law } from '../columns/laws/law.ts';
import type { ColumnPlan } from '../columns/plan-columns.ts';
import type { TreesCore } from '../trees/trees.ts';
import type { PrivateCore } from './private-core.ts';
import type { SequenceCore } from './sequence-core.ts';
import type { Statement } from './statement.ts';

export type SynthesisMode = 'fidelity' | 'balanced' | 'cautious' | 'private';

/** Changes whenever the same file, options and seed would give other rows. */
export const engineVersion = 'synthesize/11';

/** Rows made from one stream; the unit in which samples are addressed. */
export const BLOCK_ROWS = 65_536;

/** A field that follows from another: its code by the other's code. */
export type Lookup = { field: number; parent: number; map: Uint8Array };

/** What was learned from a table. Holds counts and group means, and no row. */
export type Model = {
  engine: string;
  mode: SynthesisMode;
  /** Rows it was learned from. */
  rows: number;
  columns: ColumnPlan[];
  /** Fields of each column, as places in `fields`; empty for columns that are made. */
  columnFields: number[][];
  fields: Field[];
  lookups: Lookup[];
  /** Columns whose fields hold days counted from another column's. */
  lags?: DateLag[] | undefined;
  /** Columns of years, birthdays and amounts that follow from others; their fields hold what is left. */
  laws?: Law[] | undefined;
  /** Columns of which one is never above the other. */
  orders?: ColumnOrder[] | undefined;
  /** Debits and credits, whose column of debits holds what moves. */
  sides?: AmountSides | undefined;
  core: TreesCore | SequenceCore | PrivateCore;
  /** Where the file is one account's, its running balance. */
  statement?: Statement | undefined;
  /** How the file is written; absent where that is kept elsewhere. */
  dialect?: CsvDialect | undefined;
  /** Whether the last column stands for the file's order, and is left out of what is drawn. */
  inFileOrder?: boolean | undefined;
};

/** Thrown where the caller's signal asked to stop. */
export class FitCancelled extends Error {
  constructor() {
    super('Cancelled.');
    this.name = 'FitCancelled';
  }
}

/** Thrown where nothing can be learned from the table; the message says what to change. */
export class FitRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'FitRefused';
  }
}
