import { daysFromCivil, formatIsoDate } from '../../../shared/civil-date.ts';
import { type Blob, blobOf } from '../../table/blobs.ts';
import { blobOfRuns, quoted } from './blob-of-runs.ts';
import { baseOf, type Run, runsOf, sizeOf } from './column-runs.ts';
import { type BatchColumn, type Dictionary, NO_DATE, type RowBatch } from './row-batch.ts';
import { cellText } from './text-form.ts';
import type { TextFormat } from './text-formats.ts';

/** Kinds of writers: codes into blobs, row texts of one blob, minor units, seconds, sequence. */
export const CODES = 0;

const LINES = 1;

export const MONEY = 2;

export const SECONDS = 3;

export const SEQUENCE = 4;

/** Numbers of a prefix, and minor units, with missing ones. */
export const NUMBERED = 5;
export const GAPPED_MONEY = 6;

/** Numbers that share all digits but the last four. */
export const STEM = 10_000;

/** Writer of one column or a run of columns; one object shape for all, for speed. */
export type Writer = {
  kind: number;
  codes: Int32Array;
  numbers: Float64Array;
  /** Codes below `sharedCount` refer to `shared`, the others to `own`. */
  shared: Blob;
  own: Blob;
  sharedCount: number;
  /** Number of the first row of a sequence. */
  from: number;
  /** Number from which `own` has all digits but the last four; negative before the first row. */
  first: number;
  digits: number;
  prefix: string;
};

const NOTHING: Dictionary = { strings: [] };

const EMPTY = blobOf([]);

const NO_CODES = new Int32Array(0);

const NO_NUMBERS = new Float64Array(0);

function writer(kind: number, parts: Partial<Writer>): Writer {
  return {
    kind,
    codes: parts.codes ?? NO_CODES,
    numbers: parts.numbers ?? NO_NUMBERS,
    shared: parts.shared ?? EMPTY,
    own: parts.own ?? EMPTY,
    sharedCount: parts.sharedCount ?? 0,
    from: parts.from ?? 0,
    first: -STEM,
    digits: parts.digits ?? 0,
    prefix: parts.prefix ?? '',
  };
}

/** Returns the n-th reusable array, zeroed and long enough. */
function cleared(scratch: Int32Array[], n: number, rows: number): Int32Array {
  const buffer = scratch[n];
  if (buffer !== undefined && buffer.length >= rows) return buffer.fill(0, 0, rows);
  const fresh = new Int32Array(rows);
  scratch[n] = fresh;
  return fresh;
}

/** Combines each code with a further one, which varies fastest. */
function append(codes: Int32Array, further: Run['codes'], size: number, rows: number): void {
  for (let row = 0; row < rows; row++) codes[row] = codes[row] * size + further[row];
}

