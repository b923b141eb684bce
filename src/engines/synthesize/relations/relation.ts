import { formatCell, isNull } from '../../table/format-table.ts';
import type { Column, Table } from '../../table/table.ts';
import { takeRows } from '../../table/take-rows.ts';
import { FitRefused } from '../model/model.ts';

/** Every value of the child's column names a row of the parent. */
export type Relation = { child: string; childKey: string; parent: string; parentKey: string };

/** Letters, digits, _ and -: names stand in front of columns' and become files'. */
export const TABLE_NAME = /^[\w-]{1,100}$/;

/** Tables by name. */
export type Tables = Readonly<Record<string, Table>>;

/** A relation as it is written. */
const written = ({ child, childKey, parent, parentKey }: Relation): string =>
  `${child}.${childKey}=${parent}.${parentKey}`;

export function columnNamed(table: Table, name: string): Column {
  const column = table.columns.find((candidate) => candidate.name === name);
  if (column === undefined) throw new RangeError(`there is no column ${name}`);
  return column;
}

/** The parent's row that each row of the child names: -1 for none, -2 for one that is not there. */
export function parentRows(tables: Tables, relation: Relation): Int32Array {
  const parent = tables[relation.parent];
  const key = columnNamed(parent, relation.parentKey);
  const rowOf = new Map<string, number>();
  for (let row = 0; row < parent.rows; row++) rowOf.set(formatCell(key, row), row);
  const child = tables[relation.child];
  const named = columnNamed(child, relation.childKey);
  return Int32Array.from({ length: child.rows }, (_, row) =>
    isNull(named, row) ? -1 : (rowOf.get(formatCell(named, row)) ?? -2),
  );
}

/** Rows of the child for each row of the parent. */
export function countChildren(of: Int32Array, parents: number): Float64Array {
  const counts = new Float64Array(parents);
  for (const row of of) if (row >= 0) counts[row]++;
  return counts;
}

function checkKey(table: Table, relation: Relation): void {
  const { parent, parentKey } = relation;
  const column = columnNamed(table, parentKey);
  if (column.kind === 'datetime' || (column.kind === 'number' && column.decimals > 0))
    throw new FitRefused(`${parent}.${parentKey} holds no words or whole numbers to be named by.`);
  const seen = new Map<string, number>();
  for (let row = 0; row < table.rows; row++) {
    if (isNull(column, row))
      throw new FitRefused(`Row ${row + 1} of ${parent} has no ${parentKey}; each needs its own.`);
    const text = formatCell(column, row);
    const before = seen.get(text);
    if (before !== undefined)
      throw new FitRefused(
        `Rows ${before + 1} and ${row + 1} of ${parent} have the same ${parentKey}, so rows of ${relation.child} cannot tell which they belong to.`,
      );
    seen.set(text, row);
  }
}

/**
 * Holds what relations name against the tables.
 *
 * @throws FitRefused where a table or column is not there, a table names itself, or a column names two tables
 */
export function checkNames(tables: Tables, relations: readonly Relation[]): void {
  for (const name of Object.keys(tables)) {
    if (!TABLE_NAME.test(name))
      throw new FitRefused(`"${name}" is no name for a table: letters, digits, _ and - alone.`);
  }
  if (relations.length === 0) throw new FitRefused('No relation between the tables was given.');
  const met = new Set<string>();
  for (const relation of relations) {
    const { child, childKey, parent, parentKey } = relation;
    for (const [name, key] of [
      [child, childKey],
      [parent, parentKey],
    ] as const) {
      const table = Object.hasOwn(tables, name) ? tables[name] : undefined;
      if (table === undefined)
        throw new FitRefused(`${written(relation)} names a table ${name} that was not given.`);
      if (!table.columns.some((column) => column.name === key))
        throw new FitRefused(`${written(relation)}: ${name} has no column ${key}.`);
    }
    if (child === parent)
      throw new FitRefused(
        `${written(relation)}: a table that names its own rows cannot be learned; leave the relation out, and ${childKey} is made as numbers that recur.`,
      );
    if (met.has(`${child}\n${childKey}`))
      throw new FitRefused(`${child}.${childKey} is in two relations; it can name one table.`);
    met.add(`${child}\n${childKey}`);
  }
}

/**
 * Holds the rows of related tables against one another.
 *
 * @throws FitRefused where a parent's key does not tell its rows apart, rows name a parent that is not there, or no
 *   row names one
 */
export function checkKeys(tables: Tables, relations: readonly Relation[]): void {
  for (const relation of relations) {
    const { child, childKey, parent, parentKey } = relation;
    checkKey(tables[parent], relation);
    const of = parentRows(tables, relation);
    const orphans = of.reduce((sum, row) => sum + (row === -2 ? 1 : 0), 0);
    if (orphans > 0)
      throw new FitRefused(
        `${orphans} of ${of.length} rows of ${child} hold a ${childKey} that is no ${parent}.${parentKey}, the first in row ${of.indexOf(-2) + 1}.`,
      );
    if (of.length > 0 && of.every((row) => row < 0))
      throw new FitRefused(`No row of ${child} names a row of ${parent}.`);
  }
}

/** The rows of each child whose parents are all there, and how many were left out, by relation. */
export function withoutOrphans(
  tables: Tables,
  relations: readonly Relation[],
): { tables: Tables; left: { relation: Relation; rows: number }[] } {
  let kept = tables;
  const left = new Map<Relation, number>();
  // What is left out may have been a parent itself.
  for (let again = true; again; ) {
    again = false;
    for (const relation of relations) {
      const of = parentRows(kept, relation);
      const rows = Array.from(of.keys()).filter((row) => of[row] !== -2);
      if (rows.length === of.length) continue;
      again = true;
      left.set(relation, (left.get(relation) ?? 0) + of.length - rows.length);
      kept = { ...kept, [relation.child]: takeRows(kept[relation.child], rows) };
    }
  }
  return { tables: kept, left: Array.from(left, ([relation, rows]) => ({ relation, rows })) };
}

/**
 * The tables' names, parents before their children.
 *
 * @throws FitRefused where tables name one another in a circle
 */
export function parentsFirst(names: readonly string[], relations: readonly Relation[]): string[] {
  const order: string[] = [];
  let waiting = [...names];
  while (waiting.length > 0) {
    const ready = waiting.filter((name) =>
      relations.every(({ child, parent }) => child !== name || order.includes(parent)),
    );
    if (ready.length === 0)
      throw new FitRefused(
        `${waiting.join(', ')} name one another in a circle, so none can come first; leave a relation out.`,
      );
    order.push(...ready);
    waiting = waiting.filter((name) => !ready.includes(name));
  }
  return order;
}
