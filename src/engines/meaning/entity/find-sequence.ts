import { type DeclaredSequence, declaredSequence } from '../../table/declared-sequence.ts';
import { entityIndex, type SequenceShape, sequenceOf } from '../../table/sequence-shape.ts';
import type { Column, Table } from '../../table/table.ts';
import { identifierOwner } from '../headers/identifier-header.ts';
import type { ColumnRole } from '../roles/column-role.ts';
import { isMaskedNumber } from '../roles/masked-number.ts';
import { entityEvidence, namesOnePerson } from './entity-evidence.ts';
import { standTogether } from './stand-together.ts';

const MIN_MEAN_LENGTH = 4;
/** Minimum entities; with fewer, the bounds of sampled values (five entities each) coincide. */
const MIN_ENTITIES = 9;

/**
 * Returns the complete reference columns of at least four rows per value: those that a header names
 * accounts or customers first, and the finest first.
 */
function candidates(table: Table, roles: readonly ColumnRole[], minEntities: number): Column[] {
  return table.columns
    .flatMap((column, i) => {
      if (roles[i] !== 'reference') return [];
      // Several cards can share a masked number.
      const isMasked = column.kind === 'category' && column.dictionary.every(isMaskedNumber);
      if (isMasked && !namesOnePerson(table, column)) return [];
      const { of, count } = entityIndex(column);
      const recurs = count >= minEntities && table.rows >= MIN_MEAN_LENGTH * count;
      const named = identifierOwner(column.name) === null ? 0 : 1;
      return recurs && !of.includes(-1) ? [{ column, count, named }] : [];
    })
    .sort((a, b) => b.named - a.named || b.count - a.count)
    .map(({ column }) => column);
}

/** Returns the first such column, whether or not its rows belong together. */
export const recurringReference = (
  table: Table,
  roles: readonly ColumnRole[],
  minEntities: number,
): Column | null => candidates(table, roles, minEntities)[0] ?? null;

/**
 * Returns the finest reference column whose rows belong together (see `entityEvidence`), of at least
 * four rows per value on average; null if none.
 */
export const likelyEntity = (table: Table, roles: readonly ColumnRole[]): Column | null =>
  candidates(table, roles, MIN_ENTITIES).find((column) => entityEvidence(table, column) !== null) ??
  null;

/** Returns the finest recurring reference column if no date orders its rows. */
export function undatedReference(table: Table, roles: readonly ColumnRole[]): Column | null {
  const column = recurringReference(table, roles, MIN_ENTITIES);
  return column === null || sequenceOf(table, column) !== null ? null : column;
}

/**
 * Finds the sequences of the likely entity, ordered by the first complete date column that varies
 * within them.
 *
 * @param roles one role per column of the table
 */
export function findSequence(table: Table, roles: readonly ColumnRole[]): SequenceShape | null {
  const column = likelyEntity(table, roles);
  return column === null ? null : sequenceOf(table, column);
}

/**
 * Finds the sequences of a file: of the likely entity, ordered by a date, or, in a file without such
 * a date, by file order if the rows of each entity stand together.
 *
 * @param roles one role per column of the table
 */
export function findSequences(table: Table, roles: readonly ColumnRole[]): DeclaredSequence | null {
  const shape = findSequence(table, roles);
  if (shape !== null) return { table, shape, inFileOrder: false };
  const column = undatedReference(table, roles);
  if (column === null || !standTogether(column) || entityEvidence(table, column) === null)
    return null;
  return declaredSequence(table, column.name);
}