function dictionaryWriter(
  runs: Run[],
  {
    rows,
    format,
    scratch,
    place,
  }: { rows: number; format: TextFormat; scratch: Int32Array[]; place: number },
): Writer {
  const only = runs.length === 1 ? runs[0] : null;
  let codes: Int32Array;
  if (only?.codes instanceof Int32Array) codes = only.codes;
  else {
    codes = cleared(scratch, place, rows);
    for (const run of runs) append(codes, run.codes, sizeOf(run), rows);
  }
  return writer(CODES, {
    codes,
    own: blobOfRuns(
      runs.map((run) => run.dictionaries.map((d) => d.strings)),
      format,
    ),
    shared: blobOfRuns(
      runs.map((run) => run.dictionaries.map((d) => (d.base ?? NOTHING).strings)),
      format,
    ),
    sharedCount: only === null ? 0 : baseOf(only),
  });
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

function hasGap(values: Float64Array, rows: number): boolean {
  for (let i = 0; i < rows; i++) if (Number.isNaN(values[i])) return true;
  return false;
}

const FIRST_DAY = daysFromCivil(1900, 1, 1);
const DAYS = daysFromCivil(2101, 1, 1) - FIRST_DAY;
const WHOLE_NUMBERS = 10_000;

/** Texts of frequent values, after that of a missing one. */
const dayTexts = once(() => [
  '',
  ...Array.from({ length: DAYS }, (_, i) => formatIsoDate(FIRST_DAY + i)),
]);
const numberTexts = once(() => ['', ...Array.from({ length: WHOLE_NUMBERS }, (_, i) => String(i))]);

/** Codes of the texts above; null if a value has none. */
function codesOfValues(column: BatchColumn, rows: number): Run | null {
  if (column.kind !== 'days' && column.kind !== 'number') return null;
  const { values } = column;
  const [first, count] = column.kind === 'days' ? [FIRST_DAY, DAYS] : [0, WHOLE_NUMBERS];
  const codes = new Int32Array(rows);
  for (let row = 0; row < rows; row++) {
    const value = values[row];
    if (value === NO_DATE || Number.isNaN(value)) continue;
    const code = value - first;
    if (!(code >= 0 && code < count && Number.isInteger(code))) return null;
    codes[row] = code + 1;
  }
  const strings = column.kind === 'days' ? dayTexts() : numberTexts();
  return { codes, dictionaries: [{ strings }] };
}

function linesOf(column: BatchColumn, rows: number, format: TextFormat): Blob {
  const texts =
    column.kind === 'text'
      ? column.values.slice(0, rows)
      : Array.from({ length: rows }, (_, row) => cellText(column, row));
  return blobOf(quoted(texts, format), format.separator);
}

function plainWriter(column: BatchColumn, rows: number, format: TextFormat): Writer {
  const run = codesOfValues(column, rows);
  if (run !== null) return dictionaryWriter([run], { rows, format, scratch: [], place: 0 });
  if (column.kind === 'sequence') {
    const { first, digits, prefix } = column;
    const fits = digits >= 4 && String(first + rows).length <= digits;
    if (fits) return writer(SEQUENCE, { own: blobOf([prefix]), from: first, digits, prefix });
  }
  const missing = () => blobOf([format.quote('') + format.separator]);
  if (column.kind === 'numbered') {
    const { numbers, digits, prefix } = column;
    let largest = 0;
    for (let i = 0; i < rows; i++) if (numbers[i] > largest) largest = numbers[i];
    const fits = digits >= 4 && String(largest).length <= digits;
    const own = blobOf([prefix]);
    if (fits) return writer(NUMBERED, { numbers, own, shared: missing(), digits, prefix });
  }
  if (column.kind === 'money') {
    const numbers = column.minor;
    return hasGap(numbers, rows)
      ? writer(GAPPED_MONEY, { numbers, shared: missing() })
      : writer(MONEY, { numbers });
  }
  if (column.kind === 'seconds') return writer(SECONDS, { numbers: column.values });
  return writer(LINES, { own: linesOf(column, rows, format) });
}

/** Returns the minimum number of writers for a batch's columns in their order. */
export function writersOf(batch: RowBatch, format: TextFormat, scratch: Int32Array[]): Writer[] {
  const writers: Writer[] = [];
  let i = 0;
  while (i < batch.columns.length) {
    const { runs, next } = runsOf(batch.columns, i);
    if (runs.length > 0) {
      writers.push(
        dictionaryWriter(runs, { rows: batch.rows, format, scratch, place: writers.length }),
      );
      i = next;
    } else {
      writers.push(plainWriter(batch.columns[i], batch.rows, format));
      i++;
    }
  }
  return writers;
}

/** Returns the maximum bytes per row of a writer, including the separator. */
export const widest = (w: Writer): number =>
  w.kind === MONEY || w.kind === SECONDS || w.kind === GAPPED_MONEY
    ? 24
    : Math.max(w.shared.longest, w.own.longest) + w.digits + 1;
