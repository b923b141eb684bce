import type { Column, Table } from '../../table/table.ts';
import { encodeField, type Field, fitFields, isOrdered, targetOf } from '../codec/field.ts';
import type { NumberCodecOptions } from '../codec/number-codec.ts';
import type { ColumnPlan } from '../columns/plan-columns.ts';
import type { Target } from '../trees/tree.ts';
import { countChildren, type Relation } from './relation.ts';

/** Columns as trees see them: what is told of a row of another table. */
export type Told = {
  columns: string[];
  fields: Field[];
  /** The column of each field. */
  of: number[];
};

/** Columns told at most, the nearest table's first. */
const MAX_COLUMNS = 40;

/** A table as its children see it. */
export type Telling = Table & {
  /** For columns of tables further up, by name, the row there of each row: values count by those. */
  owners: ReadonlyMap<string, Int32Array>;
};

/** Learns the codes of a table's columns; every field has a code for a missing value where `gaps` says so. */
export function fitTold(table: Telling, codecs: NumberCodecOptions, gaps: boolean): Told {
  const told: Told = { columns: [], fields: [], of: [] };
  const rows = Int32Array.from({ length: table.rows + (gaps ? 1 : 0) }, (_, row) =>
    row < table.rows ? row : -1,
  );
  const options = { ...codecs, keepsMissing: gaps };
  for (const column of table.columns.slice(0, MAX_COLUMNS)) {
    const owner = table.owners.get(column.name);
    const entity = owner === undefined ? null : rows.map((row) => (row < 0 ? 0 : owner[row]));
    for (const field of fitFields(takeOrMissing(column, rows), options, entity)) {
      told.of.push(told.columns.length);
      told.fields.push(field);
    }
    told.columns.push(column.name);
  }
  return told;
}

/** The codes of a table's rows, one list a field, with one more row of missing values. */
export function codesOf(told: Told, table: Table): Uint8Array[] {
  const rows = Int32Array.from({ length: table.rows + 1 }, (_, row) =>
    row < table.rows ? row : -1,
  );
  return told.fields.map((field, f) => {
    const name = told.columns[told.of[f]];
    const column = table.columns.find((one) => one.name === name);
    if (column === undefined) throw new TypeError(`nothing is known of ${name}`);
    return encodeField(field, takeOrMissing(column, rows));
  });
}

export const sizesOf = (told: Told): number[] => told.fields.map(({ codec }) => codec.size);

/** 1 for fields whose codes have an order. */
export const orderedOf = (told: Told): Uint8Array =>
  Uint8Array.from(told.fields, (field) => (isOrdered(field) ? 1 : 0));

/** Told fields as trees see them. */
export const toldTargets = (told: Told, codes: readonly Uint8Array[]): Target[] =>
  told.fields.map((field, f) => targetOf({ field, codes: codes[f] }));

/** A column of the rows named; -1 gives a missing value. */
export function takeOrMissing(column: Column, rows: Int32Array): Column {
  if (column.kind === 'category')
    return { ...column, codes: rows.map((row) => (row < 0 ? -1 : column.codes[row])) };
  return {
    ...column,
    values: Float64Array.from(rows, (row) => (row < 0 ? Number.NaN : column.values[row])),
  };
}

/**
 * What children are told of a table's rows: its learned columns, and what the table itself was told.
 *
 * @param parent what is told of the table's own parent, and the row there of each row
 */
export function tellingTable(
  name: string,
  table: Table,
  plans: readonly ColumnPlan[],
  parent: { above: Telling; of: Int32Array } | null = null,
): Telling {
  const own = table.columns
    .filter((_, i) => plans[i].made === null)
    .map((column) => ({ ...column, name: `${name}.${column.name}` }));
  const inherited =
    parent === null ? [] : parent.above.columns.map((column) => takeOrMissing(column, parent.of));
  const owners = new Map(
    inherited.map((column) => [column.name, ownersOf(column.name, parent)] as const),
  );
  return { rows: table.rows, columns: [...own, ...inherited], owners };
}

/** Whose value of an inherited column each row has; rows without a parent have one of their own. */
function ownersOf(name: string, parent: { above: Telling; of: Int32Array } | null): Int32Array {
  if (parent === null) return new Int32Array(0);
  const { above, of } = parent;
  const further = above.owners.get(name);
  const first = above.rows + of.length;
  return of.map((row, i) => (row < 0 ? first + i : (further?.[row] ?? row)));
}

/** From here on children are told how many rows of this one their parent has. */
export function noteCounts(
  telling: Map<string, Telling>,
  relation: Relation,
  of: Int32Array,
): void {
  const { parent, child, childKey } = relation;
  const above = telling.get(parent)!;
  const column: Column = {
    kind: 'number',
    name: `rows of ${child} by ${childKey}`,
    values: countChildren(of, above.rows),
    decimals: 0,
  };
  telling.set(parent, { ...above, columns: [...above.columns, column] });
}
