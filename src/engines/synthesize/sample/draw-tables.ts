import type { Table } from '../../table/table.ts';
import { takeRows } from '../../table/take-rows.ts';
import { BLOCK_ROWS, FitCancelled, type Model } from '../model/model.ts';
import { drawLinked } from '../relations/sample/draw-linked.ts';
import { type RelatedTable, rootModel, type TablesModel } from '../relations/tables-model.ts';
import { isOrderedWhole, takeBlocks } from './join-blocks.ts';
import { sample } from './sample.ts';
import { sampleBlock } from './sample-block.ts';
import type { SampleRequest } from './sample-request.ts';
import {
  checkRequest,
  conditionsOf,
  type Omitted,
  requestedRows,
  type TablesRequest,
} from './tables-request.ts';

/** Consecutive rows of a table; the first part of a table may be empty. */
export type TablePart = { name: string; table: Table };

export type TablesSample = { tables: Record<string, Table>; left: Omitted[] };

/** Yields a table's rows in parts of at most a block. */
function* partsOf(name: string, table: Table): Generator<TablePart> {
  if (table.rows <= BLOCK_ROWS) yield { name, table };
  else
    for (let from = 0; from < table.rows; from += BLOCK_ROWS) {
      const rows = Math.min(BLOCK_ROWS, table.rows - from);
      const places = Uint32Array.from({ length: rows }, (_, i) => from + i);
      yield { name, table: takeRows(table, places) };
    }
}

const aloneRequest = (entry: RelatedTable, request: TablesRequest): SampleRequest => {
  const { given, rebalance } = conditionsOf(entry.name, request);
  const { seed, signal } = request;
  return {
    rows: requestedRows(entry, request),
    seed,
    ...(given !== undefined && { given }),
    ...(rebalance !== undefined && { rebalance }),
    ...(signal !== undefined && { signal }),
  };
};

/** True if all rows are needed at once: for shares, running balances, or order by time. */
const isDrawnWhole = (model: Model, { rows, rebalance }: SampleRequest, maxOrderedRows: number) =>
  rebalance !== undefined ||
  model.statement !== undefined ||
  (isOrderedWhole(model) && rows <= maxOrderedRows);

/** Yields the rows of a single table by block; of sequences, a block has its entities' rows. */
function* drawAlone(entry: RelatedTable, request: TablesRequest): Generator<TablePart> {
  const { name } = entry;
  const model = rootModel(entry);
  const own = aloneRequest(entry, request);
  if (isDrawnWhole(model, own, request.maxOrderedRows ?? Number.POSITIVE_INFINITY)) {
    yield* partsOf(name, sample(model, own));
    return;
  }
  const take = takeBlocks(own.rows, own.given);
  for (let block = 0, left = own.rows; left > 0; block++) {
    if (request.signal?.aborted) throw new FitCancelled();
    const rows = Math.min(BLOCK_ROWS, left);
    const taken = take(sampleBlock(model, { ...own, block, rows }));
    left = taken.left;
    if (taken.table.rows > 0) yield { name, table: taken.table };
  }
}

/**
 * Draws one table or linked ones part by part, parents before their children. Deterministic for a
 * model, seed and request; every foreign key refers to an existing row.
 *
 * @throws RangeError if the request does not match the model, FitCancelled once the signal is set
 */
export function* drawTables(
  model: TablesModel,
  request: TablesRequest,
): Generator<TablePart, Omitted[]> {
  checkRequest(model, request);
  if (model.relations.length === 0) {
    yield* drawAlone(model.tables[0], request);
    return [];
  }
  const linked = drawLinked(model, request);
  for (;;) {
    const next = linked.next();
    if (next.done) return next.value;
    yield* partsOf(next.value.name, next.value.table);
  }
}

/** Draws all rows like `drawTables`, as whole tables. */
export function sampleTables(model: TablesModel, request: TablesRequest): TablesSample {
  checkRequest(model, request);
  const [alone] = model.tables;
  if (model.relations.length === 0)
    return {
      tables: { [alone.name]: sample(rootModel(alone), aloneRequest(alone, request)) },
      left: [],
    };
  const tables: Record<string, Table> = {};
  const linked = drawLinked(model, request);
  for (;;) {
    const next = linked.next();
    if (next.done) return { tables, left: next.value };
    tables[next.value.name] = next.value.table;
  }
}
