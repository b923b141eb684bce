import type { CsvDialect } from '../../../shared/csv.ts';
import type { Field } from '../codec/field.ts';
import type { AmountSides } from '../columns/amount-sides.ts';
import type { ColumnPlan } from '../columns/column-plan.ts';
import type { MostlyBelonging } from '../columns/mostly-belonging.ts';
import type { ListedBy } from '../columns/row-order.ts';
import type { Payments } from '../payments/payments.ts';
import type { Belonging } from '../rules/belonging.ts';
import type { BetweenRows } from '../rules/between-rows/between-rows.ts';
import type { Calendar } from '../rules/calendars/calendar.ts';
import type { ColumnOrder } from '../rules/column-orders.ts';
import type { DateLag } from '../rules/date-lags.ts';
import type { DayValue } from '../rules/day-values.ts';
import type { DerivedColumn } from '../rules/derived/derived-column.ts';
import type { Law } from '../rules/laws/law.ts';
import type { WordLimits } from '../rules/word-limits.ts';
import type { WordRange } from '../rules/word-ranges.ts';
import type { TreesCore } from '../trees/trees.ts';
import type { PrivateCore } from './private-core.ts';
import type { SequenceCore } from './sequence-core.ts';
import type { Statement } from './statement.ts';

export type SynthesisMode = 'fidelity' | 'balanced' | 'cautious' | 'private';

/** Engine version; changes whenever the same file, options and seed would give other rows. */
export const engineVersion = 'synthesize/26';

/** Rows per random stream; the unit in which samples are addressed. */
export const BLOCK_ROWS = 65_536;

/** Field derived from another: its code by the other's code. */
export type Lookup = { field: number; parent: number; map: Uint8Array };

/** Share of rows kept aside, and the column whose rows stay together; null for single rows. */
export type HeldOutRows = { share: number; unit: string | null };

/** Fitted model of a table. Holds counts and group means, and no row. */
export type Model = {
  engine: string;
  mode: SynthesisMode;
  rows: number;
  columns: ColumnPlan[];
  /** Fields of each column, as indexes into `fields`; empty for generated columns. */
  columnFields: number[][];
  fields: Field[];
  lookups: Lookup[];
  /** Columns whose fields hold days relative to another column. */
  lags?: DateLag[] | undefined;
  /** Columns of years, birthdays and amounts derived from others; fields hold the remainder. */
  laws?: Law[] | undefined;
  /** Columns that follow from others in the rows of some words; their fields are modeled too. */
  derived?: DerivedColumn[] | undefined;
  /** Days and hours at which date columns have values. */
  calendars?: Calendar[] | undefined;
  /** Words that each belong to one word of another column. */
  belongings?: Belonging[] | undefined;
  /** Numbers with one value on each day. */
  dayValues?: DayValue[] | undefined;
  /** Numbers that keep to the range of a word. */
  ranges?: WordRange[] | undefined;
  wordLimits?: WordLimits[] | undefined;
  /** Pairs of columns of which one never exceeds the other. */
  orders?: ColumnOrder[] | undefined;
  /** Numbers of the parent's row that rules read, numbered behind the columns: `loans.rate`. */
  above?: { column: number; name: string }[] | undefined;
  /** Rules between the rows of an entity. */
  between?: BetweenRows[] | undefined;
  /** Debits and credits; the debit column's field holds the signed movement. */
  sides?: AmountSides | undefined;
  core: TreesCore | SequenceCore | PrivateCore;
  /** Running balance of a single-account file. */
  statement?: Statement | undefined;
  /** Payees and texts that are written in words after sampling. */
  payments?: Payments | undefined;
  /** CSV dialect; absent if stored elsewhere. */
  dialect?: CsvDialect | undefined;
  /** Rows kept aside before fitting, so that they can be found again. */
  heldOut?: HeldOutRows | undefined;
  /** True if the last column represents file order and is not output. */
  inFileOrder?: boolean | undefined;
  /** Columns by which rows drawn one by one are listed, within blocks. */
  listedBy?: ListedBy[] | undefined;
  /** Columns of words that mostly have one for each value of another. */
  mostly?: MostlyBelonging[] | undefined;
};

export class FitCancelled extends Error {
  constructor() {
    super('Cancelled.');
    this.name = 'FitCancelled';
  }
}

/** Error for tables that cannot be modeled; the message states what to change. */
export class FitRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'FitRefused';
  }
}
