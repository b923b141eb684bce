import { DAY, isTimeOnly } from '../../../table/datetime-form.ts';
import type { DatetimeColumn } from '../../../table/table.ts';
import { codeColumn } from '../../codec/field.ts';
import { fitNumberCodec } from '../../codec/fit-number-codec.ts';
import { daysOf, findSince } from '../find-since.ts';
import type { SiblingRows } from '../tables-model.ts';
import type { ChildInput } from './child-input.ts';

/** Minimum parents for values to count by parents; fewer are branches, not persons. */
const MIN_ENTITIES = 50;

/** Fields of a child's modeled columns, with the code of each row. */
export type SiblingColumns = Pick<
  SiblingRows,
  'columnFields' | 'fields' | 'since' | 'counted' | 'latest'
> & { codes: Uint8Array[] };

/**
 * Fits the fields of a child's columns; dates that follow a parent's date count from it.
 *
 * @param derived columns that rules derive from others of the row
 */
export function fitSiblingColumns(input: ChildInput, derived: ReadonlySet<number>): SiblingColumns {
  const { table, plans, of, contextColumns, contextTable, codecs, step } = input;
  const entity = entitiesOf(input);
  const out: SiblingColumns = {
    columnFields: table.columns.map(() => []),
    fields: [],
    codes: [],
    since: new Int32Array(table.columns.length).fill(-1),
    counted: new Uint8Array(table.columns.length),
    latest: new Float64Array(table.columns.length),
  };
  table.columns.forEach((column, i) => {
    step();
    if (plans[i].made !== null) return;
    let learned = column;
    if (column.kind === 'datetime' && !isTimeOnly(column.form) && !derived.has(i)) {
      const days = daysOf(column.values);
      const reference = findSince(days, { of, contextTable, contextColumns });
      out.since[i] = reference.place;
      out.counted[i] = reference.counted ? 1 : 0;
      const above = contextTable.columns.find(
        ({ name }) => name === contextColumns.columns[reference.place],
      );
      if (reference.counted && above?.kind === 'datetime') {
        out.latest[i] = fitNumberCodec({ values: days, decimals: 0, entity }, codecs).high;
        learned = countedFrom(column, of, above);
      }
    }
    for (const { field, codes } of codeColumn(learned, codecs, entity)) {
      out.columnFields[i].push(out.fields.length);
      out.fields.push(field);
      out.codes.push(codes);
    }
  });
  return out;
}

/** Returns the entity of each row; null if each row is an entity. */
export function entitiesOf({
  of,
  isNamed,
  contextTable,
}: Pick<ChildInput, 'of' | 'isNamed' | 'contextTable'>): Int32Array | null {
  if (isNamed || contextTable.rows < MIN_ENTITIES) return null;
  return Int32Array.from(of, (row, i) => (row < 0 ? contextTable.rows + i : row));
}

/** Returns a date column as days since the parent's date. */
function countedFrom(
  column: DatetimeColumn,
  of: Int32Array,
  above: DatetimeColumn,
): DatetimeColumn {
  const values = column.values.map(
    (value, row) => value - Math.floor(above.values[of[row]] / DAY) * DAY,
  );
  return { ...column, values };
}
