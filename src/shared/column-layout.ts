import type { NameSet } from './layouts/names.ts';

export type DatetimeForm = {
  kind: 'datetime';
  /**
   * Tokens: YYYY YY MMM MM M DD D ddd Q, HH H hh h mm ss A a, S… (digits of a fraction), F (a
   * fraction without trailing zeros, or none), X and x (seconds and milliseconds since 1970), E and J
   * (days since 1900 and 1960), Z,
   * +hh:mm, +hhmm, +hh. Text in square brackets and all other characters are literal.
   */
  pattern: string;
  /** Patterns of other values in the column: accepted when reading, never written. */
  also: string[];
  names: NameSet | null;
  letters: 'lower' | 'title' | 'upper';
  /** Time zone of written values, in minutes east of UTC; null without a zone. */
  offset: number | null;
};

export type GroupMark = '' | ',' | '.' | ' ' | '\u00a0' | '\u202f' | "'" | '\u2019';

/** Position of the sign. `words` are two suffixes, such as CR and DR. */
export type SignStyle = 'minus' | 'plus' | 'minus-after-unit' | 'trailing' | 'brackets' | 'words';

export type NumberForm = {
  kind: 'number';
  decimalMark: '.' | ',';
  groupMark: GroupMark;
  grouping: 'thousands' | 'indian';
  minDecimals: number;
  decimals: number;
  /** Currency or percent sign, its side and the space between it and the number. */
  unit: { text: string; side: 'before' | 'after'; gap: string } | null;
  sign: SignStyle;
  /** Suffixes of non-negative and negative numbers, for the style `words`. */
  words: { positive: string; negative: string } | null;
  /** True if values begin with an apostrophe, a spreadsheet's mark for text. */
  apostrophe: boolean;
};

/** Two coordinates in one field, such as `151.21 -33.87` or `(-33.87, 151.21)`: read as text. */
export type PairForm = { kind: 'pair'; before: string; between: string; after: string };

export type BooleanForm = { kind: 'boolean'; trueText: string; falseText: string };

/** Identifiers such as ACC-000123 and 3.52721E+18: read and written as text. */
export type CodeForm = {
  kind: 'code';
  prefix: string;
  /** Characters of a value; null if they vary. */
  width: number | null;
  leadingZeros: boolean;
  letters: 'none' | 'lower' | 'upper' | 'mixed';
};

/** Any text. `unknown` are digits and separators in an unrecognized format. */
type TextForm = { kind: 'text' } | { kind: 'unknown' };

export type ColumnForm = DatetimeForm | NumberForm | BooleanForm | CodeForm | PairForm | TextForm;

export const LAYOUT_TYPES = [
  'integer',
  'decimal',
  'boolean',
  'date',
  'timestamp',
  'time',
  'text',
] as const;
export type LayoutType = (typeof LAYOUT_TYPES)[number];

export type ColumnLayout = {
  name: string;
  type: LayoutType;
  form: ColumnForm;
  /** Null markers other than the empty field, the most frequent first. */
  nullWords: string[];
  /** Number of non-missing values, and of those the form parses. */
  values: number;
  fits: number;
  /** Other forms that fit all values; the user has to choose. */
  alternatives: ColumnForm[];
  ambiguous: boolean;
  /** Evidence for the form of a column that its own values left open, as a sentence. */
  inferred?: string | undefined;
  notices: string[];
};

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
  '\u2014',
  '?',
  '.',
  '<NA>',
  'NaT',
  'nil',
  'undefined',
  'n.a.',
  'N.A.',
  'n/d',
  'N/D',
  'k.A.',
  '#NULL!',
  '#VALUE!',
  '#DIV/0!',
  'missing',
  'Missing',
];
