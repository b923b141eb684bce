import type { DatetimeForm, NumberForm } from '../../../shared/column-layout.ts';
import type { RandomStream } from '../../random/stream.ts';
import { clockUnitOf, DAY, dayOf, isDateOnly } from '../../table/datetime-form.ts';
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

/** Field of a column as trees see it, one array of codes. Dates with a time of day have two. */
export type Field = { part: 'whole' | 'day' | 'clock'; codec: Codec };

export type CodedField = { field: Field; codes: Uint8Array };

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

const clockOf = (moment: number) => moment - dayOf(moment) * DAY;

export type FieldOptions = NumberCodecOptions & {
  keepsMissing?: boolean;
  companions?: Int32Array | null;
  made?: Int32Array | null;
};

/**
 * Fits a column's fields.
 *
 * @param entity entity of each row, if rows are not entities; values then count by entities
 */
export function fitFields(
  column: Column,
  options: FieldOptions,
  entity: Int32Array | null = null,
): Field[] {
  const { keepsMissing = false, companions = null, made = null } = options;
  if (column.kind === 'category')
    return [
      {
        part: 'whole',
        codec: fitCategoryCodec(
          { ...column, entity, keepsMissing, companions, made },
          options.threshold,
        ),
      },
    ];
  const input = { entity, keepsMissing };
  if (column.kind === 'number') {
    const { values, decimals } = column;
    const whole = { ...input, values, decimals, extendsTails: true };
    return [{ part: 'whole', codec: fitNumberCodec(whole, options) }];
  }
  const days = column.values.map(dayOf);
  const day: Field = {
    part: 'day',
    codec: fitNumberCodec({ ...input, values: days, decimals: 0 }, options),
  };
  if (isDateOnly(column.form)) return [day];
  const clocks = column.values.map(clockOf);
  const clockUnit = clockUnitOf(column.form);
  // The day decides about missing values, so that none becomes midnight.
  const times = { ...input, values: clocks, decimals: 0, clockUnit, hidesMissing: true };
  const clock = fitNumberCodec(times, options);
  return [day, { part: 'clock', codec: clock }];
}

export function encodeField(field: Field, column: Column): Uint8Array {
  const rows = lengthOf(column);
  const codes = new Uint8Array(rows);
  const { codec } = field;
  if (codec.kind === 'category') {
    if (column.kind !== 'category') throw new TypeError(`${column.name} is not a category column.`);
    const table = categoryEncoder(codec, column.dictionary);
    for (let row = 0; row < rows; row++) codes[row] = table[column.codes[row] + 1];
    return codes;
  }
  if (column.kind === 'category') throw new TypeError(`${column.name} is a category column.`);
  const part = field.part === 'day' ? dayOf : field.part === 'clock' ? clockOf : null;
  for (let row = 0; row < rows; row++) {
    const value = column.values[row];
    codes[row] = encodeNumber(codec, part === null ? value : part(value));
  }
  return codes;
}

/** Fits and encodes a column's fields; parameters as in `fitFields`. */
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

/** Returns true if a field's codes are ordered: numbers and dates. */
export const isOrdered = ({ codec }: Field): boolean => codec.kind === 'number';

export const targetOf = ({ field, codes }: CodedField): Target => ({
  codes,
  size: field.codec.size,
  ordered: isOrdered(field),
});

/** Returns true if each code, except that of rare categories, determines its value. */
export function isExactField(field: Field): boolean {
  const { codec } = field;
  return codec.kind === 'category' ? codec.restCode < 0 && codec.values.length > 0 : isExact(codec);
}

/** Replaces the code of rare categories by shown ones, as decoding does. */
export function replaceRare(field: Field, codes: Uint8Array, stream: RandomStream): void {
  const { codec } = field;
  if (codec.kind !== 'category' || codec.rareCode < 0 || codec.values.length === 0) return;
  for (let row = 0; row < codes.length; row++) {
    if (codes[row] === codec.rareCode) codes[row] = decodeCategory(codec, codec.rareCode, stream);
  }
}

/** Returns the numbers behind a numeric field; null for categories. */
export function fieldValues(field: Field, column: Column): Float64Array | null {
  if (column.kind === 'category') return null;
  if (field.part === 'day') return column.values.map(dayOf);
  return field.part === 'clock' ? column.values.map(clockOf) : column.values;
}

/**
 * Decodes a column, drawing values inside bins.
 *
 * @param drawn values of a field that are already drawn
 */
export function decodeColumn(
  layout: ColumnHead,
  {
    fields,
    codes,
    sampled,
    stream,
  }: {
    fields: readonly Field[];
    codes: readonly Uint8Array[];
    sampled: readonly (Float64Array | null)[];
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
    clock === undefined ? (sampled[0] ?? decodeNumbers(codec, codes[0], stream)) : sampled[0];
  const values = new Float64Array(rows);
  for (let row = 0; row < rows; row++) {
    let value = alone?.[row] ?? decodeNumber(codec, codes[0][row], stream);
    if (layout.kind === 'datetime') {
      value *= DAY;
      if (clock !== undefined) {
        const time = sampled[1]?.[row] ?? decodeNumber(clock, codes[1][row], stream);
        if (!Number.isNaN(time)) value += time;
      }
    }
    values[row] = value;
  }
  const own = layout.kind === 'number' ? { ...layout, decimals: codec.decimals } : layout;
  return { ...own, values };
}
