import { formatCell, isNull } from '../../table/format-table.ts';
import type { Column, Table } from '../../table/table.ts';
import { takeRows } from '../../table/take-rows.ts';
import { FitRefused } from '../model/model.ts';

/** Foreign key: every value of the child's column names a row of the parent. */
export type Relation = { child: string; childKey: string; parent: string; parentKey: string };

/** Letters, digits, _ and -: table names prefix column names and become file names. */
export const TABLE_NAME = /^[\w-]{1,100}$/;

export type Tables = Readonly<Record<string, Table>>;

const written = ({ child, childKey, parent, parentKey }: Relation): string =>
  `${child}.${childKey}=${parent}.${parentKey}`;

export function columnNamed(table: Table, name: string): Column {
  const column = table.columns.find((candidate) => candidate.name === name);
  if (column === undefined) throw new RangeError(`No such column: ${name}.`);
  return column;
}

/** Returns the parent row of each child row: -1 for none, -2 for a missing one. */
export function parentRows(tables: Tables, relation: Relation): Int32Array {
  const parent = tables[relation.parent];
  const key = columnNamed(parent, relation.parentKey);
  const rowOf = new Map<string, number>();
  for (let row = 0; row < parent.rows; row++) rowOf.set(formatCell(key, row), row);
  const child = tables[relation.child];
  const keyColumn = columnNamed(child, relation.childKey);
  return Int32Array.from({ length: child.rows }, (_, row) =>
    isNull(keyColumn, row) ? -1 : (rowOf.get(formatCell(keyColumn, row)) ?? -2),
  );
}

export function countChildren(of: Int32Array, parents: number): Float64Array {
  const counts = new Float64Array(parents);
  for (const row of of) if (row >= 0) counts[row]++;
  return counts;
}

function checkKey(table: Table, relation: Relation): void {
  const { parent, parentKey } = relation;
  const column = columnNamed(table, parentKey);
  if (column.kind === 'datetime' || (column.kind === 'number' && column.decimals > 0))
    throw new FitRefused(`Key ${parent}.${parentKey} must contain text or whole numbers.`);
  const seen = new Map<string, number>();
  for (let row = 0; row < table.rows; row++) {
    if (isNull(column, row))
      throw new FitRefused(
        `Row ${row + 1} of ${parent} has no ${parentKey}; every row needs its own.`,
      );
    const text = formatCell(column, row);
    const before = seen.get(text);
    if (before !== undefined)
      throw new FitRefused(
        `Rows ${before + 1} and ${row + 1} of ${parent} have the same ${parentKey}. Each must be unique, since rows of ${relation.child} refer to it.`,
      );
    seen.set(text, row);
  }
}

/**
 * Checks the names in relations against the tables.
 *
 * @throws FitRefused if a table or column is missing, a table names itself, or a column names two
 * tables
 */
export function checkNames(tables: Tables, relations: readonly Relation[]): void {
  for (const name of Object.keys(tables)) {
    if (!TABLE_NAME.test(name))
      throw new FitRefused(`Invalid table name "${name}": use only letters, digits, _ and -.`);
  }
  if (relations.length === 0)
    throw new FitRefused('Expected at least one relation between the tables.');
  const met = new Set<string>();
  for (const relation of relations) {
    const { child, childKey, parent, parentKey } = relation;
    for (const [name, key] of [
      [child, childKey],
      [parent, parentKey],
    ] as const) {
      const table = Object.hasOwn(tables, name) ? tables[name] : undefined;
      if (table === undefined)
        throw new FitRefused(`${written(relation)}: no such table: ${name}.`);
      if (!table.columns.some((column) => column.name === key))
        throw new FitRefused(`${written(relation)}: ${name} has no column ${key}.`);
    }
    if (child === parent)
      throw new FitRefused(
        `${written(relation)}: a table that refers to itself cannot be modeled. Leave the relation out; ${childKey} is then generated as a reference.`,
      );
    if (met.has(`${child}\n${childKey}`))
      throw new FitRefused(
        `${child}.${childKey} is in two relations; a column can refer to only one table.`,
      );
    met.add(`${child}\n${childKey}`);
  }
}

/**
 * Checks the rows of related tables against each other.
 *
 * @throws FitRefused if a parent's key is not unique, rows name a missing parent, or no row names
 * one
 */
export function checkKeys(tables: Tables, relations: readonly Relation[]): void {
  for (const relation of relations) {
    const { child, childKey, parent, parentKey } = relation;
    checkKey(tables[parent], relation);
    const of = parentRows(tables, relation);
    const orphans = of.reduce((sum, row) => sum + (row === -2 ? 1 : 0), 0);
    if (orphans > 0)
      throw new FitRefused(
        `${orphans} of ${of.length} rows of ${child} have a ${childKey} that does not exist in ${parent}.${parentKey}, first in row ${of.indexOf(-2) + 1}.`,
      );
    if (of.length > 0 && of.every((row) => row < 0))
      throw new FitRefused(`No row of ${child} refers to a row of ${parent}.`);
  }
}

/** Returns each child's rows whose parents all exist, and the omitted rows by relation. */
export function withoutOrphans(
  tables: Tables,
  relations: readonly Relation[],
): { tables: Tables; left: { relation: Relation; rows: number }[] } {
  let retained = tables;
  const left = new Map<Relation, number>();
  // Omitted rows may have been parents themselves.
  for (let again = true; again; ) {
    again = false;
    for (const relation of relations) {
      const of = parentRows(retained, relation);
      const rows = Array.from(of.keys()).filter((row) => of[row] !== -2);
      if (rows.length === of.length) continue;
      again = true;
      left.set(relation, (left.get(relation) ?? 0) + of.length - rows.length);
      retained = { ...retained, [relation.child]: takeRows(retained[relation.child], rows) };
    }
  }
  return { tables: retained, left: Array.from(left, ([relation, rows]) => ({ relation, rows })) };
}

/**
 * Returns the tables' names, parents before their children. A table may refer to itself.
 *
 * @throws FitRefused if references of several tables are circular
 */
export function parentsFirst(names: readonly string[], relations: readonly Relation[]): string[] {
  const order: string[] = [];
  let waiting = [...names];
  while (waiting.length > 0) {
    const ready = waiting.filter((name) =>
      relations.every(
        ({ child, parent }) => child !== name || parent === name || order.includes(parent),
      ),
    );
    if (ready.length === 0)
      throw new FitRefused(
        `${waiting.join(', ')} refer to each other in a circle. Leave a relation out.`,
      );
    order.push(...ready);
    waiting = waiting.filter((name) => !ready.includes(name));
  }
  return order;
}
