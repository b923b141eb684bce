import { type CsvDialect, csvField, fieldWriter } from '../../shared/csv.ts';
import { type Blob, blobOf, copyWords, SLACK } from './blobs.ts';
import { cellWriter } from './format-table.ts';
import type { CategoryColumn, Column, NumberColumn, Table } from './table.ts';

/** Writer of one column; a single shape for all columns keeps the loop fast. */
type Writer = {
  /** Blob index of each text or date; the blob's first text is empty. */
  codes: Int32Array;
  texts: Blob;
  /** Plain numbers; null for other columns. */
  numbers: NumberColumn | null;
  /** Minimum digits after the point, trailing zeros included. */
  minDecimals: number;
  /** Formats a number that has too many digits for `writeDigits`. */
  write: (row: number) => string;
  missing: Uint8Array;
  /** Ten to the power of the decimals; 0 if the numbers are too long for `writeDigits`. */
  unit: number;
  widest: number;
};

const LF = 10;
const CR = 13;
const MINUS = 45;
const POINT = 46;
const ZERO = 48;
const MAX_DECIMALS = 9;
/** Limit below which the number nearest to n / 10^d has the digits of n in `toFixed`. */
const MAX_EXACT = 2 ** 51;
/** Longest integer part, with sign, that `toFixed` writes without an exponent. */
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

/** Builds a writer that formats each distinct time, or number with separators and units, once. */
function textsWriter(column: Exclude<Column, CategoryColumn>, fields: Fields): Writer {
  const codeByValue = new Map<number, number>();
  const texts = [missingField(column, fields)];
  const write = cellWriter(column);
  const codes = Int32Array.from(column.values, (value, row) => {
    if (Number.isNaN(value)) return -1;
    let code = codeByValue.get(value);
    if (code === undefined) {
      code = texts.push(fields.field(write(row))) - 2;
      codeByValue.set(value, code);
    }
    return code;
  });
  const blob = blobOf(texts, fields.separator);
  return { ...NO_NUMBERS, codes, texts: blob, widest: blob.longest };
}

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

/** Returns the end of a number after removing up to `spare` trailing zeros. */
function withoutZeros(out: Uint8Array, end: number, spare: number): number {
  let last = end;
  while (last > end - spare && out[last - 1] === ZERO) last--;
  return last > 0 && out[last - 1] === POINT ? last - 1 : last;
}

/** Writes the digits of an integer, with a point before the last `decimals` of them. */
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
 * Encodes a table as CSV in UTF-8, with cells as in `formatCell`. Missing values are empty fields.
 *
 * @param options.dialect delimiter, quotes and line ends; default RFC 4180
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
    // Replace the last separator by the line end.
    if (endsInCr) bytes[at - 1] = CR;
    else at--;
    bytes[at++] = LF;
  }
  return bytes.slice(0, at);
}
