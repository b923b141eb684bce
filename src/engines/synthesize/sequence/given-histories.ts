import { type Seed, streamFor } from '../../random/stream.ts';
import type { Table } from '../../table/table.ts';
import { takeRows } from '../../table/take-rows.ts';
import type { Model } from '../model/model.ts';
import type { SequenceCore } from '../model/sequence-core.ts';
import { PURPOSES } from '../random-purposes.ts';
import {
  drawGiven,
  type FixedColumn,
  fixColumns,
  type Given,
  withFixedValue,
} from '../sample/given-values.ts';
import type { DrawnHistories } from './drawn-histories.ts';
import { BLOCK_ENTITIES, drawEntities } from './sample-sequence.ts';

/** Given values by which entities are drawn, and by which rows are filtered. */
export type FixedColumns = { entities: FixedColumn[]; rows: FixedColumn[] };

const POOL = 2048;
/** Stream offset of a block's further pools. */
const NEXT_POOL = 2 ** 24;

/**
 * Parses given values of sequences. Values constant per entity are held while entities are drawn.
 * For values that change from row to row, matching rows are selected; with a running balance this
 * is refused, since balances would no longer be consistent.
 *
 * @throws RangeError with the reason for values that can't be given
 */
export function fixHistories(model: Model, core: SequenceCore, conditions: Given): FixedColumns {
  const nameOf = (i: number) => model.columns[i].layout.name;
  for (const name of Object.keys(conditions)) {
    if (name === nameOf(core.timeColumn))
      throw new RangeError(
        `Column ${name} orders the rows of a sequence, so it can't be a condition.`,
      );
    if (core.balanceColumn >= 0 && name === nameOf(core.balanceColumn))
      throw new RangeError(
        `Column ${name} is the running balance of the amounts, so it can't be a condition.`,
      );
  }
  const fixedColumns: FixedColumns = { entities: [], rows: [] };
  for (const fixed of fixColumns(model, conditions)) {
    if (fixed.fields.every((f) => core.places.statics.includes(f))) {
      fixedColumns.entities.push(fixed);
      continue;
    }
    if (core.balanceColumn >= 0)
      throw new RangeError(
        `Column ${nameOf(fixed.column)} changes from row to row. Leaving rows out would break the running balance ${nameOf(core.balanceColumn)}, so it can't be a condition.`,
      );
    fixedColumns.rows.push(fixed);
  }
  return fixedColumns;
}

/** Returns the given codes of entities by their field. */
export const fixedEntityCodes = (core: SequenceCore, { entities }: FixedColumns) =>
  new Map(
    entities.flatMap(({ fields, codes }) =>
      fields.map((f, k): [number, number] => [core.places.statics.indexOf(f), codes[k]]),
    ),
  );

/** Draws the codes of a block's entities with the given values. */
export function drawFixedEntities(
  core: SequenceCore,
  { fixedColumns, block, seed }: { fixedColumns: FixedColumns; block: number; seed: Seed },
): Uint8Array[] {
  if (fixedColumns.entities.length === 0) return drawEntities(core, { block, seed }).codes;
  const fixedCodes = fixedEntityCodes(core, fixedColumns);
  return drawGiven(
    BLOCK_ENTITIES,
    (attempt) => {
      const { weights, ...sampled } = drawEntities(core, {
        block: block + attempt * NEXT_POOL,
        seed,
        rows: POOL,
        fixedCodes,
      });
      return { sampled, weights };
    },
    streamFor(seed, block, PURPOSES.givenHistories),
  ).codes;
}

/** Writes given values, and returns the rows that have those that change from row to row. */
export function applyFixedColumns(
  table: Table,
  {
    fixedColumns,
    sampled,
    most = Number.POSITIVE_INFINITY,
  }: { fixedColumns: FixedColumns; sampled: DrawnHistories; most?: number },
): { table: Table; rows: readonly number[] | null } {
  const all = [...fixedColumns.entities, ...fixedColumns.rows];
  const written = all.reduce(
    (columns, fixed) =>
      columns.map((column, i) => (i === fixed.column ? withFixedValue(column, fixed) : column)),
    table.columns,
  );
  const whole = { rows: table.rows, columns: written };
  if (fixedColumns.rows.length === 0) return { table: whole, rows: null };
  const rows: number[] = [];
  for (let row = 0; row < table.rows && rows.length < most; row++) {
    const has = fixedColumns.rows.every(({ fields, codes }) =>
      fields.every((f, k) => sampled.codes[f][row] === codes[k]),
    );
    if (has) rows.push(row);
  }
  return { table: takeRows(whole, rows), rows };
}

export const isGivenIn =
  ({ entities, rows }: FixedColumns) =>
  (column: number): boolean =>
    [...entities, ...rows].some((fixed) => fixed.column === column);
