import { type RandomStream, type Seed, streamFor } from '../../random/stream.ts';
import { DAY } from '../../table/datetime-form.ts';
import { spreadRows } from '../../table/spread-rows.ts';
import type { Column, Table } from '../../table/table.ts';
import { takeColumn, takeRows } from '../../table/take-rows.ts';
import { decodeColumn } from '../codec/field.ts';
import { makeWords, writeEntities } from '../columns/make-column.ts';
import { makePeople } from '../columns/make-people.ts';
import { referenceMaker } from '../columns/make-references.ts';
import { missingRows, missingShare } from '../columns/missing-shares.ts';
import type { Model } from '../model/model.ts';
import type { SequenceCore } from '../model/sequence-core.ts';
import { PURPOSES } from '../random-purposes.ts';
import { byRules } from '../rules/rules.ts';
import type { DrawnHistories } from './drawn-histories.ts';
import {
  applyFixedColumns,
  drawFixedEntities,
  type FixedColumns,
  isGivenIn,
} from './given-histories.ts';
import { listHistories } from './listed-order.ts';
import { BLOCK_ENTITIES, drawHistories } from './sample-sequence.ts';

/** Distance of two blocks' first keys, in multiples of the expected rows. */
const KEY_ROOM = 8;

/** Returns the maximum rows of a block, so that keys of different blocks never collide. */
function blockRoom(model: Model, core: SequenceCore): number {
  return Math.ceil((KEY_ROOM * BLOCK_ENTITIES * model.rows) / core.entities) + BLOCK_ENTITIES;
}

/**
 * Draws the rows of 256 entities as a table, by entity and in order of time.
 *
 * @param most maximum number of rows: an entity's sequence may be cut short; for so few rows that
 * only a few entities would occur, rows of more entities are returned (see spreadRows)
 * @param entities how many of the block's entities have rows; default all
 * @param fixedColumns given values
 */
export function sampleHistories(
  model: Model,
  {
    core,
    block,
    most,
    entities = BLOCK_ENTITIES,
    seed,
    fixedColumns,
    pause = () => {},
  }: {
    core: SequenceCore;
    block: number;
    most: number;
    entities?: number | undefined;
    seed: Seed;
    fixedColumns: FixedColumns;
    pause?: (() => void) | undefined;
  },
): Table {
  const room = blockRoom(model, core);
  const codes = drawFixedEntities(core, { fixedColumns, block, seed });
  const own = { codes, since: null, counted: false };
  const isFree = fixedColumns.entities.length + fixedColumns.rows.length === 0;
  const meanRows = isFree ? (core.meanRows ?? model.rows / core.entities) : null;
  const sampled = drawHistories(model, { core, block, seed, pause, entities: own, meanRows });
  const next = block * BLOCK_ENTITIES + entities;
  const end = entities < BLOCK_ENTITIES ? sampled.entity.findIndex((entity) => entity >= next) : -1;
  const rows = end < 0 ? room : Math.min(room, end);
  const counted = tableOfHistories(model, { core, sampled, block, most: rows, seed });
  const matching = applyFixedColumns(counted, { fixedColumns, sampled, most: room });
  const whole = byRules(
    matching.table,
    model,
    isGivenIn(fixedColumns),
    // Without some of its rows, an entity has gaps.
    fixedColumns.rows.length > 0 ? null : entitiesOfTable(matching.table, core),
  );
  // Rows in order of time over all entities are sorted once all of them are drawn.
  const table = core.sortedByTime ? whole : listHistories(whole, core).table;
  if (table.rows <= most) return table;
  // Only the first block can be a whole sample; the last of several is simply cut.
  if (block > 0)
    return takeRows(
      table,
      Uint32Array.from({ length: most }, (_, row) => row),
    );
  const entityOf = entitiesOfTable(table, core);
  return takeRows(table, spreadRows(entityOf, most, streamFor(seed, block, PURPOSES.spreadRows)));
}

function entitiesOfTable({ columns }: Table, { entityColumn }: SequenceCore): ArrayLike<number> {
  const column = columns[entityColumn];
  return column.kind === 'category' ? column.codes : column.values;
}

