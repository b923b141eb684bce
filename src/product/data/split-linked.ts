import { parentRows, type Relation, type Tables } from '../../engines/synthesize/index.ts';
import { formatCell, isNull } from '../../engines/table/format-table.ts';
import { type Column, lengthOf, type Table } from '../../engines/table/table.ts';
import { takeRows } from '../../engines/table/take-rows.ts';
import { isHeldName } from './split-holdout.ts';

const MIN_ROWS = 500;

export type LinkedSplit = {
  /** 1 for holdout rows, by table. */
  held: ReadonlyMap<string, Uint8Array>;
  /** Table whose rows were held out with all dependent rows; null if none is large enough. */
  subject: { table: string; key: string } | null;
};

function below(name: string, relations: readonly Relation[]): Set<string> {
  const met = new Set<string>();
  for (let last = -1; last < met.size; ) {
    last = met.size;
    for (const { child, parent } of relations)
      if (parent === name || met.has(parent)) met.add(child);
  }
  return met;
}

/** Returns the table of people, accounts or the like: the one that most rows depend on. */
export function subjectOf(
  tables: Tables,
  relations: readonly Relation[],
  minRows = MIN_ROWS,
): LinkedSplit['subject'] {
  let best: { table: string; key: string; rows: number } | null = null;
  for (const { parent, parentKey } of relations) {
    if (tables[parent]!.rows < minRows) continue;
    let rows = tables[parent]!.rows;
    for (const name of below(parent, relations)) rows += tables[name]!.rows;
    if (best === null || rows > best.rows) best = { table: parent, key: parentKey, rows };
  }
  return best && { table: best.table, key: best.key };
}

const keyOf = (tables: Tables, table: string, name: string): Column =>
  tables[table]!.columns.find((column) => column.name === name)!;

/**
 * Holds out a fifth of one table's rows, with the rows that reference them and the rows that only
 * they reference. Depends on keys alone.
 * @param tables at least keys and foreign keys of each table
 * @param isHeld selects rows by key; by default a fifth
 */
export function splitLinked(
  tables: Tables,
  relations: readonly Relation[],
  isHeld: (name: string) => boolean = isHeldName,
): LinkedSplit {
  const held = new Map(
    Object.entries(tables).map(([name, { rows }]) => [name, new Uint8Array(rows)]),
  );
  const subject = subjectOf(tables, relations);
  if (subject === null) return { held, subject };
  const key = keyOf(tables, subject.table, subject.key);
  const own = held.get(subject.table)!;
  for (let row = 0; row < lengthOf(key); row++)
    own[row] = !isNull(key, row) && isHeld(formatCell(key, row)) ? 1 : 0;
  const links = relations.map((relation) => ({ ...relation, of: parentRows(tables, relation) }));
  type Link = (typeof links)[number];
  const holdChildren = ({ child, parent, of }: Link): boolean => {
    const [rows, above] = [held.get(child)!, held.get(parent)!];
    let changed = false;
    of.forEach((up, row) => {
      if (up < 0 || above[up]! === 0 || rows[row] === 1) return;
      rows[row] = 1;
      changed = true;
    });
    return changed;
  };
  const under = below(subject.table, relations);
  const holdParents = ({ child, parent, of }: Link): boolean => {
    if (parent === subject.table || !under.has(child) || under.has(parent)) return false;
    const [rows, above] = [held.get(child)!, held.get(parent)!];
    const named = new Uint8Array(above.length);
    of.forEach((up, row) => {
      if (up >= 0) named[up]! |= rows[row] === 1 ? 1 : 2;
    });
    let changed = false;
    named.forEach((by, up) => {
      if (by !== 1 || above[up] === 1) return;
      above[up] = 1;
      changed = true;
    });
    return changed;
  };
  // Parents of the subject stay: a district belongs to no single person.
  const upper = links.filter(({ parent }) => !below(parent, relations).has(subject.table));
  for (let again = true; again; ) {
    again = false;
    for (const link of links) again = holdChildren(link) || again;
    for (const link of upper) again = holdParents(link) || again;
  }
  return { held, subject };
}

export const trainingRows = (tables: Tables, held: LinkedSplit['held']): Record<string, Table> =>
  Object.fromEntries(
    Object.entries(tables).map(([name, table]) => {
      const out = held.get(name)!;
      if (!out.includes(1)) return [name, table];
      return [
        name,
        takeRows(
          table,
          Array.from(out.keys()).filter((row) => out[row] === 0),
        ),
      ];
    }),
  );
