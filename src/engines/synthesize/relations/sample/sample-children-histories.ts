import { type Seed, streamFor } from '../../../random/stream.ts';
import { concatTables } from '../../../table/concat-tables.ts';
import { withoutFileOrder } from '../../../table/declared-sequence.ts';
import type { Table } from '../../../table/table.ts';
import { PURPOSES } from '../../random-purposes.ts';
import { betweenOf } from '../../rules/between-rows/between-rows.ts';
import { byRules } from '../../rules/rules.ts';
import type { Given } from '../../sample/given-values.ts';
import { entitiesBeside } from '../../sequence/entity-context.ts';
import {
  applyFixedColumns,
  fixedEntityCodes,
  fixHistories,
  isGivenIn,
} from '../../sequence/given-histories.ts';
import { tableOfHistories } from '../../sequence/history-table.ts';
import { listHistories } from '../../sequence/listed-order.ts';
import { BLOCK_ENTITIES, drawHistories } from '../../sequence/sample-sequence.ts';
import { drawFrom, leafOf } from '../../trees/tree.ts';
import {
  type ContextColumns,
  codesOf,
  namesAbove,
  numbersAbove,
  orderedOf,
} from '../context-columns.ts';
import { daysOf } from '../find-since.ts';
import type { HistoryRows } from '../tables-model.ts';
import { BLOCK_PARENTS, evenly, evenNumbers } from './draw-count.ts';
import type { ChildRows } from './sample-siblings.ts';

/**
 * Draws the sequences of a parent table's rows that have one. Given values that change from row to
 * row select rows.
 *
 * @throws RangeError for values that can't be given
 */
export function sampleChildrenHistories(
  { model, any, since }: HistoryRows,
  {
    contextColumns,
    contextTable,
    seed,
    given = {},
    pause,
  }: {
    contextColumns: ContextColumns;
    contextTable: Table;
    seed: Seed;
    given?: Given | undefined;
    pause: () => void;
  },
): ChildRows {
  const { core } = model;
  if (core.kind !== 'sequence') throw new TypeError('no histories');
  const fixedColumns = fixHistories(model, core, given);
  const fixedCodes = fixedEntityCodes(core, fixedColumns);
  const codes = codesOf(contextColumns, contextTable);
  const ordered = orderedOf(contextColumns);
  const having: number[] = [];
  for (let first = 0; first < contextTable.rows; first += BLOCK_PARENTS) {
    const size = Math.min(BLOCK_PARENTS, contextTable.rows - first);
    const even = evenNumbers(
      size,
      streamFor(seed, first / BLOCK_PARENTS, PURPOSES.childHistoryEven),
    );
    for (let i = 0; i < size; i++) {
      const stream = streamFor(seed, first + i, PURPOSES.childHistory);
      const leaf = leafOf(any, { features: codes, ordered, row: first + i });
      if (drawFrom(any, leaf, evenly(even[i], stream)) === 1) having.push(first + i);
    }
  }
  const above = contextTable.columns.find(
    ({ name }) => name === contextColumns.columns[since.place],
  );
  const days = above?.kind === 'datetime' ? daysOf(above.values) : null;
  const context = { codes, since: days, counted: since.counted };
  const counts = rowsAbove(model, contextTable);
  const parts: Table[] = [];
  const of: number[] = [];
  for (let at = 0; at < having.length; at += BLOCK_ENTITIES) {
    const rows = Int32Array.from(having.slice(at, at + BLOCK_ENTITIES));
    const block = at / BLOCK_ENTITIES;
    const entities = entitiesBeside(core, { beside: context, rows, seed, block, fixedCodes });
    const rowsOf = counts && Array.from(rows, (row) => counts[row]!);
    const sampled = drawHistories(model, { core, block, seed, pause, entities, rowsOf });
    const most = Number.POSITIVE_INFINITY;
    const every = tableOfHistories(model, { core, sampled, block, most, seed });
    const matching = applyFixedColumns(every, { fixedColumns, sampled });
    parts.push(matching.table);
    for (const row of matching.rows ?? sampled.entity.keys())
      of.push(rows[sampled.entity[row] - at]);
  }
  if (parts.length === 0) parts.push(emptyTable(model.columns));
  const beside = numbersAbove(contextTable, Int32Array.from(of), namesAbove(model));
  const drawn = concatTables(parts);
  const own = drawn.columns.length;
  const ruled = byRules(
    { ...drawn, columns: [...drawn.columns, ...beside] },
    model,
    isGivenIn(fixedColumns),
    fixedColumns.rows.length > 0 ? null : of,
  );
  const whole = { ...ruled, columns: ruled.columns.slice(0, own) };
  const { table: listed, places } = listHistories(whole, core);
  const table = model.inFileOrder === true ? withoutFileOrder(listed) : listed;
  return { table, of: Int32Array.from(places, (row) => of[row]) };
}

/** Returns how many rows each parent has by a number of its own, such as a term; null by none. */
function rowsAbove(
  { above = [], between = [], columns }: HistoryRows['model'],
  contextTable: Table,
): Float64Array | null {
  const length = betweenOf(between, 'length').find(({ column }) => column >= columns.length);
  const name = above.find(({ column }) => column === length?.column)?.name;
  const own = contextTable.columns.find((column) => column.name === name);
  return own?.kind === 'number' ? own.values : null;
}

const emptyTable = (columns: HistoryRows['model']['columns']): Table => ({
  rows: 0,
  columns: columns.map(({ layout }) =>
    layout.kind === 'category'
      ? { ...layout, codes: new Int32Array(0), dictionary: [] }
      : { ...layout, values: new Float64Array(0) },
  ),
});
