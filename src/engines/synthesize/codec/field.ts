import type { DatetimeForm, NumberForm } from '../../../shared/column-layout.ts';
import type { RandomStream } from '../../random/stream.ts';
import { clockUnitOf, DAY, isDateOnly } from '../../table/datetime-form.ts';
import { type Column, lengthOf } from '../../table/table.ts';
import type { Target } from '../trees/tree.ts';
import {
  type CategoryCodec,
  categoryEncoder,
  decodeCategory,
  fitCategoryCodec,
  outputDictionary,
} from './category-codec.ts';
import { decodeNumber, decodeNumbers } from './decode-number.ts';
import { fitNumberCodec } from './fit-number-codec.ts';
import {
  encodeNumber,
  isExact,
  type NumberCodec,
  type NumberCodecOptions,
} from './number-codec.ts';

export type Codec = NumberCodec | CategoryCodec;

/** What the trees see: one array of codes. A date with a time of day has two. */
export type Field = { part: 'whole' | 'day' | 'clock'; codec: Codec };

/** A field with the code of each row. */
export type CodedField = { field: Field; codes: Uint8Array };

/** How a learned column is written: a column without its values. */
export type ColumnHead = { name: string; nullWord?: string | undefined } & (
  | { kind: 'number'; decimals: number; form?: NumberForm | undefined }
  | { kind: 'datetime'; form: DatetimeForm }
  | { kind: 'category' }
);

export function headOf(column: Column): ColumnHead {
  const { name, nullWord } = column;
  const own = nullWord === undefined ? { name } : { name, nullWord };
  if (column.kind === 'datetime') return { ...own, kind: 'datetime', form: column.form };
  if (column.kind === 'category') return { ...own, kind: 'category' };
  const { decimals, form } = column;
  return { ...own, kind: 'number', decimals, ...(form !== undefined && { form }) };
}

const dayOf = (moment: number) => Math.floor(moment / DAY);
const clockOf = (moment: number) => moment - dayOf(moment) * DAY;

/** How a column is coded: see `NumberInput`. */
export type FieldOptions = NumberCodecOptions & {
  keepsMissing?: boolean;
  /** For each word of a column what it belongs to. */
  companions?: Int32Array | null;
};

/**
 * Learns a column's fields.
 *
 * @param entity whose each row is, where rows are not customers: values then count by entities
 */
export function fitFields(
  column: Column,
  options: FieldOptions,
  entity: Int32Array | null = null,
): Field[] {
  const { keepsMissing = false, companions = null } = options;
  if (column.kind === 'category')
    return [
      {
        part: 'whole',
        codec: fitCategoryCodec({ ...column, entity, keepsMissing, companions }, options.threshold),
      },
    ];
  const input = { entity, keepsMissing };
  if (column.kind === 'number') {
    const { values, decimals } = column;
    return [{ part: 'whole', codec: fitNumberCodec({ ...input, values, decimals }, options) }];
  }
  const days = column.values.map(dayOf);
  const day: Field = {
    part: 'day',
    codec: fitNumberCodec({ ...input, values: days, decimals: 0 }, options),
  };
  if (isDateOnly(column.form)) return [day];
  const clocks = column.values.map(clockOf);
  const clockUnit = clockUnitOf(column.form);
  const clock = fitNumberCodec({ ...input, values: clocks, decimals: 0, clockUnit }, options);
  return [day, { part: 'clock', codec: clock }];
}

/** The codes of a column's rows in one of its fields. */
export function encodeField(field: Field, column: Column): Uint8Array {
  const rows = lengthOf(column);
  const codes = new Uint8Array(rows);
  const { codec } = field;
  if (codec.kind === 'category') {
    if (column.kind !== 'category') throw new TypeError(`${column.name} is no column of words`);
    const table = categoryEncoder(codec, column.dictionary);
    for (let row = 0; row < rows; row++) codes[row] = table[column.codes[row] + 1];
    return codes;
  }
  if (column.kind === 'category') throw new TypeError(`${column.name} is a column of words`);
  const part = field.part === 'day' ? dayOf : field.part === 'clock' ? clockOf : null;
  for (let row = 0; row < rows; row++) {
    const value = column.values[row];
    codes[row] = encodeNumber(codec, part === null ? value : part(value));
  }
  return codes;
}

/** A column's fields with their codes; parameters as in `fitFields`. */
export function codeColumn(
  column: Column,
  options: FieldOptions,
  entity: Int32Array | null = null,
): CodedField[] {
  return fitFields(column, options, entity).map((field) => ({
    field,
    codes: encodeField(field, column),
  }));
}

/** Whether a field's codes have an order: those of numbers and dates do. */
export const isOrdered = ({ codec }: Field): boolean => codec.kind === 'number';

/** A field as trees see it. */
export const targetOf = ({ field, codes }: CodedField): Target => ({
  codes,
  size: field.codec.size,
  ordered: isOrdered(field),
});

/** True where a code tells the value it stands for; the code of words too rare to show is left aside. */
export function isExactField(field: Field): boolean {
  const { codec } = field;
  return codec.kind === 'category' ? codec.restCode < 0 && codec.values.length > 0 : isExact(codec);
}

/** Puts a shown word in the place of words too rare to show, as decoding would. */
export function replaceRare(field: Field, codes: Uint8Array, stream: RandomStream): void {
  const { codec } = field;
  if (codec.kind !== 'category' || codec.rareCode < 0 || codec.values.length === 0) return;
  for (let row = 0; row < codes.length; row++) {
    if (codes[row] === codec.rareCode) codes[row] = decodeCategory(codec, codec.rareCode, stream);
  }
}

/** The numbers behind a field of numbers, null for words. */
export function fieldValues(field: Field, column: Column): Float64Array | null {
  if (column.kind === 'category') return null;
  if (field.part === 'day') return column.values.map(dayOf);
  return field.part === 'clock' ? column.values.map(clockOf) : column.values;
}

/**
 * Makes a column from codes, drawing values inside their bins.
 *
 * @param drawn values of a field that are drawn already
 */
export function decodeColumn(
  layout: ColumnHead,
  {
    fields,
    codes,
    drawn,
    stream,
  }: {
    fields: readonly Field[];
    codes: readonly Uint8Array[];
    drawn: readonly (Float64Array | null)[];
    stream: RandomStream;
  },
): Column {
  const first = fields[0];
  const rows = codes[0].length;
  if (layout.kind === 'category') {
    const codec = first.codec as CategoryCodec;
    const out = new Int32Array(rows);
    for (let row = 0; row < rows; row++) out[row] = decodeCategory(codec, codes[0][row], stream);
    return { ...layout, codes: out, dictionary: outputDictionary(codec) };
  }
  const codec = first.codec as NumberCodec;
  const clock = fields[1]?.codec as NumberCodec | undefined;
  const alone =
    clock === undefined ? (drawn[0] ?? decodeNumbers(codec, codes[0], stream)) : drawn[0];
  const values = new Float64Array(rows);
  for (let row = 0; row < rows; row++) {
    let value = alone?.[row] ?? decodeNumber(codec, codes[0][row], stream);
    if (layout.kind === 'datetime') {
      value *= DAY;
      if (clock !== undefined) {
        const time = drawn[1]?.[row] ?? decodeNumber(clock, codes[1][row], stream);
        if (!Number.isNaN(time)) value += time;
      }
    }
    values[row] = value;
  }
  const own = layout.kind === 'number' ? { ...layout, decimals: codec.decimals } : layout;
  return { ...own, values };
}
