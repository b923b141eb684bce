import type { LayoutType } from '../../../shared/column-layout.ts';
import type { StatementRole } from '../../../shared/column-mapping.ts';
import type { Role } from '../events/column-roles.ts';

/** Facts about a column's values from which its role is guessed. */
export type ColumnFacts = {
  name: string;
  /** Column index in the file, from 0. */
  place: number;
  type: LayoutType;
  isNumber: boolean;
  rows: number;
  present: number;
  distinct: number;
  /** Up to 500 distinct values. */
  values: string[];
  meanLength: number;
  meanWords: number;
  /** Form of nearly all values. */
  looksLike: 'iban' | 'bic' | 'currency' | 'direction' | 'code' | 'name' | 'text' | null;
};

/** Values of a column: days or times, numbers, words, or anything but days. */
export type Held = 'day' | 'number' | 'word' | 'code';

/** One kind of column in a list of movements: the headers and values that indicate it. */
export type BankKind = {
  /** Role in a statement; `other` if absent. */
  statement?: StatementRole;
  /** Role in detection. */
  event?: Role;
  holds: Held;
  /**
   * Terms by language, separated by bars: lower case, without accents. Of all terms in a header the
   * longest decides.
   */
  headers: readonly string[];
  /** Headers of tables of events that a list can't state. */
  patterns?: readonly { name: RegExp; not?: RegExp; holds?: Held }[];
  /** Further test of the values in a statement. */
  admits?: (facts: ColumnFacts) => boolean;
};
