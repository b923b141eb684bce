import { isDateOnly } from '../../table/datetime-form.ts';
import type { CategoryColumn, Column, Table } from '../../table/table.ts';
import { takeColumn } from '../../table/take-rows.ts';
import { type CodedField, codeColumn, type Field } from '../codec/field.ts';
import type { NumberCodecOptions } from '../codec/number-codec.ts';
import {
  belongingsOfMade,
  type MadeBelongings,
  mainValues,
  parentOf,
} from '../columns/belonging-words.ts';
import type { ColumnPlan } from '../columns/column-plan.ts';
import { type MadeWords, makeOpenWords } from '../columns/made-words.ts';
import type { Belonging } from '../rules/belonging.ts';
import { isStaticColumn, rowPerEntity } from './entity-columns.ts';
import type { FileHistories } from './file-histories.ts';

/** Field of the model with its index there and its column's in the table. */
export type PlacedField = CodedField & { place: number; column: number };

export type HistoryFields = {
  fields: Field[];
  /** Fields of each column, as indexes into `fields`. */
  columnFields: number[][];
  /** 1 for columns with one value per entity. */
  isStatic: Uint8Array;
  ofEntities: PlacedField[];
  ofRows: PlacedField[];
  /** Values that made words of rows belong to. */
  madeBelongings: MadeBelongings[];
};

/**
 * Fits the fields of sequences: of entities for columns with one value each, otherwise of rows.
 * Generated columns have none; nor have entity, day and balance, which follow from the sequence.
 */
export function fitHistoryFields(
  table: Table,
  {
    plans,
    file,
    codecs,
    belongings,
  }: {
    plans: readonly ColumnPlan[];
    file: FileHistories;
    codecs: NumberCodecOptions;
    belongings: readonly Belonging[];
  },
): HistoryFields {
  const { places, order, entity } = file;
  const isStatic = Uint8Array.from(table.columns, (column) =>
    isStaticColumn(column, file) ? 1 : 0,
  );
  const fields: Field[] = [];
  const columnFields: number[][] = table.columns.map(() => []);
  const entered = (coded: CodedField, column: number): PlacedField => {
    const place = fields.push(coded.field) - 1;
    columnFields[column].push(place);
    return { ...coded, place, column };
  };
  const ofEntities: PlacedField[] = [];
  const ofRows: PlacedField[] = [];
  const madeBelongings: MadeBelongings[] = [];
  const { threshold } = codecs;
  table.columns.forEach((column, i) => {
    if (plans[i].made !== null || i === places.balance || i === places.entity) return;
    const isTime = i === places.time;
    if (isTime && column.kind === 'datetime' && isDateOnly(column.form)) return;
    if (isStatic[i] === 1 && !isTime && i !== places.amount) {
      const read = rowPerEntity(column, file);
      const words =
        read.kind === 'category' ? makeOpenWords(read, { entity: null, threshold }) : null;
      const own = codeOpen(read, words, codecs, null);
      ofEntities.push(...own.map((coded) => entered(coded, i)));
      return;
    }
    const read = takeColumn(column, order);
    const parent = parentOf(table, belongings, i);
    const words = read.kind === 'category' ? madeRows(read, parent, { file, threshold }) : null;
    if (parent !== null && words !== null)
      madeBelongings.push(
        belongingsOfMade(words, {
          of: i,
          column: parent.column,
          values: parent.values.dictionary,
        }),
      );
    const own = codeOpen(read, words, codecs, entity);
    const modeled = own.filter(({ field }) => !(isTime && field.part === 'day'));
    ofRows.push(...modeled.map((coded) => entered(coded, i)));
  });
  return { fields, columnFields, isStatic, ofEntities, ofRows, madeBelongings };
}

/** Makes words in place of rare ones of rows, by the value that they belong to. */
function madeRows(
  column: CategoryColumn,
  parent: { values: CategoryColumn } | null,
  { file: { order, entity }, threshold }: { file: FileHistories; threshold: number },
): MadeWords | null {
  const held = { entity, threshold };
  if (parent === null) return makeOpenWords(column, held);
  const values = takeColumn(parent.values, order) as CategoryColumn;
  const main = mainValues(column, values);
  return makeOpenWords(column, held, (code) => (main[code] < 0 ? '' : String(main[code])));
}

/** Codes a column, with made words in place of rare ones. */
function codeOpen(
  column: Column,
  made: MadeWords | null,
  codecs: NumberCodecOptions,
  entity: Int32Array | null,
): CodedField[] {
  return codeColumn(made?.column ?? column, { ...codecs, made: made?.start ?? null }, entity);
}
