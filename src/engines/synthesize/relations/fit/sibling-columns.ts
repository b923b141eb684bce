import { DAY, isTimeOnly } from '../../../table/datetime-form.ts';
import type { DatetimeColumn } from '../../../table/table.ts';
import { codeColumn } from '../../codec/field.ts';
import { fitNumberCodec } from '../../codec/fit-number-codec.ts';
import { daysOf, findSince } from '../find-since.ts';
import type { SiblingRows } from '../relations-model.ts';
import type { ChildInput } from './child-input.ts';

/** Parents from which values count by parents and not by rows; fewer are branches or regions, and no persons. */
const MIN_ENTITIES = 50;

/** The fields of a child's learned columns, with the code of each row. */
export type SiblingColumns = Pick<
  SiblingRows,
  'columnFields' | 'fields' | 'since' | 'counted' | 'latest'
> & { codes: Uint8Array[] };

/** Learns the fields of a child's columns; dates that follow from one of the parent's count from that. */
export function fitSiblingColumns(input: ChildInput): SiblingColumns {
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
    if (column.kind === 'datetime' && !isTimeOnly(column.form)) {
      const days = daysOf(column.values);
      const found = findSince(days, { of, contextTable, contextColumns });
      out.since[i] = found.place;
      out.counted[i] = found.counted ? 1 : 0;
      const above = contextTable.columns.find(
        ({ name }) => name === contextColumns.columns[found.place],
      );
      if (found.counted && above?.kind === 'datetime') {
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

/** Whose each row is; null where rows count for themselves. */
export function entitiesOf({ of, isNamed, contextTable }: ChildInput): Int32Array | null {
  if (isNamed || contextTable.rows < MIN_ENTITIES) return null;
  return Int32Array.from(of, (row, i) => (row < 0 ? contextTable.rows + i : row));
}

/** A date counted from the day of the parent's. */
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
