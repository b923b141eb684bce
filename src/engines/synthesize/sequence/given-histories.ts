import { type Seed, streamFor } from '../../random/stream.ts';
import type { Table } from '../../table/table.ts';
import { takeRows } from '../../table/take-rows.ts';
import type { Model } from '../model/model.ts';
import type { SequenceCore } from '../model/sequence-core.ts';
import {
  drawGiven,
  type FixedColumn,
  fixColumns,
  type Given,
  holdColumn,
} from '../sample/given-values.ts';
import { BLOCK_ENTITIES, type DrawnHistories, drawEntities } from './sample-sequence.ts';

/** Values that entities are held to, and values that rows are kept by. */
export type HeldHistories = { entities: FixedColumn[]; rows: FixedColumn[] };

const GIVEN_PURPOSE = 0x510002;
const POOL = 2048;
/** Streams of further pools of a block stand this far from its own. */
const NEXT_POOL = 2 ** 24;

/**
 * Reads given values of histories. What is one an entity is held while entities are drawn. Of what changes from row
 * to row, the rows that have it are kept; where a balance runs through the rows that is refused, since it would not
 * add up any more.
 *
 * @throws RangeError for what can't be held, saying why
 */
export function fixHistories(model: Model, core: SequenceCore, given: Given): HeldHistories {
  const nameOf = (i: number) => model.columns[i].layout.name;
  for (const name of Object.keys(given)) {
    if (name === nameOf(core.timeColumn))
      throw new RangeError(`${name} orders the rows of a history, so it can't be given`);
    if (core.balanceColumn >= 0 && name === nameOf(core.balanceColumn))
      throw new RangeError(`${name} is what the amounts come to, so it can't be given`);
  }
  const held: HeldHistories = { entities: [], rows: [] };
  for (const fixed of fixColumns(model, given)) {
    if (fixed.fields.every((f) => core.places.statics.includes(f))) {
      held.entities.push(fixed);
      continue;
    }
    if (core.balanceColumn >= 0)
      throw new RangeError(
        `${nameOf(fixed.column)} changes from row to row, and without the rows that have another value ${nameOf(core.balanceColumn)} would not add up, so it can't be given`,
      );
    held.rows.push(fixed);
  }
  return held;
}

/** The codes of a block's entities that have the given values. */
export function drawHeldEntities(
  core: SequenceCore,
  { held, block, seed }: { held: HeldHistories; block: number; seed: Seed },
): Uint8Array[] {
  if (held.entities.length === 0) return drawEntities(core, { block, seed }).codes;
  const codes = new Map(
    held.entities.flatMap((fixed) =>
      fixed.fields.map((f, k): [number, number] => [
        core.places.statics.indexOf(f),
        fixed.codes[k],
      ]),
    ),
  );
  return drawGiven(
    BLOCK_ENTITIES,
    (attempt) => {
      const { weights, ...drawn } = drawEntities(core, {
        block: block + attempt * NEXT_POOL,
        seed,
        rows: POOL,
        held: codes,
      });
      return { drawn, weights };
    },
    streamFor(seed, block, GIVEN_PURPOSE),
  ).codes;
}

/** The rows that have the given values, with these written out. */
export function keepHeld(
  table: Table,
  { held, drawn, most }: { held: HeldHistories; drawn: DrawnHistories; most: number },
): Table {
  const all = [...held.entities, ...held.rows];
  const written = all.reduce(
    (columns, fixed) =>
      columns.map((column, i) => (i === fixed.column ? holdColumn(column, fixed) : column)),
    table.columns,
  );
  const whole = { rows: table.rows, columns: written };
  if (held.rows.length === 0) return whole;
  const kept: number[] = [];
  for (let row = 0; row < table.rows && kept.length < most; row++) {
    const has = held.rows.every(({ fields, codes }) =>
      fields.every((f, k) => drawn.codes[f][row] === codes[k]),
    );
    if (has) kept.push(row);
  }
  return takeRows(whole, kept);
}
