import { type Seed, streamFor } from '../../random/stream.ts';
import { DAY } from '../../table/datetime-form.ts';
import { spreadRows } from '../../table/spread-rows.ts';
import type { Column, Table } from '../../table/table.ts';
import { takeColumn, takeRows } from '../../table/take-rows.ts';
import { decodeColumn } from '../codec/field.ts';
import { splitSides } from '../columns/amount-sides.ts';
import { inOrder } from '../columns/column-orders.ts';
import { datesFromCounted } from '../columns/date-lags.ts';
import { byLaws } from '../columns/laws/law.ts';
import { makeWords, writeEntities } from '../columns/make-column.ts';
import { referenceMaker } from '../columns/make-references.ts';
import type { Model } from '../model/model.ts';
import type { SequenceCore } from '../model/sequence-core.ts';
import { drawHeldEntities, type HeldHistories, keepHeld } from './given-histories.ts';
import { listHistories } from './listed-order.ts';
import { BLOCK_ENTITIES, type DrawnHistories, drawHistories } from './sample-sequence.ts';

const COLUMN_PURPOSE = 0x560000;
const STATIC_PURPOSE = 0x570000;
const SPREAD_PURPOSE = 0x510003;
/** A block's keys start this many times the expected rows after the last block's. */
const KEY_ROOM = 8;

/** The most rows that a block may have, so that keys of different blocks never meet. */
function blockRoom(model: Model, core: SequenceCore): number {
  return Math.ceil((KEY_ROOM * BLOCK_ENTITIES * model.rows) / core.entities) + BLOCK_ENTITIES;
}

/**
 * The rows of 256 entities as a table, each entity's rows together and in order of time.
 *
 * @param most rows to return at most: an entity's history may be cut short, and where so few are wanted that they
 *   would be those of a few entities, rows of more entities are returned (see spreadRows)
 * @param entities how many of the block's entities have rows; all where it is absent
 * @param held values that are given
 */
export function sampleHistories(
  model: Model,
  {
    core,
    block,
    most,
    entities = BLOCK_ENTITIES,
    seed,
    held,
    pause = () => {},
  }: {
    core: SequenceCore;
    block: number;
    most: number;
    entities?: number | undefined;
    seed: Seed;
    held: HeldHistories;
    pause?: (() => void) | undefined;
  },
): Table {
  const room = blockRoom(model, core);
  const codes = drawHeldEntities(core, { held, block, seed });
  const own = { codes, since: null, counted: false };
  const drawn = drawHistories(model, { core, block, seed, pause, entities: own });
  const next = block * BLOCK_ENTITIES + entities;
  const end = entities < BLOCK_ENTITIES ? drawn.entity.findIndex((entity) => entity >= next) : -1;
  const rows = end < 0 ? room : Math.min(room, end);
  const counted = tableOfHistories(model, { core, drawn, block, most: rows, seed });
  const isGiven = (column: number) =>
    [...held.entities, ...held.rows].some((entry) => entry.column === column);
  const kept = keepHeld(counted, { held, drawn, most: room });
  const dated = datesFromCounted(inOrder(kept, model.orders, isGiven), model.lags);
  const learned = byLaws(dated, model.laws);
  const whole = splitSides(learned, model.sides);
  // Rows in order of time over all entities are put into it once all of them are there.
  const table = core.sortedByTime ? whole : listHistories(whole, core).table;
  if (table.rows <= most) return table;
  // Only the first block can be all that a sample has; the last of several is cut where it stands.
  if (block > 0)
    return takeRows(
      table,
      Uint32Array.from({ length: most }, (_, row) => row),
    );
  const entityOf = entitiesOfTable(table, core);
  return takeRows(table, spreadRows(entityOf, most, streamFor(seed, block, SPREAD_PURPOSE)));
}

function entitiesOfTable({ columns }: Table, { entityColumn }: SequenceCore): ArrayLike<number> {
  const column = columns[entityColumn];
  return column.kind === 'category' ? column.codes : column.values;
}

/** Drawn histories as a table of at most so many rows; keys count on from the block's first. */
export function tableOfHistories(
  model: Model,
  {
    core,
    drawn,
    block,
    most,
    seed,
  }: { core: SequenceCore; drawn: DrawnHistories; block: number; most: number; seed: Seed },
): Table {
  const room = blockRoom(model, core);
  const rows = Math.min(drawn.entity.length, most);
  const entity = Int32Array.from(drawn.entity.slice(0, rows));
  const local = entity.map((e) => e - block * BLOCK_ENTITIES);
  const referenceOf = referenceMaker(model.columns, {
    rows,
    streamOf: (i) => streamFor(seed, block, COLUMN_PURPOSE + i),
    known: new Map([[core.entityColumn, entity]]),
  });
  const columns = model.columns.map((plan, i): Column => {
    const { layout, made } = plan;
    const stream = streamFor(seed, block, COLUMN_PURPOSE + i);
    if (made?.kind === 'key') {
      return writeEntities(layout, made, { entity: (row) => block * room + row, rows });
    }
    if (made?.kind === 'reference') {
      const of = referenceOf(i);
      return writeEntities(layout, made, { entity: (row) => of[row], rows });
    }
    if (made !== null) {
      if (core.isStatic[i] !== 1) return makeWords(layout, { made, rows, streamOf: () => stream });
      const own = (e: number) => streamFor(seed, block * BLOCK_ENTITIES + e, STATIC_PURPOSE + i);
      return takeColumn(makeWords(layout, { made, rows: BLOCK_ENTITIES, streamOf: own }), local);
    }
    if (layout.kind !== 'category') {
      if (i === core.timeColumn)
        return { ...layout, values: momentsOf(core, drawn, rows) } as Column;
      if (i === core.balanceColumn)
        return {
          ...layout,
          ...(core.balance !== null && { decimals: core.balance.decimals }),
          values: Float64Array.from(drawn.balance.slice(0, rows)),
        } as Column;
      if (i === core.amountColumn) {
        const { codec } = model.fields[model.columnFields[i][0]];
        return {
          ...layout,
          ...(codec.kind === 'number' && { decimals: codec.decimals }),
          values: Float64Array.from(drawn.amount.slice(0, rows)),
        } as Column;
      }
    }
    const own = model.columnFields[i];
    const fields = own.map((f) => model.fields[f]);
    const none = own.map(() => null);
    const places = own.map((f) => core.places.statics.indexOf(f));
    if (places[0] >= 0) {
      const codes = places.map((place) => drawn.parent[place]);
      return takeColumn(decodeColumn(layout, { fields, codes, drawn: none, stream }), local);
    }
    const codes = own.map((f) => Uint8Array.from(drawn.codes[f].slice(0, rows)));
    return decodeColumn(layout, { fields, codes, drawn: none, stream });
  });
  return { rows, columns };
}

function momentsOf(core: SequenceCore, drawn: DrawnHistories, rows: number): Float64Array {
  return Float64Array.from({ length: rows }, (_, row) => {
    const clock = core.clock >= 0 ? drawn.clock[row] : 0;
    return drawn.day[row] * DAY + (Number.isNaN(clock) ? 0 : clock);
  });
}
