import { type Seed, streamFor } from '../../random/stream.ts';
import type { Column, Table } from '../../table/table.ts';
import { decodeColumn, encodeField, type Field, fitFields, isExactField } from '../codec/field.ts';
import type { NumberCodecOptions } from '../codec/number-codec.ts';
import { follows, MIN_ROWS_A_CODE, rareCode } from '../columns/find-lookups.ts';
import type { ColumnPlan, MadeColumn } from '../columns/plan-columns.ts';
import { codesOf, type Told } from './told.ts';

/** A column that says again, in its own words, what is told of the parent: its code by the code of a told field. */
export type Repeat = { column: number; field: Field; told: number; map: Uint8Array };

/** What stands in such a column until it is written: nothing is learned of it. */
export const WRITTEN_LATER: MadeColumn = { kind: 'text', length: 0, nullShare: 1 };

const REPEAT_PURPOSE = 0x5b8000;

type RepeatsInput = {
  table: Table;
  plans: readonly ColumnPlan[];
  /** The parent's row of each row, -1 for none. */
  of: Int32Array;
  told: Told;
  telling: Table;
  codecs: NumberCodecOptions;
};

/**
 * Finds the learned columns of few values that follow from a told field without exception: an account's type that
 * stands in each of its movements.
 */
export function findRepeats({ table, plans, of, told, telling, codecs }: RepeatsInput): Repeat[] {
  const toldCodes = codesOf(told, telling);
  const entity = of.map((row, i) => (row < 0 ? telling.rows + i : row));
  return table.columns.flatMap((column, i): Repeat[] => {
    if (plans[i].made !== null || column.kind === 'datetime') return [];
    const field = fitFields(column, codecs, entity)[0];
    if (field.codec.size < 2 || !isExactField(field)) return [];
    const codes = encodeField(field, column);
    for (const [t, above] of told.fields.entries()) {
      const { size } = above.codec;
      if (size < 2 || !isExactField(above) || table.rows < MIN_ROWS_A_CODE * size) continue;
      const own = Uint8Array.from(of, (row) => toldCodes[t][row < 0 ? telling.rows : row]);
      const found = follows(own, codes, size, rareCode(above));
      if (found !== null && found.seen > 1) return [{ column: i, field, told: t, map: found.map }];
    }
    return [];
  });
}

/** Writes the columns that follow from what is told of the parent. */
export function writeRepeats(
  table: Table,
  plans: readonly ColumnPlan[],
  repeats: readonly Repeat[],
  of: Int32Array,
  told: Told,
  telling: Table,
  seed: Seed,
): Table {
  if (repeats.length === 0) return table;
  const toldCodes = codesOf(told, telling);
  const columns = table.columns.map((column, i): Column => {
    const repeat = repeats.find((one) => one.column === i);
    if (repeat === undefined) return column;
    const above = toldCodes[repeat.told];
    const codes = Uint8Array.from(of, (row) => repeat.map[above[row < 0 ? telling.rows : row]]);
    const stream = streamFor(seed, i, REPEAT_PURPOSE);
    return decodeColumn(plans[i].layout, [repeat.field], [codes], [null], stream);
  });
  return { rows: table.rows, columns };
}
