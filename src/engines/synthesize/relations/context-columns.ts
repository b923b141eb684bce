import { entryOf } from '../../table/entry-of.ts';
import type { Column, NumberColumn, Table } from '../../table/table.ts';
import { encodeField, type Field, fitFields, isOrdered, targetOf } from '../codec/field.ts';
import type { NumberCodecOptions } from '../codec/number-codec.ts';
import type { ColumnPlan } from '../columns/column-plan.ts';
import type { Model } from '../model/model.ts';
import type { Target } from '../trees/tree.ts';
import { countName, isCountName } from './count-name.ts';
import { countChildren, type Relation } from './relation.ts';

/** Columns of another table known for a row, coded for trees. */
export type ContextColumns = {
  columns: string[];
  fields: Field[];
  /** Column of each field. */
  of: number[];
};

const MAX_COLUMNS = 40;

export type ContextTable = Table & {
  /** Ancestor row of each row, for inherited columns by name: their values count by those rows. */
  owners: ReadonlyMap<string, Int32Array>;
};

/** Fits the codes of a table's columns; with `gaps`, every field has a code for missing values. */
export function fitContextColumns(
  table: ContextTable,
  codecs: NumberCodecOptions,
  gaps: boolean,
): ContextColumns {
  const contextColumns: ContextColumns = { columns: [], fields: [], of: [] };
  const rows = Int32Array.from({ length: table.rows + (gaps ? 1 : 0) }, (_, row) =>
    row < table.rows ? row : -1,
  );
  const options = { ...codecs, keepsMissing: gaps };
  for (const column of table.columns.slice(0, MAX_COLUMNS)) {
    const owner = table.owners.get(column.name);
    const entity = owner === undefined ? null : rows.map((row) => (row < 0 ? 0 : owner[row]));
    for (const field of fitFields(takeOrMissing(column, rows), options, entity)) {
      contextColumns.of.push(contextColumns.columns.length);
      contextColumns.fields.push(field);
    }
    contextColumns.columns.push(column.name);
  }
  return contextColumns;
}

/** Encodes a table's rows, one list per field, with an additional row of missing values. */
export function codesOf(contextColumns: ContextColumns, table: Table): Uint8Array[] {
  const rows = Int32Array.from({ length: table.rows + 1 }, (_, row) =>
    row < table.rows ? row : -1,
  );
  return contextColumns.fields.map((field, f) => {
    const name = contextColumns.columns[contextColumns.of[f]];
    const column = table.columns.find((candidate) => candidate.name === name);
    if (column === undefined) throw new TypeError(`No such context column: ${name}.`);
    return encodeField(field, takeOrMissing(column, rows));
  });
}

export const sizesOf = (contextColumns: ContextColumns): number[] =>
  contextColumns.fields.map(({ codec }) => codec.size);

export const orderedOf = (contextColumns: ContextColumns): Uint8Array =>
  Uint8Array.from(contextColumns.fields, (field) => (isOrdered(field) ? 1 : 0));

export const contextTargets = (
  contextColumns: ContextColumns,
  codes: readonly Uint8Array[],
): Target[] => contextColumns.fields.map((field, f) => targetOf({ field, codes: codes[f] }));

/** Returns a column of the given rows; -1 gives a missing value. */
export function takeOrMissing(column: Column, rows: Int32Array): Column {
  if (column.kind === 'category')
    return { ...column, codes: rows.map((row) => (row < 0 ? -1 : column.codes[row])) };
  return {
    ...column,
    values: Float64Array.from(rows, (row) => (row < 0 ? Number.NaN : column.values[row])),
  };
}

/**
 * Builds the context columns for a table's children: its modeled columns, and its own context
 * columns.
 *
 * @param parent the context columns of the table's parent, and the parent row of each row
 */
export function contextTableOf({
  name,
  table,
  plans,
  parent = null,
}: {
  name: string;
  table: Table;
  plans: readonly ColumnPlan[];
  parent?: { above: ContextTable; of: Int32Array } | null | undefined;
}): ContextTable {
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

/** Returns the owner of each row's inherited value; rows without a parent own theirs. */
function ownersOf(
  name: string,
  parent: { above: ContextTable; of: Int32Array } | null,
): Int32Array {
  if (parent === null) return new Int32Array(0);
  const { above, of } = parent;
  const further = above.owners.get(name);
  const first = above.rows + of.length;
  return of.map((row, i) => (row < 0 ? first + i : (further?.[row] ?? row)));
}

/** Adds the number of child rows to the parent's context columns. */
export function addCounts(
  contextTable: Map<string, ContextTable>,
  relation: Relation,
  of: Int32Array,
): void {
  const { parent } = relation;
  const above = entryOf(contextTable, parent);
  const column: Column = {
    kind: 'number',
    name: countName(relation),
    values: countChildren(of, above.rows),
    decimals: 0,
  };
  contextTable.set(parent, { ...above, columns: [...above.columns, column] });
}

/** Numbers of the parent's row that rules read at most. */
const MAX_NUMBERS = 12;

/**
 * Returns the numbers of each row's parent.
 *
 * @param names of the columns; all of the parent's by default, apart from numbers of rows
 */
export function numbersAbove(
  contextTable: Table,
  of: Int32Array,
  names: readonly string[] | null = null,
): NumberColumn[] {
  const found = contextTable.columns.flatMap((column): NumberColumn[] => {
    if (column.kind !== 'number' || isCountName(column.name)) return [];
    if (names !== null && !names.includes(column.name)) return [];
    return [takeOrMissing(column, of) as NumberColumn];
  });
  return found.slice(0, MAX_NUMBERS);
}

/** Returns the names of the parent's numbers that a model's rules read. */
export const namesAbove = ({ above = [] }: Pick<Model, 'above'>): string[] =>
  above.map(({ name }) => name);
