import { type Seed, streamFor } from '../../../random/stream.ts';
import { concatTables } from '../../../table/concat-tables.ts';
import type { Table } from '../../../table/table.ts';
import { datesFromCounted } from '../../columns/date-lags.ts';
import { entitiesBeside } from '../../sequence/entity-context.ts';
import { tableOfHistories } from '../../sequence/history-table.ts';
import { listHistories } from '../../sequence/listed-order.ts';
import { BLOCK_ENTITIES, drawHistories } from '../../sequence/sample-sequence.ts';
import { drawFrom, leafOf } from '../../trees/tree.ts';
import { type ContextColumns, codesOf, orderedOf } from '../context-columns.ts';
import { daysOf } from '../find-since.ts';
import type { HistoryRows } from '../relations-model.ts';
import { BLOCK_PARENTS, evenly, evenNumbers } from './draw-count.ts';
import type { ChildRows } from './sample-siblings.ts';

const ANY_PURPOSE = 0x5c0000;
const EVEN_PURPOSE = 0x5c0001;

/** Draws the sequences of a parent table's rows that have one. */
export function sampleChildrenHistories(
  { model, any, since }: HistoryRows,
  contextColumns: ContextColumns,
  contextTable: Table,
  seed: Seed,
  pause: () => void,
): ChildRows {
  const { core } = model;
  if (core.kind !== 'sequence') throw new TypeError('no histories');
  const codes = codesOf(contextColumns, contextTable);
  const ordered = orderedOf(contextColumns);
  const having: number[] = [];
  for (let first = 0; first < contextTable.rows; first += BLOCK_PARENTS) {
    const size = Math.min(BLOCK_PARENTS, contextTable.rows - first);
    const even = evenNumbers(size, streamFor(seed, first / BLOCK_PARENTS, EVEN_PURPOSE));
    for (let i = 0; i < size; i++) {
      const stream = streamFor(seed, first + i, ANY_PURPOSE);
      const leaf = leafOf(any, { features: codes, ordered, row: first + i });
      if (drawFrom(any, leaf, evenly(even[i], stream)) === 1) having.push(first + i);
    }
  }
  const above = contextTable.columns.find(
    ({ name }) => name === contextColumns.columns[since.place],
  );
  const days = above?.kind === 'datetime' ? daysOf(above.values) : null;
  const context = { codes, since: days, counted: since.counted };
  const parts: Table[] = [];
  const of: number[] = [];
  for (let at = 0; at < having.length; at += BLOCK_ENTITIES) {
    const rows = Int32Array.from(having.slice(at, at + BLOCK_ENTITIES));
    const block = at / BLOCK_ENTITIES;
    const entities = entitiesBeside(core, { beside: context, rows, seed, block });
    const sampled = drawHistories(model, { core, block, seed, pause, entities });
    parts.push(
      tableOfHistories(model, { core, sampled, block, most: Number.POSITIVE_INFINITY, seed }),
    );
    for (const entity of sampled.entity) of.push(rows[entity - at]);
  }
  if (parts.length === 0) parts.push(emptyTable(model.columns));
  const dated = datesFromCounted(concatTables(parts), model.lags);
  const { table, places } = listHistories(dated, core);
  return { table, of: Int32Array.from(places, (row) => of[row]) };
}

const emptyTable = (columns: HistoryRows['model']['columns']): Table => ({
  rows: 0,
  columns: columns.map(({ layout }) =>
    layout.kind === 'category'
      ? { ...layout, codes: new Int32Array(0), dictionary: [] }
      : { ...layout, values: new Float64Array(0) },
  ),
});
