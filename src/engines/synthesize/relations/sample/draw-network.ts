import type { Seed } from '../../../random/stream.ts';
import { entryOf } from '../../../table/entry-of.ts';
import type { Column, Table } from '../../../table/table.ts';
import { BLOCK_ROWS } from '../../model/model.ts';
import { joinBlocks } from '../../sample/join-blocks.ts';
import { sample } from '../../sample/sample.ts';
import { sampleBlock } from '../../sample/sample-block.ts';
import { type Conditions, requestedRows, type TablesRequest } from '../../sample/tables-request.ts';
import { codesOf, contextTableOf } from '../context-columns.ts';
import type { Relation } from '../relation.ts';
import {
  type ChildModel,
  type NetworkRows,
  ownColumns,
  plansOf,
  type RelatedTable,
} from '../tables-model.ts';
import { chooseParents, type Drawn, withKeys, writeReferences } from './link-rows.ts';
import type { ChildRows } from './sample-siblings.ts';

/** Rejects conditions that rows drawn for a parent can't meet. */
export function refuseShares({ name, child }: RelatedTable, { rebalance }: Conditions): void {
  if (child !== null && rebalance !== undefined)
    throw new RangeError(
      `In mode private, shares can be set only in tables that are not drawn for another one; ${name} is.`,
    );
}

/** Returns the parent row of each child row, by the drawn numbers of children. */
function repeated(counts: Float64Array): Int32Array {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const of = new Int32Array(total);
  let at = 0;
  counts.forEach((count, row) => {
    of.fill(row, at, at + count);
    at += count;
  });
  return of;
}

/** Draws the rows of each parent row given its context columns. */
function drawGivenParents(
  { model, counted }: NetworkRows,
  {
    child,
    sampled,
    parent,
    conditions,
    seed,
    request: { signal },
  }: {
    child: ChildModel;
    sampled: Drawn;
    parent: string;
    conditions: Conditions;
    seed: Seed;
    request: TablesRequest;
  },
): ChildRows {
  const of = repeated(entryOf(sampled.counts, child.primary));
  const { contextColumns } = child;
  const codes = codesOf(contextColumns, entryOf(sampled.contextTables, parent));
  const firstContext = ownColumns({ model, counted } as NetworkRows, child) + counted.length;
  const fields = model.columnFields.slice(firstContext).flat();
  const blocks: Table[] = [];
  for (let from = 0; from < of.length || from === 0; from += BLOCK_ROWS) {
    const part = of.subarray(from, Math.min(from + BLOCK_ROWS, of.length));
    if (part.length === 0 && from > 0) break;
    const known = new Map(
      fields.map((field, f) => [field, Uint8Array.from(part, (row) => codes[f][row])] as const),
    );
    blocks.push(
      sampleBlock(model, {
        block: blocks.length,
        rows: part.length,
        seed,
        given: conditions.given,
        known,
        signal,
      }),
    );
  }
  return { table: joinBlocks(model, blocks), of };
}

const wholeNumbers = (column: Column): Float64Array =>
  column.kind === 'number'
    ? column.values.map((value) => (value > 0 ? Math.round(value) : 0))
    : new Float64Array(0);

/** Draws a table of a private model: its rows, its numbers of children, and the rows it names. */
export function drawNetwork(
  relations: readonly Relation[],
  {
    entry,
    made,
    conditions,
    sampled,
    seed,
    request,
    pause,
  }: {
    entry: RelatedTable;
    made: NetworkRows;
    conditions: Conditions;
    sampled: Drawn;
    seed: Seed;
    request: TablesRequest;
    pause: () => void;
  },
): void {
  const { name, child } = entry;
  const plans = plansOf(entry);
  const own = plans.length;
  const above = child && entryOf(sampled.contextTables, relations[child.primary].parent);
  const drawn =
    child === null
      ? {
          table: sample(made.model, {
            rows: requestedRows(entry, request),
            seed,
            given: conditions.given,
            rebalance: conditions.rebalance,
            signal: request.signal,
          }),
          of: new Int32Array(0),
        }
      : drawGivenParents(made, {
          child,
          sampled,
          parent: relations[child.primary].parent,
          conditions,
          seed,
          request,
        });
  const contextOf = ({ table, of }: ChildRows) => {
    const shown = { rows: table.rows, columns: table.columns.slice(0, own) };
    const parent = above && { above, of };
    const context = contextTableOf({ name, table: shown, plans, parent });
    const counts = table.columns.slice(own, own + made.counted.length);
    return { ...context, columns: [...context.columns, ...counts] };
  };
  const { rows, chosen } = chooseParents(drawn, {
    others: made.others,
    follows: made.follows,
    relations,
    contextOf,
    sampled,
    seed,
    pause,
  });
  made.counted.forEach((r, k) => {
    sampled.counts.set(r, wholeNumbers(rows.table.columns[own + k]));
  });
  if (child !== null) chosen.set(child.primary, rows.of);
  const table = { rows: rows.table.rows, columns: rows.table.columns.slice(0, own) };
  sampled.tables[name] = writeReferences(withKeys(table, plans), { relations, chosen, sampled });
  sampled.contextTables.set(name, contextOf(rows));
}
