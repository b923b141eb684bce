import type { Field } from '../codec/field.ts';
import type { NumberCodec } from '../codec/number-codec.ts';
import type { Nested } from '../trees/nested.ts';
import type { TreesCore } from '../trees/trees.ts';
import type { RecurringCore } from './recurring-core.ts';

/** Model of sequences: an entity is drawn first, then its rows one after another. */
export type SequenceCore = {
  kind: 'sequence';
  entityColumn: number;
  timeColumn: number;
  amountColumn: number;
  /** -1 without a running balance. */
  balanceColumn: number;
  /** 1 for columns with one value per entity. */
  isStatic: Uint8Array;
  /** True if the file lists all rows in order of time; otherwise only each entity's. */
  sortedByTime: boolean;
  newestFirst?: true | undefined;
  entities: number;
  /** Rows per entity of the file before the holdout; default of the training rows. */
  meanRows?: number | undefined;
  /** Rows of the longest sequences that may be shown; no sampled one is more than twice as long. */
  longest: number;
  /** First day that may be shown, in days since 1970; `lastDay` is the last. */
  firstDay: number;
  lastDay: number;
  parentFields: Field[];
  parent: TreesCore;
  places: ParentPlaces;
  /** Categories of a row drawn together: the codes of `kindFields` for each kind. */
  kindFields: Int32Array;
  kinds: Uint8Array;
  kindCount: number;
  /** Kinds whose last day is remembered. */
  tracked: Int32Array;
  /** Other modeled fields of a row, the amount first; indexes into the model's fields. */
  rowFields: Int32Array;
  /** Index of the clock in `rowFields`; -1 without a time of day. */
  clock: number;
  gap: NumberCodec;
  balance: NumberCodec | null;
  gapTree: Nested;
  kindTree: Nested | null;
  rowTrees: Nested[];
  slots: SlotLayout;
  /** Probability of accepting a draw that makes the balance negative. */
  overdraft: number;
  /** Probability of redrawing a sequence's end, if suppressed ones are long; see `fitContinuation`. */
  goesOn?: number | undefined;
  /** True if rows after the last day are drawn again; they end sequences in models of synthesize/13. */
  redrawsLate?: boolean | undefined;
  /** Ranges and signs of amounts by kind; missing without amounts, and in earlier models. */
  kindAmounts?: KindAmounts | undefined;
  /** Recurring payments; the trees of gap, kind and amount then draw the other rows alone. */
  recurring?: RecurringCore | undefined;
  /** Acceptance of a movement by relative balance; see `fitBalanceAcceptance`. */
  steering: Float64Array;
  /** Acceptance by balance code. */
  balanceSteering: Float64Array;
  /** Acceptance by amount code. */
  amountSteering: Float64Array;
  /** True if entities share the leaves of their trees evenly. */
  isEven?: boolean | undefined;
  /** Share of each kind among the rows of the file. */
  kindShares?: Float64Array | undefined;
  /** Acceptance of movements by kind. */
  kindSteering?: Float64Array | undefined;
};

/** Amounts of each kind of rows. */
export type KindAmounts = {
  /** Probability of a negative amount of kinds that nearly always have one sign; else NaN. */
  negative: Float64Array;
  low: Float64Array;
  high: Float64Array;
};

/** Indexes of the entity's fields in `parentFields`. */
export type ParentPlaces = {
  /** Index in the model's fields of each static field, in order from 0. */
  statics: Int32Array;
  firstDay: number;
  /** -1 without a balance. */
  opening: number;
  /** Mean balance; -1 without a balance. */
  level: number;
  /** Number of rows, for persons of which each is to have as many as one of the file. */
  rows?: number | undefined;
};

/** Layout of a row's features: index, number of codes, and order of each. */
export type SlotLayout = {
  sizes: Int32Array;
  ordered: Uint8Array;
  lags: number;
  since: number;
  parent: number;
};

export const POSITION = 0;
export const REMAINING = 1;
export const MONTH_DAY = 2;
export const TO_MONTH_END = 3;
export const WEEKDAY = 4;
export const GAP = 5;
export const KIND_BEFORE = 6;
export const KIND_BEFORE_THAT = 7;
export const BALANCE = 8;
export const KIND = 9;
export const SINCE_SAME_KIND = 10;
export const AMOUNT_OF_SAME_KIND = 11;
/** Balance relative to the entity's mean. */
export const RELATIVE_BALANCE = 12;
/** Month of the year, from 0. */
export const MONTH = 13;
export const FIXED_SLOTS = 14;
export const RELATIVE_CODES = 40;
