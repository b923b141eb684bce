import { listOfNames } from '../../meaning/persons/draw-person.ts';
import type { CategoryColumn, Table } from '../../table/table.ts';
import { type CategoryCodec, fitCategoryCodec } from '../codec/category-codec.ts';
import type { Model } from '../model/model.ts';
import type { ColumnPlan, GeneratedColumn } from './column-plan.ts';
import { makeOpenWords } from './made-words.ts';
import { findCompanions } from './word-companions.ts';

/** Column of which far fewer different values can be drawn than the file has. */
export type FewerValues = { column: string; file: number; drawn: number };

/** Share of the file's number of different values from which they are as many. */
const ENOUGH = 0.8;

const valuesOf = ({ values, restValues }: CategoryCodec): number =>
  values.length + restValues.length;

function fewer(file: number, drawn: number): Pick<FewerValues, 'file' | 'drawn'> | null {
  return drawn < ENOUGH * file ? { file, drawn } : null;
}

const usedWords = ({ codes }: CategoryColumn): number => {
  const used = new Set(codes);
  used.delete(-1);
  return used.size;
};

/** Number of listed and made names, for names that many persons have. */
function namesOf(made: GeneratedColumn | null): number | null {
  if (made?.kind !== 'personal' || made.identity?.isOfMany !== true) return null;
  const { personal, style, names = [] } = made;
  if (personal !== 'first_name' && personal !== 'last_name') return null;
  return listOfNames(personal, style?.language).length + names.length;
}

/** Notes in the plans the columns of which fewer different values can be drawn than were learned. */
export function withFewerValues(
  { columns: read }: Table,
  { columns, columnFields, fields }: Pick<Model, 'columns' | 'columnFields' | 'fields'>,
): ColumnPlan[] {
  return columns.map((plan, i) => {
    const column = read[i];
    if (column?.kind !== 'category') return plan;
    const codec = fields[columnFields[i]?.[0] ?? -1]?.codec;
    const drawn =
      plan.made === null && codec?.kind === 'category' ? valuesOf(codec) : namesOf(plan.made);
    const own = drawn === null ? null : fewer(usedWords(column), drawn);
    return own === null ? plan : { ...plan, fewer: own };
  });
}

/** Returns the columns that plans note as of fewer different values than in the file. */
export const fewerValuesOf = (columns: readonly ColumnPlan[]): FewerValues[] =>
  columns.flatMap(({ layout, fewer: own }) =>
    own === undefined ? [] : [{ column: layout.name, ...own }],
  );

/** Foresees the columns of words of which a fit could draw far fewer than the file has. */
export function foreseeFewerValues(
  table: Table,
  isLearned: readonly boolean[],
  held: { entity: Int32Array | null; threshold: number },
): FewerValues[] {
  const words = table.columns.filter(
    (column, i): column is CategoryColumn => column.kind === 'category' && isLearned[i] === true,
  );
  return words.flatMap((column) => {
    const grouped = findCompanions(column, words, held);
    const made = grouped === null ? makeOpenWords(column, held) : grouped.made;
    const codec = fitCategoryCodec(
      {
        ...(grouped?.column ?? made?.column ?? column),
        entity: held.entity,
        companions: grouped?.companions ?? null,
        made: made?.start ?? null,
      },
      held.threshold,
    );
    const own = fewer(usedWords(column), valuesOf(codec));
    return own === null ? [] : [{ column: column.name, ...own }];
  });
}
