import type { BatchColumn, Field, FieldType, RowBatch } from '../rows/row-batch.ts';

type Columns = Readonly<Record<string, FieldType>>;

/** Table of a book: its columns in file order, its key, and the table that each reference names. */
export type TableSpec<C extends Columns = Columns> = {
  readonly name: string;
  readonly columns: C;
  readonly fields: readonly Field[];
  readonly key: readonly string[];
  readonly references: Readonly<Record<string, string>>;
};

/** Row in memory: money in minor units, dates as days since 1970 or `NO_DATE`, booleans as 0 or 1. */
export type RowOf<T extends TableSpec> = {
  -readonly [K in keyof T['columns']]: T['columns'][K] extends 'text' ? string : number;
};

export function table<const C extends Columns>(
  name: string,
  columns: C,
  {
    key,
    references = {},
  }: { key: readonly (keyof C & string)[]; references?: { [K in keyof C]?: string } },
): TableSpec<C> {
  const fields = Object.entries(columns).map(([field, type]) => ({ name: field, type }));
  return { name, columns, fields, key, references: references as Record<string, string> };
}

const MAX_STRINGS = 4096;

/** Texts of few different values become codes, which are written without joining them. */
function textColumn(values: readonly string[]): BatchColumn {
  const codes = new Int32Array(values.length);
  const strings: string[] = [];
  const known = new Map<string, number>();
  for (let row = 0; row < values.length; row++) {
    let code = known.get(values[row]);
    if (code === undefined) {
      if (strings.length === MAX_STRINGS) return { kind: 'text', values };
      code = strings.push(values[row]) - 1;
      known.set(values[row], code);
    }
    codes[row] = code;
  }
  return { kind: 'dictionary', codes, dictionary: { strings } };
}

function columnOf(
  rows: readonly Record<string, string | number>[],
  { name, type }: Field,
): BatchColumn {
  switch (type) {
    case 'text':
      return textColumn(rows.map((row) => row[name] as string));
    case 'boolean':
      return { kind: 'text', values: rows.map((row) => (row[name] === 1 ? 'true' : 'false')) };
    case 'date':
      return { kind: 'days', values: Int32Array.from(rows, (row) => row[name] as number) };
    case 'integer':
      return { kind: 'number', values: Float64Array.from(rows, (row) => row[name] as number) };
    case 'numeric':
      return { kind: 'money', minor: Float64Array.from(rows, (row) => row[name] as number) };
    default:
      throw new RangeError(`tables of books have no columns of type ${type}`);
  }
}

export const batchOf = <T extends TableSpec>(spec: T, rows: readonly RowOf<T>[]): RowBatch => ({
  fields: spec.fields,
  columns: spec.fields.map((field) => columnOf(rows, field)),
  rows: rows.length,
});
