import { type Seed, streamFor } from '../../../random/stream.ts';
import { entryOf } from '../../../table/entry-of.ts';
import type { Column, Table } from '../../../table/table.ts';
import { takeRows } from '../../../table/take-rows.ts';
import type { ColumnPlan } from '../../columns/column-plan.ts';
import { withDates } from '../../columns/dated-codes.ts';
import { writeEntities } from '../../columns/make-column.ts';
import { FitCancelled } from '../../model/model.ts';
import { PURPOSES } from '../../random-purposes.ts';
import { checkModelConditions } from '../../sample/check-conditions.ts';
import { sample } from '../../sample/sample.ts';
import {
  type Conditions,
  conditionsOf,
  type Omitted,
  requestedRows,
  type TablesRequest,
} from '../../sample/tables-request.ts';
import { addCounts, type ContextTable, contextTableOf, takeOrMissing } from '../context-columns.ts';
import { ancestorRows } from '../find-followed.ts';
import { writeRepeats } from '../find-repeats.ts';
import { columnNamed, type Relation } from '../relation.ts';
import {
  type ChildModel,
  type HistoryRows,
  plansOf,
  type RelatedTable,
  rootModel,
  type SiblingRows,
  type TablesModel,
} from '../tables-model.ts';
import { sampleChildrenHistories } from './sample-children-histories.ts';
import { ALL_TAKEN, sampleOtherParent } from './sample-other-parent.ts';
import { type ChildRows, sampleSiblings } from './sample-siblings.ts';
import { siblingConditions } from './sibling-conditions.ts';

function seedOf(seed: Seed, place: number, purpose: number): Seed {
  const stream = streamFor(seed, place, purpose);
  return (BigInt(stream.uint32()) << 32n) | BigInt(stream.uint32());
}

/**
 * Rejects conditions of a table that its model does not support.
 *
 * @throws RangeError
 */
function checkConditions({ child, made, ...entry }: RelatedTable, conditions: Conditions): void {
  const { given = {}, rebalance } = conditions;
  const plans = plansOf({ child, made, ...entry });
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

function withKeys(table: Table, plans: readonly ColumnPlan[]): Table {
  const columns = table.columns.map((column, i): Column => {
    const { layout, made } = plans[i];
    if (made?.kind !== 'key') return column;
    return writeEntities(layout, made, { entity: (row) => row, rows: table.rows });
  });
  return withDates({ rows: table.rows, columns }, plans);
}

/** Writes the column that refers to another table's rows. */
function withNames(
  table: Table,
  { relation, parent, of }: { relation: Relation; parent: Table; of: Int32Array },
): Table {
  const keyColumn = takeOrMissing(columnNamed(parent, relation.parentKey), of);
  const columns = table.columns.map((column) =>
    column.name === relation.childKey ? { ...keyColumn, name: relation.childKey } : column,
  );
  return { rows: table.rows, columns };
}

type Drawn = {
  tables: Record<string, Table>;
  /** Context columns that children of each table see. */
  contextTables: Map<string, ContextTable>;
  /** For each relation, the parent row that each row names; -1 for none. */
  parentRowsOf: Map<number, Int32Array>;
  left: Omitted[];
};

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
    left: [],
  };
  for (const entry of model.tables) checkConditions(entry, conditionsOf(entry.name, request));
  for (const [place, entry] of model.tables.entries()) {
    pause();
    const seed = seedOf(request.seed, place, PURPOSES.tableSeed);
    const { name, child, made } = entry;
    const conditions = conditionsOf(name, request);
    if (child === null) drawRoot(entry, { request: { ...request, seed }, conditions, sampled });
    else if (made.kind === 'root') throw new TypeError(`No parent rows for table ${name}.`);
    else drawChild(model.relations, { entry, child, made, seed, sampled, conditions, pause });
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
    pause,
  }: {
    entry: RelatedTable;
    child: ChildModel;
    made: HistoryRows | SiblingRows;
    seed: Seed;
    sampled: Drawn;
    conditions: Conditions;
    pause: () => void;
  },
): void {
  const { name } = entry;
  const plans = plansOf(entry);
  const { contextTables, parentRowsOf, tables } = sampled;
  const above = entryOf(contextTables, relations[child.primary].parent);
  const { contextColumns } = child;
  const below = { contextColumns, contextTable: above, seed, pause };
  let rows =
    made.kind === 'histories'
      ? sampleChildrenHistories(made, { ...below, ...conditions })
      : sampleSiblings(made, { ...below, conditions: siblingConditions(made, conditions) });
  const contextOf = ({ table, of }: ChildRows) =>
    contextTableOf({ name, table, plans, parent: { above, of } });
  const chosen = new Map<number, Int32Array>();
  for (const other of child.others) {
    const relation = relations[other.relation];
    const further = entryOf(contextTables, relation.parent);
    const otherSeed = seedOf(seed, other.relation, PURPOSES.otherParentSeed);
    const all = sampleOtherParent(other, {
      rowTable: contextOf(rows),
      contextTable: further,
      seed: otherSeed,
      pause,
    });
    const retained = Int32Array.from(all.keys()).filter((row) => all[row] !== ALL_TAKEN);
    chosen.set(other.relation, all);
    if (retained.length === all.length) continue;
    sampled.left.push({ relation, rows: all.length - retained.length });
    rows = { table: takeRows(rows.table, retained), of: retained.map((row) => rows.of[row]) };
    for (const [r, of] of chosen)
      chosen.set(
        r,
        retained.map((row) => of[row]),
      );
  }
  for (const { relation, way } of child.follows) {
    const of = ancestorRows(rows.of, way, (step) => entryOf(parentRowsOf, step));
    chosen.set(relation, of);
  }
  chosen.set(child.primary, rows.of);
  const own = contextOf(rows);
  let table = writeRepeats(rows.table, {
    plans,
    repeats: child.repeats,
    of: rows.of,
    contextColumns: child.contextColumns,
    contextTable: above,
    seed,
  });
  table = withKeys(table, plans);
  relations.forEach((relation, r) => {
    const of = chosen.get(r);
    if (of === undefined) return;
    parentRowsOf.set(r, of);
    table = withNames(table, { relation, parent: tables[relation.parent], of });
    addCounts(contextTables, relation, of);
  });
  tables[name] = table;
  contextTables.set(name, own);
}
