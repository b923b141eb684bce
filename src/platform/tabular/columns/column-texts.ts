import type { ColumnForm, DatetimeForm, NumberForm } from '../../../shared/column-layout.ts';

export type WordCount = [word: string, count: number];

/** Size of a sample in cells; all rows are checked later. */
const SAMPLE_CELLS = 1_000_000;
const SAMPLE_ROWS = 5000;
const MIN_SAMPLE_ROWS = 200;
/** Rows with a value that are sampled from a column whose first rows have none. */
export const MAX_LATER_ROWS = 100;
/** Listed texts that do not match a form. */
export const MAX_FAILING = 300;
export const MAX_ZONES = 10;
export const MAX_DAYS = 20_000;
/** Bytes that no number, date or boolean has; a longer text is cut and marked at its end. */
export const TELLING_BYTES = 1000;
export const CUT_MARK = '…';

export const sampledRows = (columns: number): number =>
  Math.max(MIN_SAMPLE_ROWS, Math.min(SAMPLE_ROWS, Math.floor(SAMPLE_CELLS / columns)));

/** Questions about all texts of a column, from which its form is detected. */
export type ColumnTexts = {
  /** Number of texts, without missing values. */
  present: number;
  /** Distinct texts of the first rows other than words for missing values, or of later rows. */
  sample: ReadonlySet<string>;
  /** Number of texts that do not match a form. */
  misfits: (form: ColumnForm) => Promise<number>;
  /** Texts that do not match a form, the most frequent first. */
  failing: (form: ColumnForm) => Promise<WordCount[]>;
  /** Number of texts that match one pattern of a form. */
  matching: (pattern: string, form: DatetimeForm) => Promise<number>;
  /** Decimals of the numbers, and true if one has a negative exponent. */
  decimals: (form: NumberForm) => Promise<{ least: number; most: number; hasPowers: boolean }>;
  /** Offsets at the ends of texts that match a form, the most frequent first. */
  zones: (form: DatetimeForm) => Promise<WordCount[]>;
  /** Number of texts with no more letters than digits, and of distinct texts. */
  numeric: () => Promise<{ inDigits: number; distinct: number }>;
  /** Distinct texts in order, up to a limit. */
  ordered: () => Promise<WordCount[]>;
};
