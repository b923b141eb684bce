import { findFollowed } from '../find-followed.ts';
import { parentRows, type Relation, type Tables } from '../relation.ts';

/** Mean rows of a parent from which rows may be its sequence. */
const MIN_SEQUENCE_ROWS = 4;

/**
 * Returns the relation for whose parent the rows of a table are drawn: its first, or the most
 * specific one that leads to the first one's row in each row. A claim of a coverage follows its
 * coverage, which names the policy. Sequences keep their first relation.
 *
 * @returns -1 for a table without relations
 */
export function primaryRelation(
  name: string,
  tables: Tables,
  relations: readonly Relation[],
): number {
  const namedBy = (r: number) => parentRows(tables, relations[r]);
  let primary = relations.findIndex(({ child }) => child === name);
  if (primary < 0) return primary;
  let of = namedBy(primary);
  if (of.length >= MIN_SEQUENCE_ROWS * new Set(of).size) return primary;
  relations.forEach((relation, r) => {
    if (relation.child !== name || r === primary) return;
    const rows = namedBy(r);
    const { parent: from } = relation;
    const { parent: to } = relations[primary];
    if (rows.includes(-1) || from === to) return;
    if (findFollowed({ from, to, relations, of: rows, parents: of, namedBy }) === null) return;
    primary = r;
    of = rows;
  });
  return primary;
}
