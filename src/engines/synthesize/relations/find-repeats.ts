import { type Seed, streamFor } from '../../random/stream.ts';
import type { Column, Table } from '../../table/table.ts';
import { decodeColumn, encodeField, type Field, fitFields, isExactField } from '../codec/field.ts';
import type { NumberCodecOptions } from '../codec/number-codec.ts';
import type { ColumnPlan, GeneratedColumn } from '../columns/column-plan.ts';
import { follows, MIN_ROWS_A_CODE, rareCode } from '../columns/find-lookups.ts';
import { PURPOSES } from '../random-purposes.ts';
import { type ContextColumns, codesOf } from './context-columns.ts';

/** Column derived from a context column: its code by the code of a context field. */
export type Repeat = { column: number; field: Field; contextField: number; map: Uint8Array };

/** Plan of such a column until it is written: nothing is modeled. */
export const WRITTEN_LATER: GeneratedColumn = { kind: 'text', length: 0, nullShare: 1 };

type RepeatsInput = {
  table: Table;
  plans: readonly ColumnPlan[];
  /** Parent row of each row, -1 for none. */
  of: Int32Array;
  contextColumns: ContextColumns;
  contextTable: Table;
  codecs: NumberCodecOptions;
};

/**
 * Finds low-cardinality columns that repeat a context field, such as an account's type in its
 * movements.
 */
export function findRepeats({
  table,
  plans,
  of,
  contextColumns,
  contextTable,
  codecs,
}: RepeatsInput): Repeat[] {
  const contextCodes = codesOf(contextColumns, contextTable);
  const entity = of.map((row, i) => (row < 0 ? contextTable.rows + i : row));
  return table.columns.flatMap((column, i): Repeat[] => {
    if (plans[i].made !== null || column.kind === 'datetime') return [];
    const field = fitFields(column, codecs, entity)[0];
    if (field.codec.size < 2 || !isExactField(field)) return [];
    const codes = encodeField(field, column);
    for (const [t, above] of contextColumns.fields.entries()) {
      const { size } = above.codec;
      if (size < 2 || !isExactField(above) || table.rows < MIN_ROWS_A_CODE * size) continue;
      const own = Uint8Array.from(of, (row) => contextCodes[t][row < 0 ? contextTable.rows : row]);
      const match = follows(own, { child: codes, size, skip: rareCode(above) });
      if (match !== null && match.seen > 1)
        return [{ column: i, field, contextField: t, map: match.map }];
    }
    return [];
  });
}

export function writeRepeats(
  table: Table,
  {
    plans,
    repeats,
    of,
    contextColumns,
    contextTable,
    seed,
  }: {
    plans: readonly ColumnPlan[];
    repeats: readonly Repeat[];
    of: Int32Array;
    contextColumns: ContextColumns;
    contextTable: Table;
    seed: Seed;
  },
): Table {
  if (repeats.length === 0) return table;
  const contextCodes = codesOf(contextColumns, contextTable);
  const columns = table.columns.map((column, i): Column => {
    const repeat = repeats.find((candidate) => candidate.column === i);
    if (repeat === undefined) return column;
    const above = contextCodes[repeat.contextField];
    const codes = Uint8Array.from(
      of,
      (row) => repeat.map[above[row < 0 ? contextTable.rows : row]],
    );
    const stream = streamFor(seed, i, PURPOSES.repeats);
    return decodeColumn(plans[i].layout, {
      fields: [repeat.field],
      codes: [codes],
      sampled: [null],
      stream,
    });
  });
  return { rows: table.rows, columns };
}
