import { parentRows, type Relation, type Tables } from '../../engines/synthesize/index.ts';
import { formatCell, isNull } from '../../engines/table/format-table.ts';
import { type Column, lengthOf } from '../../engines/table/table.ts';
import { isHeldName } from './split-holdout.ts';

/** Rows of a table from which a fifth can be kept aside and still tell something. */
const MIN_ROWS = 500;

export type LinkedSplit = {
  /** By table 1 for each row that nothing is learned from. */
  held: ReadonlyMap<string, Uint8Array>;
  /** The table whose rows were kept aside, each with all that belongs to it; null where none has enough rows. */
  subject: { table: string; key: string } | null;
};

/** The tables whose rows belong to rows of a table, over all steps. */
function below(name: string, relations: readonly Relation[]): Set<string> {
  const met = new Set<string>();
  for (let last = -1; last < met.size; ) {
    last = met.size;
    for (const { child, parent } of relations)
      if (parent === name || met.has(parent)) met.add(child);
  }
  return met;
}

/** The table whose rows are people, accounts or the like: to which most rows belong. */
function subjectOf(tables: Tables, relations: readonly Relation[]): LinkedSplit['subject'] {
  let best: { table: string; key: string; rows: number } | null = null;
  for (const { parent, parentKey } of relations) {
    if (tables[parent]!.rows < MIN_ROWS) continue;
    let rows = tables[parent]!.rows;
    for (const name of below(parent, relations)) rows += tables[name]!.rows;
    if (best === null || rows > best.rows) best = { table: parent, key: parentKey, rows };
  }
  return best && { table: best.table, key: best.key };
}

const keyOf = (tables: Tables, table: string, name: string): Column =>
  tables[table]!.columns.find((column) => column.name === name)!;

/**
 * Keeps a fifth of the rows of one table aside with all that belongs to them: rows that name one of them, and rows
 * that only rows kept aside name. It depends on the keys alone.
 *
 * @param tables each with its keys and the columns that name others at least
 */
export function splitLinked(tables: Tables, relations: readonly Relation[]): LinkedSplit {
  const held = new Map(
    Object.entries(tables).map(([name, { rows }]) => [name, new Uint8Array(rows)]),
  );
  const subject = subjectOf(tables, relations);
  if (subject === null) return { held, subject };
  const key = keyOf(tables, subject.table, subject.key);
  const own = held.get(subject.table)!;
  for (let row = 0; row < lengthOf(key); row++)
    own[row] = !isNull(key, row) && isHeldName(formatCell(key, row)) ? 1 : 0;
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
  // What is above the subject stays: a district belongs to no single person.
  const upper = links.filter(({ parent }) => !below(parent, relations).has(subject.table));
  for (let again = true; again; ) {
    again = false;
    for (const link of links) again = holdChildren(link) || again;
    for (const link of upper) again = holdParents(link) || again;
  }
  return { held, subject };
}
