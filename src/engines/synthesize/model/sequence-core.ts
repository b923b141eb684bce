import type { Field } from '../codec/field.ts';
import type { NumberCodec } from '../codec/number-codec.ts';
import type { Nested } from '../trees/nested.ts';
import type { TreesCore } from '../trees/trees.ts';

/** How a file of histories is drawn: first an entity, then its rows one after another. */
export type SequenceCore = {
  kind: 'sequence';
  /** Columns, by place in the table. */
  entityColumn: number;
  timeColumn: number;
  amountColumn: number;
  /** -1 where no balance runs through the rows. */
  balanceColumn: number;
  /** 1 for columns that have one value an entity. */
  isStatic: Uint8Array;
  /** Whether the file lists all rows in order of time; of each entity alone otherwise. */
  sortedByTime: boolean;
  /** Whether it lists them from the newest on. */
  newestFirst?: true | undefined;
  entities: number;
  /** Rows of the longest histories that may be given out; none made is more than twice as long. */
  longest: number;
  /** First and last day that may be given out, days since 1970. */
  firstDay: number;
  lastDay: number;
  /** The entity's fields and their trees; see `ParentPlaces`. */
  parentFields: Field[];
  parent: TreesCore;
  places: ParentPlaces;
  /** Words of a row drawn together: for each kind, the codes of `kindFields`. */
  kindFields: Int32Array;
  kinds: Uint8Array;
  kindCount: number;
  /** Kinds whose last day is remembered. */
  tracked: Int32Array;
  /** Other learned fields of a row, the amount first; places in the model's fields. */
  rowFields: Int32Array;
  /** Place in `rowFields` of the clock, -1 where time has no time of day. */
  clock: number;
  gap: NumberCodec;
  balance: NumberCodec | null;
  gapTree: Nested;
  kindTree: Nested | null;
  rowTrees: Nested[];
  slots: SlotLayout;
  /** Chance that a draw which takes the balance below zero stands. */
  overdraft: number;
  /** Chance that an end is drawn again, where histories too long to be given out hold many rows; see `fitGoingOn`. */
  goesOn?: number | undefined;
  /** How willingly a movement to each relative balance is taken; see `fitBalanceAcceptance`. */
  steering: Float64Array;
  /** The same for each code of the balance. */
  balanceSteering: Float64Array;
  /** The same for each code of the amount. */
  amountSteering: Float64Array;
};

/** Where the entity's fields stand among `parentFields`. */
export type ParentPlaces = {
  /** Place in the model's fields of each static field, in order from 0. */
  statics: Int32Array;
  firstDay: number;
  /** -1 where there is no balance. */
  opening: number;
  /** Mean balance; -1 where there is none. */
  level: number;
};

/** Which feature of a row stands where, with the number of its codes and whether they have an order. */
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
/** The balance beside the entity's usual one. */
export const RELATIVE_BALANCE = 12;
export const FIXED_SLOTS = 13;
/** Codes of a balance beside the usual one. */
export const RELATIVE_CODES = 40;
