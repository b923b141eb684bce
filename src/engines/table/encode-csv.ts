import { type CsvDialect, csvField, fieldWriter } from '../../shared/csv.ts';
import { type Blob, blobOf, copyWords, SLACK } from './blobs.ts';
import { cellWriter } from './format-table.ts';
import type { CategoryColumn, Column, NumberColumn, Table } from './table.ts';

/** What writes one column; one shape for all, so that the loop stays fast. */
type Writer = {
  /** Of words and dates: by code into the blob, whose first text is nothing. */
  codes: Int32Array;
  texts: Blob;
  /** Of plain numbers, null for others. */
  numbers: NumberColumn | null;
  /** Digits after the point that are written even where they are zeros. */
  minDecimals: number;
  /** Writes a number that has too many digits to be written one by one. */
  write: (row: number) => string;
  /** What is written for a missing number. */
  missing: Uint8Array;
  /** Ten to the power of the decimals; 0 where numbers have too many to be written digit by digit. */
  unit: number;
  /** The most bytes that it writes for a row. */
  widest: number;
};

const LF = 10;
const CR = 13;
const MINUS = 45;
const POINT = 46;
const ZERO = 48;
const MAX_DECIMALS = 9;
/** Below it, a number that is nearest to n / 10^d has n as the digits that `toFixed` writes. */
const MAX_EXACT = 2 ** 51;
/** The longest that `toFixed` writes before the point, with its sign; longer ones become powers of ten. */
const LONGEST_WHOLE = 24;
const NO_TEXTS = blobOf([]);
const NO_CODES = new Int32Array(0);

const NO_NUMBERS = {
  numbers: null,
  minDecimals: 0,
  write: () => '',
  missing: new Uint8Array(0),
  unit: 0,
};

/** How the fields of one column are written. */
type Fields = { field: (value: string | null) => string; separator: string; quoted: boolean };

const fieldsOf = (dialect: CsvDialect | undefined, column: number): Fields =>
  dialect === undefined
    ? { field: csvField, separator: ',', quoted: false }
    : {
        field: fieldWriter(dialect, column),
        separator: dialect.delimiter,
        quoted: dialect.quotedColumns.includes(column),
      };

const missingField = ({ nullWord = '' }: Column, { field }: Fields) =>
  field(nullWord === '' ? null : nullWord);

function wordsWriter(column: CategoryColumn, fields: Fields): Writer {
  const { field, separator } = fields;
  const texts = blobOf([missingField(column, fields), ...column.dictionary.map(field)], separator);
  return { ...NO_NUMBERS, codes: column.codes, texts, widest: texts.longest };
}

/** Times, and numbers with marks and units, are written once each. */
function textsWriter(column: Exclude<Column, CategoryColumn>, fields: Fields): Writer {
  const known = new Map<number, number>();
  const texts = [missingField(column, fields)];
  const write = cellWriter(column);
  const codes = Int32Array.from(column.values, (value, row) => {
    if (Number.isNaN(value)) return -1;
    let code = known.get(value);
    if (code === undefined) {
      code = texts.push(fields.field(write(row))) - 2;
      known.set(value, code);
    }
    return code;
  });
  const blob = blobOf(texts, fields.separator);
  return { ...NO_NUMBERS, codes, texts: blob, widest: blob.longest };
}

/** Whether numbers are written as programs write them. */
const isPlain = ({ form }: NumberColumn): boolean =>
  form === undefined ||
  (form.decimalMark === '.' &&
    form.groupMark === '' &&
    form.unit === null &&
    form.sign === 'minus' &&
    !form.apostrophe);

function writerOf(column: Column, fields: Fields): Writer {
  if (column.kind === 'category') return wordsWriter(column, fields);
  if (column.kind === 'datetime' || fields.quoted || !isPlain(column))
    return textsWriter(column, fields);
  const minDecimals = column.form?.minDecimals ?? column.decimals;
  const decimals = Math.max(minDecimals, column.decimals);
  const missing = new TextEncoder().encode(missingField(column, fields));
  return {
    codes: NO_CODES,
    texts: NO_TEXTS,
    numbers: { ...column, decimals },
    minDecimals,
    write: cellWriter(column),
    missing,
    unit: decimals <= MAX_DECIMALS ? 10 ** decimals : 0,
    widest: Math.max(missing.length, LONGEST_WHOLE + decimals) + 2,
  };
}

