import type { RandomStream } from '../../../random/stream.ts';
import { entityIndex } from '../../../table/sequence-shape.ts';
import type { Table } from '../../../table/table.ts';
import { takeRows } from '../../../table/take-rows.ts';
import { shuffled } from '../../statistics/shuffled.ts';

export const FOLDS = 5;
/** Fewest people of a file that is measured in folds. */
export const MIN_FOLD_PEOPLE = 20;

export type Fold = { train: Table; holdout: Table };

/** Returns the number of people: entities, or rows without an entity column. */
export function peopleOf(table: Table, entity: string | undefined): number {
  const column = table.columns.find(({ name }) => name === entity);
  return column === undefined ? table.rows : entityIndex(column).count;
}

/** Splits people into five folds of equal size at random; each fold is held out once. */
export function splitFolds(table: Table, entity: string | undefined, stream: RandomStream): Fold[] {
  const column = table.columns.find(({ name }) => name === entity);
  const people = peopleOf(table, entity);
  const of = column === undefined ? null : entityIndex(column).of;
  const place = new Uint32Array(people);
  shuffled(people, stream).forEach((person, i) => {
    place[person] = i;
  });
  const foldOf = Uint8Array.from(
    { length: table.rows },
    (_, row) => place[of?.[row] ?? row] % FOLDS,
  );
  const rowsWhere = (keeps: (fold: number) => boolean) =>
    takeRows(
      table,
      Array.from(foldOf.keys()).filter((row) => keeps(foldOf[row])),
    );
  return Array.from({ length: FOLDS }, (_, fold) => ({
    train: rowsWhere((own) => own !== fold),
    holdout: rowsWhere((own) => own === fold),
  }));
}
