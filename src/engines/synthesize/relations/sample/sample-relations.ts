import { type Seed, streamFor } from '../../../random/stream.ts';
import { entryOf } from '../../../table/entry-of.ts';
import type { Column, Table } from '../../../table/table.ts';
import { takeRows } from '../../../table/take-rows.ts';
import { writeEntities } from '../../columns/make-column.ts';
import type { ColumnPlan } from '../../columns/plan-columns.ts';
import { FitCancelled, type Model } from '../../model/model.ts';
import { sample } from '../../sample/sample.ts';
import { addCounts, type ContextTable, contextTableOf, takeOrMissing } from '../context-columns.ts';
import { ancestorRows } from '../find-followed.ts';
import { writeRepeats } from '../find-repeats.ts';
import { columnNamed, type Relation } from '../relation.ts';
import {
  type ChildModel,
  type HistoryRows,
  plansOf,
  type RelatedTable,
  type RelationsModel,
  type SiblingRows,
} from '../relations-model.ts';
import { sampleChildrenHistories } from './sample-children-histories.ts';
import { ALL_TAKEN, sampleOtherParent } from './sample-other-parent.ts';
import { type ChildRows, sampleSiblings } from './sample-siblings.ts';

export type RelationsRequest = {
  seed: Seed;
  /** Rows of root tables as a multiple of the file's; default 1. */
  scale?: number;
  /** Number of rows of single root tables. */
  rows?: Readonly<Record<string, number>>;
  signal?: { readonly aborted: boolean };
};

export type RelationsSample = {
  tables: Record<string, Table>;
  /** Rows omitted because all candidate parents were taken and may be named only once. */
  left: { relation: Relation; rows: number }[];
};

const SEED_PURPOSE = 0x580000;
const OTHER_PURPOSE = 0x580001;
const MAX_ROWS = 2 ** 31 - 1;

function seedOf(seed: Seed, place: number, purpose: number): Seed {
  const stream = streamFor(seed, place, purpose);
  return (BigInt(stream.uint32()) << 32n) | BigInt(stream.uint32());
}

function requestedRows({ name, rows }: RelatedTable, request: RelationsRequest): number {
  const rowCount = request.rows?.[name] ?? Math.max(1, Math.round(rows * (request.scale ?? 1)));
  if (!Number.isSafeInteger(rowCount) || rowCount < 1 || rowCount > MAX_ROWS)
    throw new RangeError(`Rows of ${name} must be a whole number from 1 to ${MAX_ROWS}.`);
  return rowCount;
}

function checkRequest(model: RelationsModel, request: RelationsRequest): void {
  const { scale = 1, rows = {} } = request;
  if (!(scale > 0 && Number.isFinite(scale))) throw new RangeError('The scale must be above 0.');
  for (const name of Object.keys(rows)) {
    const table = model.tables.find((entry) => entry.name === name);
    if (table === undefined) throw new RangeError(`The model has no table ${name}.`);
    if (table.child !== null) {
      const { parent } = model.relations[table.child.primary];
      throw new RangeError(
        `The number of rows of ${name} follows from ${parent} and can't be set.`,
      );
    }
  }
}

function withKeys(table: Table, plans: readonly ColumnPlan[]): Table {
  const columns = table.columns.map((column, i): Column => {
    const { layout, made } = plans[i];
    if (made?.kind !== 'key') return column;
    return writeEntities(layout, made, { entity: (row) => row, rows: table.rows });
  });
  return { rows: table.rows, columns };
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
  left: RelationsSample['left'];
};

/**
 * Draws all tables; deterministic for a model, seed and number of rows. Every foreign key refers to
 * an existing row.
 *
 * @throws RangeError if the request does not match the model, FitCancelled once the signal is set
 */
export function sampleRelations(model: RelationsModel, request: RelationsRequest): RelationsSample {
  const pause = () => {
    if (request.signal?.aborted) throw new FitCancelled();
  };
  checkRequest(model, request);
  const sampled: Drawn = {
    tables: {},
    contextTables: new Map(),
    parentRowsOf: new Map(),
    left: [],
  };
  model.tables.forEach((entry, place) => {
    pause();
    const seed = seedOf(request.seed, place, SEED_PURPOSE);
    if (entry.made.kind === 'root')
      drawRoot(entry, { model: entry.made.model, request: { ...request, seed }, sampled });
    else if (entry.child !== null)
      drawChild(model.relations, {
        entry,
        child: entry.child,
        made: entry.made,
        seed,
        sampled,
        pause,
      });
    else throw new TypeError(`No parent rows for table ${entry.name}.`);
  });
  return { tables: sampled.tables, left: sampled.left };
}

function drawRoot(
  entry: RelatedTable,
  { model, request, sampled }: { model: Model; request: RelationsRequest; sampled: Drawn },
) {
  const { name } = entry;
  const { seed, signal } = request;
  const rows = requestedRows(entry, request);
  const plans = plansOf(entry);
  const table = withKeys(
    sample(model, { rows, seed, ...(signal !== undefined && { signal }) }),
    plans,
  );
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
    pause,
  }: {
    entry: RelatedTable;
    child: ChildModel;
    made: HistoryRows | SiblingRows;
    seed: Seed;
    sampled: Drawn;
    pause: () => void;
  },
): void {
  const { name } = entry;
  const plans = plansOf(entry);
  const { contextTables, parentRowsOf, tables } = sampled;
  const above = entryOf(contextTables, relations[child.primary].parent);
  let rows =
    made.kind === 'histories'
      ? sampleChildrenHistories(made, child.contextColumns, above, seed, pause)
      : sampleSiblings(made, {
          contextColumns: child.contextColumns,
          contextTable: above,
          seed,
          pause,
        });
  const contextOf = ({ table, of }: ChildRows) =>
    contextTableOf({ name, table, plans, parent: { above, of } });
  const chosen = new Map<number, Int32Array>();
  for (const other of child.others) {
    const relation = relations[other.relation];
    const further = entryOf(contextTables, relation.parent);
    const otherSeed = seedOf(seed, other.relation, OTHER_PURPOSE);
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
