import { type Seed, streamFor } from '../../random/stream.ts';
import type { Column, Table } from '../../table/table.ts';
import { takeRows } from '../../table/take-rows.ts';
import type { ColumnPlan } from '../column-plan.ts';
import { writeEntities } from '../make-column.ts';
import { FitCancelled } from '../model.ts';
import { sample } from '../sample.ts';
import { goUp } from './find-followed.ts';
import { writeRepeats } from './find-repeats.ts';
import { learnedOf, noteCounts } from './fit-relations.ts';
import { columnNamed, type Relation } from './relation.ts';
import type { RelatedTable, RelationsModel } from './relations-model.ts';
import { sampleChildrenHistories } from './sample-children-histories.ts';
import { sampleOtherParent } from './sample-other-parent.ts';
import { sampleSiblings } from './sample-siblings.ts';
import { takeOrMissing, tellingTable } from './told.ts';

export type RelationsRequest = {
  seed: Seed;
  /** Rows of tables that name no other, as a multiple of the file's; 1 where nothing is said. */
  scale?: number;
  /** Rows of single such tables. */
  rows?: Readonly<Record<string, number>>;
  signal?: { readonly aborted: boolean };
};

export type RelationsSample = {
  tables: Record<string, Table>;
  /** Rows left out because every row that they could name was named already and may be named once. */
  left: { relation: Relation; rows: number }[];
};

const SEED_PURPOSE = 0x580000;
const OTHER_PURPOSE = 0x580001;
const NONE = new Int32Array(0);
const MOST_ROWS = 2 ** 31 - 1;

function seedOf(seed: Seed, place: number, purpose: number): Seed {
  const stream = streamFor(seed, place, purpose);
  return (BigInt(stream.uint32()) << 32n) | BigInt(stream.uint32());
}

/** Rows asked for of a table that names no other. */
function rowsWanted({ name, rows }: RelatedTable, request: RelationsRequest): number {
  const wanted = request.rows?.[name] ?? Math.max(1, Math.round(rows * (request.scale ?? 1)));
  if (!Number.isSafeInteger(wanted) || wanted < 1 || wanted > MOST_ROWS)
    throw new RangeError(`rows of ${name} must be a whole number from 1 to ${MOST_ROWS}`);
  return wanted;
}

function checkRequest(model: RelationsModel, request: RelationsRequest): void {
  const { scale = 1, rows = {} } = request;
  if (!(scale > 0 && Number.isFinite(scale))) throw new RangeError('the scale must be above 0');
  for (const name of Object.keys(rows)) {
    const table = model.tables.find((one) => one.name === name);
    if (table === undefined) throw new RangeError(`the model has no table ${name}`);
    if (table.child !== null) {
      const { parent } = model.relations[table.child.primary]!;
      throw new RangeError(`rows of ${name} follow from ${parent}, so they can't be asked for`);
    }
  }
}

const plansOf = ({ made }: RelatedTable): readonly ColumnPlan[] =>
  made.kind === 'siblings' ? made.columns : made.model.columns;

/** Keys counted through from the first row to the last. */
function withKeys(table: Table, plans: readonly ColumnPlan[]): Table {
  const columns = table.columns.map((column, i): Column => {
    const { layout, made } = plans[i]!;
    if (made?.kind !== 'key') return column;
    return writeEntities(layout, made.pattern, made.first, (row) => row, table.rows);
  });
  return { rows: table.rows, columns };
}

/** The column that names another table's rows, written from there. */
function withNames(table: Table, relation: Relation, parent: Table, of: Int32Array): Table {
  const named = takeOrMissing(columnNamed(parent, relation.parentKey), of);
  const columns = table.columns.map((column) =>
    column.name === relation.childKey ? { ...named, name: relation.childKey } : column,
  );
  return { rows: table.rows, columns };
}

/**
 * Draws all tables: the same model, seed and rows give the same tables. Every value that names a row of another
 * table names one that is there.
 *
 * @throws RangeError where the request asks for what the model has not, FitCancelled once the signal is set
 */
export function sampleRelations(model: RelationsModel, request: RelationsRequest): RelationsSample {
  const pause = () => {
    if (request.signal?.aborted) throw new FitCancelled();
  };
  checkRequest(model, request);
  const { relations } = model;
  const tables: Record<string, Table> = {};
  const left: RelationsSample['left'] = [];
  const telling = new Map<string, Table>();
  const named = new Map<number, Int32Array>();
  model.tables.forEach((entry, place) => {
    pause();
    const { name, child, made } = entry;
    const plans = plansOf(entry);
    const seed = seedOf(request.seed, place, SEED_PURPOSE);
    if (child === null || made.kind === 'root') {
      if (made.kind !== 'root') throw new TypeError(`nothing is known of what ${name} belongs to`);
      const rows = rowsWanted(entry, request);
      const { signal } = request;
      const drawn = sample(made.model, { rows, seed, ...(signal !== undefined && { signal }) });
      const table = withKeys(drawn, plans);
      tables[name] = table;
      telling.set(name, tellingTable(name, table, learnedOf(table, plans), null, NONE));
      return;
    }
    const relation = relations[child.primary]!;
    const above = telling.get(relation.parent)!;
    let { table, of } =
      made.kind === 'histories'
        ? sampleChildrenHistories(made, child.told, above, seed, pause)
        : sampleSiblings(made, child.told, above, seed, pause);
    const chosenBy = new Map<number, Int32Array>();
    for (const other of child.others) {
      const further = relations[other.relation]!;
      const own = tellingTable(name, table, learnedOf(table, plans), above, of);
      const otherSeed = seedOf(seed, other.relation, OTHER_PURPOSE);
      const chosen = sampleOtherParent(other, own, telling.get(further.parent)!, otherSeed, pause);
      const kept = chosen.map((_, row) => row).filter((row) => chosen[row] !== -2);
      chosenBy.set(other.relation, chosen);
      if (kept.length === chosen.length) continue;
      left.push({ relation: further, rows: chosen.length - kept.length });
      table = takeRows(table, kept);
      of = Int32Array.from(kept, (row) => of[row]!);
      for (const [r, rows] of chosenBy)
        chosenBy.set(
          r,
          Int32Array.from(kept, (row) => rows[row]!),
        );
    }
    for (const { relation: r, way } of child.follows)
      chosenBy.set(
        r,
        goUp(of, way, (step) => named.get(step)!),
      );
    chosenBy.set(child.primary, of);
    const own = tellingTable(name, table, learnedOf(table, plans), above, of);
    table = writeRepeats(table, plans, child.repeats, of, child.told, above, seed);
    table = withKeys(table, plans);
    relations.forEach((further, r) => {
      const rows = chosenBy.get(r);
      if (rows === undefined) return;
      named.set(r, rows);
      table = withNames(table, further, tables[further.parent]!, rows);
      noteCounts(telling, further, rows);
    });
    tables[name] = table;
    telling.set(name, own);
  });
  return { tables, left };
}
