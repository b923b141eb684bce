import type { Seed } from '../../../random/stream.ts';
import { entryOf } from '../../../table/entry-of.ts';
import type { Table } from '../../../table/table.ts';
import { FitCancelled } from '../../model/model.ts';
import { PURPOSES } from '../../random-purposes.ts';
import { checkModelConditions } from '../../sample/check-conditions.ts';
import { sample } from '../../sample/sample.ts';
import {
  type Conditions,
  conditionsOf,
  hasConditions,
  type Omitted,
  requestedRows,
  type TablesRequest,
} from '../../sample/tables-request.ts';
import { contextTableOf } from '../context-columns.ts';
import { writeRepeats } from '../find-repeats.ts';
import type { Relation } from '../relation.ts';
import {
  type ChildModel,
  describedBy,
  type HistoryRows,
  plansOf,
  type RelatedTable,
  rootModel,
  type SiblingRows,
  type TablesModel,
} from '../tables-model.ts';
import { holdTotals } from '../totals/hold-totals.ts';
import { drawNetwork, refuseShares } from './draw-network.ts';
import { chooseParents, type Drawn, seedOf, withKeys, writeReferences } from './link-rows.ts';
import { sampleChildrenHistories } from './sample-children-histories.ts';
import { type ChildRows, sampleSiblings } from './sample-siblings.ts';
import { siblingConditions } from './sibling-conditions.ts';

/**
 * Rejects conditions of a table that its model does not support.
 *
 * @throws RangeError
 */
function checkConditions({ child, made, ...entry }: RelatedTable, conditions: Conditions): void {
  const { given = {}, rebalance } = conditions;
  const plans = plansOf({ child, made, ...entry });
  if (made.kind === 'network') refuseShares({ child, made, ...entry }, conditions);
  for (const { column, contextField } of child?.repeats ?? []) {
    const { name } = plans[column].layout;
    const { columns, of } = child!.contextColumns;
    if (Object.hasOwn(given, name) || rebalance?.column === name)
      throw new RangeError(
        `Column ${name} is determined by ${columns[of[contextField]]}, so it can't be a condition. Use that column instead.`,
      );
  }
  if (made.kind === 'siblings') siblingConditions(made, conditions);
  else checkModelConditions(made.model, conditions);
}

/** Draws linked tables one after another; returns the omitted rows. */
export function* drawLinked(
  model: TablesModel,
  request: TablesRequest,
): Generator<{ name: string; table: Table }, Omitted[]> {
  const pause = () => {
    if (request.signal?.aborted) throw new FitCancelled();
  };
  const sampled: Drawn = {
    tables: {},
    contextTables: new Map(),
    parentRowsOf: new Map(),
    counts: new Map(),
    left: [],
  };
  for (const entry of model.tables) checkConditions(entry, conditionsOf(entry.name, request));
  for (const [place, entry] of model.tables.entries()) {
    pause();
    const seed = seedOf(request.seed, place, PURPOSES.tableSeed);
    const { name, child, made } = entry;
    const conditions = conditionsOf(name, request);
    if (made.kind === 'network')
      drawNetwork(model.relations, { entry, made, conditions, sampled, seed, request, pause });
    else if (child === null)
      drawRoot(entry, { request: { ...request, seed }, conditions, sampled });
    else if (made.kind === 'root') throw new TypeError(`No parent rows for table ${name}.`);
    else
      drawChild(model.relations, {
        entry,
        child,
        made,
        seed,
        sampled,
        conditions,
        isFree: !hasConditions(request),
        pause,
      });
    yield { name, table: sampled.tables[name] };
  }
  return sampled.left;
}

function drawRoot(
  entry: RelatedTable,
  {
    request,
    conditions: { given, rebalance },
    sampled,
  }: { request: TablesRequest; conditions: Conditions; sampled: Drawn },
) {
  const { name } = entry;
  const { seed, signal } = request;
  const plans = plansOf(entry);
  const drawn = sample(rootModel(entry), {
    rows: requestedRows(entry, request),
    seed,
    ...(given !== undefined && { given }),
    ...(rebalance !== undefined && { rebalance }),
    ...(signal !== undefined && { signal }),
  });
  const table = withKeys(drawn, plans);
  sampled.tables[name] = table;
  sampled.contextTables.set(name, contextTableOf({ name, table, plans }));
}

/** Draws a child table's rows, and chooses the rows of other tables that they name. */
function drawChild(
  relations: readonly Relation[],
  {
    entry,
    child,
    made,
    seed,
    sampled,
    conditions,
    isFree,
    pause,
  }: {
    entry: RelatedTable;
    child: ChildModel;
    made: HistoryRows | SiblingRows;
    seed: Seed;
    sampled: Drawn;
    conditions: Conditions;
    isFree: boolean;
    pause: () => void;
  },
): void {
  const { name } = entry;
  const plans = plansOf(entry);
  const { contextTables, tables } = sampled;
  const above = entryOf(contextTables, relations[child.primary].parent);
  const { contextColumns } = child;
  const below = { contextColumns, contextTable: above, seed, pause };
  const drawn =
    made.kind === 'histories'
      ? sampleChildrenHistories(made, { ...below, ...conditions })
      : sampleSiblings(made, { ...below, isFree, conditions: siblingConditions(made, conditions) });
  const isGiven = (column: number) =>
    Object.hasOwn(conditions.given ?? {}, plans[column].layout.name);
  const totalled = holdTotals(drawn, {
    totals: (child.totals ?? []).filter(({ column }) => !isGiven(column)),
    contextTable: above,
    derived: describedBy({ made }).derived,
    isGiven,
  });
  const contextOf = ({ table, of }: ChildRows) =>
    contextTableOf({ name, table, plans, parent: { above, of } });
  const { others, follows } = child;
  const linked = { others, follows, relations, contextOf, sampled, seed, pause };
  const { rows, chosen } = chooseParents(totalled, linked);
  chosen.set(child.primary, rows.of);
  const own = contextOf(rows);
  const repeated = writeRepeats(rows.table, {
    plans,
    repeats: child.repeats,
    of: rows.of,
    contextColumns: child.contextColumns,
    contextTable: above,
    seed,
  });
  tables[name] = writeReferences(withKeys(repeated, plans), { relations, chosen, sampled });
  contextTables.set(name, own);
}
