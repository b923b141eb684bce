import type { NameSet } from './layouts/names.ts';

/** How a column writes dates and times. */
export type DatetimeForm = {
  kind: 'datetime';
  /**
   * The layout by its tokens: YYYY YY MMM MM M DD D ddd Q, HH H hh h mm ss A a, S… (digits of a fraction),
   * F (a fraction without trailing zeros, or none), X and x (seconds and milliseconds since 1970), Z, +hh:mm,
   * +hhmm, +hh. Words stand between square brackets; other characters stand for themselves.
   */
  pattern: string;
  /** Patterns that some values have instead. They are read, and written by `pattern`. */
  also: string[];
  /** The names of months and weekdays, null where the pattern has none. */
  names: NameSet | null;
  letters: 'lower' | 'title' | 'upper';
  /** Minutes east of UTC that values are written in; null where they carry no zone. */
  offset: number | null;
};

export type GroupMark = '' | ',' | '.' | ' ' | '\u00a0' | '\u202f' | "'" | '\u2019';

/** Where the sign stands; `words` are two marks behind the number, as CR and DR. */
export type SignStyle = 'minus' | 'plus' | 'minus-after-unit' | 'trailing' | 'brackets' | 'words';

/** How a column writes numbers. */
export type NumberForm = {
  kind: 'number';
  decimalMark: '.' | ',';
  groupMark: GroupMark;
  grouping: 'thousands' | 'indian';
  /** Digits after the decimal mark: at least, and at most. */
  minDecimals: number;
  decimals: number;
  /** A currency or percent sign, and what stands between it and the number. */
  unit: { text: string; side: 'before' | 'after'; gap: string } | null;
  sign: SignStyle;
  /** What follows a number that is not negative, and one that is; for the style `words`. */
  words: { positive: string; negative: string } | null;
  /** Whether an apostrophe stands first, as a spreadsheet marks text. */
  apostrophe: boolean;
};

export type BooleanForm = { kind: 'boolean'; trueText: string; falseText: string };

/** Codes that name something, as ACC-000123: read and written as text. */
export type CodeForm = {
  kind: 'code';
  /** What all values begin with. */
  prefix: string;
  /** Characters of a value, null where they vary. */
  width: number | null;
  leadingZeros: boolean;
  letters: 'none' | 'lower' | 'upper' | 'mixed';
};

/** Words of any kind. `unknown` are digits and separators in no form that is known. */
type TextForm = { kind: 'text' } | { kind: 'unknown' };

export type ColumnForm = DatetimeForm | NumberForm | BooleanForm | CodeForm | TextForm;

export type LayoutType = 'integer' | 'decimal' | 'boolean' | 'date' | 'timestamp' | 'time' | 'text';

/** What a column's values are and how they are written: found once, over all of them. */
export type ColumnLayout = {
  name: string;
  type: LayoutType;
  form: ColumnForm;
  /** Spellings of "no value" beside an empty field, the most frequent first. */
  nullWords: string[];
  /** Values that are not missing, and how many of them the form reads. */
  values: number;
  fits: number;
  /** Other forms that all values have as well: the user has to choose which is meant. */
  alternatives: ColumnForm[];
  ambiguous: boolean;
  /** What somebody should know of the column, in sentences. */
  notices: string[];
};

/** Spellings of "no value" that columns of another type than text may hold. */
export const NULL_WORDS: readonly string[] = [
  '',
  'NA',
  'N/A',
  'n/a',
  '#N/A',
  'NaN',
  'nan',
  'null',
  'Null',
  'NULL',
  '(null)',
  'None',
  'none',
  '\\N',
  '-',
  '--',
  '\u2013',
];
