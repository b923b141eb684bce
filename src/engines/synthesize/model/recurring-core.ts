import type { Field } from '../codec/field.ts';
import type { Nested } from '../trees/nested.ts';
import type { TreesCore } from '../trees/trees.ts';

export type StreamsCore = {
  /** Numbers of a stream, in the order of STREAM_NUMBERS. */
  fields: Field[];
  /** Trees of those fields; given are the entity's fields. */
  trees: TreesCore;
};

/** Recurring payments of entities, which other rows are drawn between. */
export type RecurringCore = {
  /** Kinds of rows that recur. */
  kinds: Int32Array;
  /**
   * First of the entities' fields about them: days from the last row to the file's end, or from the
   * first row to the last, then the number of streams of each group.
   */
  place: number;
  /** True if those days count from the first row. */
  fromStart: boolean;
  /** Groups of kinds, as indexes into `kinds`, each with the tree of a stream's place in it. */
  groups: { kinds: Int32Array; choice: Nested }[];
  /** Streams of each kind. */
  streams: StreamsCore[];
  /** Tree of the days between a payment and its nominal day. */
  offsets: Nested;
  /** 1 for columns with one value in a stream. */
  held: Uint8Array;
};