/** Where a number ends once the zeros that its form does without are gone. */
function withoutZeros(out: Uint8Array, end: number, spare: number): number {
  let last = end;
  while (last > end - spare && out[last - 1] === ZERO) last--;
  return last > 0 && out[last - 1] === POINT ? last - 1 : last;
}

/** Writes the digits of a whole number, with a point before the last `decimals` of them. */
function writeDigits({
  digits,
  decimals,
  out,
  start,
}: {
  digits: number;
  decimals: number;
  out: Uint8Array;
  start: number;
}): number {
  let length = 1;
  for (let power = 10; power <= digits; power *= 10) length++;
  if (length <= decimals) length = decimals + 1;
  const end = start + length + (decimals > 0 ? 1 : 0);
  const point = decimals > 0 ? end - 1 - decimals : -1;
  let rest = digits;
  for (let at = end - 1; at >= start; at--) {
    if (at === point) out[at] = POINT;
    else {
      const next = rest < 2 ** 31 ? ((rest | 0) / 10) | 0 : Math.floor(rest / 10);
      out[at] = ZERO + (rest - next * 10);
      rest = next;
    }
  }
  return end;
}

function writeNumber(
  writer: Writer,
  { row, out, start }: { row: number; out: Uint8Array; start: number },
): number {
  const column = writer.numbers!;
  const value = column.values[row];
  if (Number.isNaN(value)) {
    out.set(writer.missing, start);
    return start + writer.missing.length;
  }
  const size = Math.abs(value);
  const digits = Math.round(size * writer.unit);
  if (digits < MAX_EXACT && digits / writer.unit === size) {
    if (value < 0) out[start] = MINUS;
    const end = writeDigits({
      digits,
      decimals: column.decimals,
      out,
      start: value < 0 ? start + 1 : start,
    });
    const spare = column.decimals - writer.minDecimals;
    return spare === 0 ? end : withoutZeros(out, end, spare);
  }
  const text = writer.write(row);
  for (let i = 0; i < text.length; i++) out[start + i] = text.charCodeAt(i);
  return start + text.length;
}

/**
 * Rows of a table as bytes of a CSV file in UTF-8, each cell as `formatCell` writes it; a missing value is nothing
 * between two commas.
 *
 * @param options.dialect the delimiter, quotes and line ends to write with; those of RFC 4180 without it
 */
export function encodeCsv(
  table: Table,
  {
    from = 0,
    to = table.rows,
    dialect,
  }: { from?: number; to?: number; dialect?: CsvDialect | undefined } = {},
): Uint8Array {
  const writers = table.columns.map((column, i) => writerOf(column, fieldsOf(dialect, i)));
  const separator = (dialect?.delimiter ?? ',').charCodeAt(0);
  const endsInCr = dialect?.lineEnd !== '\n';
  const width = writers.reduce((sum, { widest }) => sum + widest, SLACK + 2);
  let bytes = new Uint8Array(width + (to - from) * Math.min(width, 16 * writers.length));
  let view = new DataView(bytes.buffer);
  let at = 0;
  for (let row = from; row < to; row++) {
    if (at + width > bytes.length) {
      const larger = new Uint8Array(Math.ceil(bytes.length * 1.3) + width);
      larger.set(bytes);
      bytes = larger;
      view = new DataView(bytes.buffer);
    }
    for (let w = 0; w < writers.length; w++) {
      const writer = writers[w];
      if (writer.numbers === null) {
        const { offsets } = writer.texts;
        const code = writer.codes[row] + 1;
        at = copyWords(writer.texts.view, {
          from: offsets[code],
          end: offsets[code + 1],
          out: view,
          at,
        });
      } else {
        at = writeNumber(writer, { row, out: bytes, start: at });
        bytes[at++] = separator;
      }
    }
    // The last value's separator gives way to the end of the line.
    if (endsInCr) bytes[at - 1] = CR;
    else at--;
    bytes[at++] = LF;
  }
  return bytes.slice(0, at);
}
