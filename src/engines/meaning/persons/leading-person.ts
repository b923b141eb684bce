import { entityIndex } from '../../table/sequence-shape.ts';
import type { Table } from '../../table/table.ts';
import { findIdentities } from './find-identities.ts';
import { personalKinds } from './personal-kinds.ts';

/** Minimum persons of a population: a few clerks are none. */
const MIN_PERSONS = 50;
/** Minimum rows per person; columns with fewer split as single rows do. */
const MIN_ROWS_A_PERSON = 1.1;

/** Returns the column of persons that recur in rows, of several the one with most; null if none do. */
export function leadingPerson(table: Table): string | null {
  const candidates = personalKinds(table).flatMap((personal, column) =>
    personal === null || table.columns[column]!.kind === 'datetime' ? [] : [{ column, personal }],
  );
  const counted = findIdentities(table, candidates).map(({ leader }) => {
    const { of, count } = entityIndex(table.columns[leader]!);
    return { leader, count: of.includes(-1) ? 0 : count };
  });
  const [most] = counted.sort((a, b) => b.count - a.count);
  if (most === undefined || most.count < MIN_PERSONS) return null;
  return table.rows < MIN_ROWS_A_PERSON * most.count ? null : table.columns[most.leader]!.name;
}