/** Converts drawn sequences to a table of limited size; keys continue from the block's first. */
export function tableOfHistories(
  model: Model,
  {
    core,
    sampled,
    block,
    most,
    seed,
  }: { core: SequenceCore; sampled: DrawnHistories; block: number; most: number; seed: Seed },
): Table {
  const room = blockRoom(model, core);
  const rows = Math.min(sampled.entity.length, most);
  const entity = Int32Array.from(sampled.entity.slice(0, rows));
  const local = entity.map((e) => e - block * BLOCK_ENTITIES);
  const streamOf = (i: number) => streamFor(seed, block, PURPOSES.historyColumn + i);
  const modeled = model.columns.map(({ made }, i): Column | null =>
    made === null ? modeledColumn(model, { i, core, sampled, local, stream: streamOf(i) }) : null,
  );
  const missingShareOf = (i: number) => {
    const field = model.columns[i].missing?.field;
    const codes: Uint8Array[] = [];
    if (field !== undefined) codes[field] = Uint8Array.from(sampled.codes[field].slice(0, rows));
    return missingShare(model.columns[i], field === undefined ? null : codes);
  };
  const referenceOf = referenceMaker(model.columns, {
    rows,
    streamOf,
    missingShareOf,
    assigned: new Map([[core.entityColumn, entity]]),
    block: { block, room },
    modeled,
  });
  const columns = model.columns.map((plan, i): Column => {
    const { layout, made } = plan;
    const stream = streamOf(i);
    if (made?.kind === 'key') {
      return writeEntities(layout, made, { entity: (row) => block * room + row, rows });
    }
    if (made?.kind === 'reference') {
      const of = referenceOf(i);
      return writeEntities(layout, made, { entity: (row) => of[row], rows });
    }
    if (made?.kind === 'personal' && made.identity !== undefined)
      return makePeople(model.columns, {
        column: i,
        rows,
        seed,
        referenceOf,
        isMissing: missingRows(plan, missingShareOf(i), stream),
      });
    if (made !== null) {
      if (core.isStatic[i] !== 1)
        return makeWords(layout, {
          plan: made,
          rows,
          ...(plan.missing !== undefined && { missingShare: missingShareOf(i) }),
          streamOf: () => stream,
        });
      const own = (e: number) =>
        streamFor(seed, block * BLOCK_ENTITIES + e, PURPOSES.entityColumn + i);
      return takeColumn(
        makeWords(layout, { plan: made, rows: BLOCK_ENTITIES, streamOf: own }),
        local,
      );
    }
    return modeled[i]!;
  });
  if (core.recurring === undefined) return { rows, columns };
  const { held } = core.recurring;
  const origin = Int32Array.from(sampled.origin.slice(0, rows));
  const whole = columns.map((column, i) => (held[i] === 1 ? takeColumn(column, origin) : column));
  return { rows, columns: whole };
}

/** Builds a modeled column of drawn histories. */
function modeledColumn(
  model: Model,
  {
    i,
    core,
    sampled,
    local,
    stream,
  }: {
    i: number;
    core: SequenceCore;
    sampled: DrawnHistories;
    /** Place of each row's entity in its block. */
    local: Int32Array;
    stream: RandomStream;
  },
): Column {
  const { layout } = model.columns[i];
  const rows = local.length;
  if (layout.kind !== 'category') {
    if (i === core.timeColumn)
      return { ...layout, values: momentsOf(core, sampled, rows) } as Column;
    if (i === core.balanceColumn)
      return {
        ...layout,
        ...(core.balance !== null && { decimals: core.balance.decimals }),
        values: Float64Array.from(sampled.balance.slice(0, rows)),
      } as Column;
    if (i === core.amountColumn) {
      const { codec } = model.fields[model.columnFields[i][0]];
      return {
        ...layout,
        ...(codec.kind === 'number' && { decimals: codec.decimals }),
        values: Float64Array.from(sampled.amount.slice(0, rows)),
      } as Column;
    }
  }
  const own = model.columnFields[i];
  const fields = own.map((f) => model.fields[f]);
  const none = own.map(() => null);
  const places = own.map((f) => core.places.statics.indexOf(f));
  if (places[0] >= 0) {
    const codes = places.map((place) => sampled.parent[place]);
    return takeColumn(decodeColumn(layout, { fields, codes, sampled: none, stream }), local);
  }
  const codes = own.map((f) => Uint8Array.from(sampled.codes[f].slice(0, rows)));
  return decodeColumn(layout, { fields, codes, sampled: none, stream });
}

function momentsOf(core: SequenceCore, sampled: DrawnHistories, rows: number): Float64Array {
  return Float64Array.from({ length: rows }, (_, row) => {
    const clock = core.clock >= 0 ? sampled.clock[row] : 0;
    return sampled.day[row] * DAY + (Number.isNaN(clock) ? 0 : clock);
  });
}
