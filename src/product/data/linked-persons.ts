import { parentRows, type Relation, type Tables } from '../../engines/synthesize/index.ts';
import { subjectOf } from './split-linked.ts';

/**
 * Finds the person of each row of linked tables: the row of the table of people, accounts or the
 * like that it references, directly or through other tables. Depends on keys alone.
 *
 * @returns rows of that table, -1 for none; null if the table does not lead there
 */
export function linkedPersons(
  tables: Tables,
  relations: readonly Relation[],
  table: string,
): Int32Array | null {
  const subject = subjectOf(tables, relations, 1)?.table;
  const personsOf = (name: string, met: readonly string[]): Int32Array | null => {
    if (name === subject) return Int32Array.from({ length: tables[name]!.rows }, (_, row) => row);
    for (const relation of relations) {
      if (relation.child !== name || met.includes(relation.parent)) continue;
      const above = personsOf(relation.parent, [...met, name]);
      if (above === null) continue;
      return parentRows(tables, relation).map((row) => (row < 0 ? -1 : above[row]!));
    }
    return null;
  };
  return personsOf(table, []);
}
