import { type Seed, streamFor } from '../../../random/stream.ts';
import { entryOf } from '../../../table/entry-of.ts';
import type { Column, Table } from '../../../table/table.ts';
import { takeRows } from '../../../table/take-rows.ts';
import { withBirths } from '../../columns/birth-numbers.ts';
import type { ColumnPlan } from '../../columns/column-plan.ts';
import { withDates } from '../../columns/dated-codes.ts';
import { writeEntities } from '../../columns/make-column.ts';
import { PURPOSES } from '../../random-purposes.ts';
import type { Omitted } from '../../sample/tables-request.ts';
import { addCounts, type ContextTable, takeOrMissing } from '../context-columns.ts';
import { countName } from '../count-name.ts';
import { ancestorRows, type Way } from '../find-followed.ts';
import { columnNamed, type Relation } from '../relation.ts';
import type { ChildModel } from '../tables-model.ts';
import { ALL_TAKEN, sampleOtherParent } from './sample-other-parent.ts';
import type { ChildRows } from './sample-siblings.ts';

/** Linked tables drawn so far. */
export type Drawn = {
  tables: Record<string, Table>;
  /** Context columns that children of each table see. */
  contextTables: Map<string, ContextTable>;
  /** For each relation, the parent row that each row names; -1 for none. */
  parentRowsOf: Map<number, Int32Array>;
  /** For each relation of a private network, the number of children of each parent row. */
  counts: Map<number, Float64Array>;
  left: Omitted[];
};

/** Derives the seed of a part of the sample. */
export function seedOf(seed: Seed, place: number, purpose: number): Seed {
  const stream = streamFor(seed, place, purpose);
  return (BigInt(stream.uint32()) << 32n) | BigInt(stream.uint32());
}

/** Writes the keys of a table's rows. */
export function withKeys(table: Table, plans: readonly ColumnPlan[]): Table {
  const columns = table.columns.map((column, i): Column => {
    const { layout, made } = plans[i];
    if (made?.kind !== 'key') return column;
    return writeEntities(layout, made, { entity: (row) => row, rows: table.rows });
  });
  return withBirths(withDates({ rows: table.rows, columns }, plans), plans);
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

/**
 * Chooses the rows of further tables that drawn rows name; rows for which none is left are omitted.
 *
 * @param contextOf context columns of the drawn rows
 * @returns the remaining rows, and the parent row of each by relation
 */
export function chooseParents(
  drawn: ChildRows,
  {
    others,
    follows,
    relations,
    contextOf,
    sampled,
    seed,
    pause,
  }: Pick<ChildModel, 'others' | 'follows'> & {
    relations: readonly Relation[];
    contextOf: (rows: ChildRows) => ContextTable;
    sampled: Drawn;
    seed: Seed;
    pause: () => void;
  },
): { rows: ChildRows; chosen: Map<number, Int32Array> } {
  let rows = drawn;
  const chosen = new Map<number, Int32Array>();
  for (const other of others) {
    const relation = relations[other.relation];
    const contextTable = entryOf(sampled.contextTables, relation.parent);
    const { meets } = other;
    const above = (from: Int32Array, way: Way) =>
      ancestorRows(from, way, (step) => entryOf(sampled.parentRowsOf, step));
    const all = sampleOtherParent(other, {
      rowTable: contextOf(rows),
      contextTable,
      meeting:
        meets === undefined
          ? null
          : {
              own: above(rows.of, meets.own),
              other: above(
                Int32Array.from({ length: contextTable.rows }, (_, i) => i),
                meets.other,
              ),
            },
      seed: seedOf(seed, other.relation, PURPOSES.otherParentSeed),
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
  for (const { relation, way } of follows)
    chosen.set(
      relation,
      ancestorRows(rows.of, way, (step) => entryOf(sampled.parentRowsOf, step)),
    );
  return { rows, chosen };
}

/** Writes the references of a table's rows, and counts the rows of each parent. */
export function writeReferences(
  table: Table,
  {
    relations,
    chosen,
    sampled: { tables, contextTables, parentRowsOf },
  }: {
    relations: readonly Relation[];
    chosen: ReadonlyMap<number, Int32Array>;
    sampled: Drawn;
  },
): Table {
  let written = table;
  relations.forEach((relation, r) => {
    const of = chosen.get(r);
    if (of === undefined) return;
    parentRowsOf.set(r, of);
    written = withNames(written, { relation, parent: tables[relation.parent], of });
    const above = entryOf(contextTables, relation.parent);
    // A private network draws these numbers with the parent's row.
    if (!above.columns.some(({ name }) => name === countName(relation)))
      addCounts(contextTables, relation, of);
  });
  return written;
}
