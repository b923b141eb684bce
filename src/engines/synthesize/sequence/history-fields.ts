import { isDateOnly } from '../../table/datetime-form.ts';
import type { Column, Table } from '../../table/table.ts';
import { takeColumn } from '../../table/take-rows.ts';
import { type CodedField, codeColumn, type Field } from '../codec/field.ts';
import type { NumberCodecOptions } from '../codec/number-codec.ts';
import type { ColumnPlan } from '../columns/column-plan.ts';
import { makeOpenWords } from '../columns/made-words.ts';
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
  }: { plans: readonly ColumnPlan[]; file: FileHistories; codecs: NumberCodecOptions },
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
  table.columns.forEach((column, i) => {
    if (plans[i].made !== null || i === places.balance || i === places.entity) return;
    const isTime = i === places.time;
    if (isTime && column.kind === 'datetime' && isDateOnly(column.form)) return;
    if (isStatic[i] === 1 && !isTime && i !== places.amount) {
      const own = codeOpen(rowPerEntity(column, file), codecs, null);
      ofEntities.push(...own.map((coded) => entered(coded, i)));
      return;
    }
    const own = codeOpen(takeColumn(column, order), codecs, entity);
    const modeled = own.filter(({ field }) => !(isTime && field.part === 'day'));
    ofRows.push(...modeled.map((coded) => entered(coded, i)));
  });
  return { fields, columnFields, isStatic, ofEntities, ofRows };
}

/** Codes a column, with made words in place of rare ones. */
function codeOpen(
  column: Column,
  codecs: NumberCodecOptions,
  entity: Int32Array | null,
): CodedField[] {
  const { threshold } = codecs;
  const made = column.kind === 'category' ? makeOpenWords(column, { entity, threshold }) : null;
  return codeColumn(made?.column ?? column, { ...codecs, made: made?.start ?? null }, entity);
}
