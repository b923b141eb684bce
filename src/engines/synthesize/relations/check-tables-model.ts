import { entryOf } from '../../table/entry-of.ts';
import { checkCodec } from '../model/check/check-codec.ts';
import { checkModel } from '../model/check/check-model.ts';
import { checkTree } from '../model/check/check-tree.ts';
import { ensure } from '../model/model-unreadable.ts';
import { checkHistories, checkSiblings } from './check-children.ts';
import {
  checkContext,
  checkCount,
  type Kind,
  type Kinds,
  MAX_CHILDREN,
  shapeOf,
} from './check-context.ts';
import { countName } from './count-name.ts';
import type { Way } from './find-followed.ts';
import {
  type ChildModel,
  type NetworkRows,
  ownColumns,
  plansOf,
  type RelatedTable,
  type TablesModel,
} from './tables-model.ts';

function checkOthers(
  model: TablesModel,
  table: RelatedTable,
  kindsByTable: Map<string, Kinds>,
): void {
  const { follows, others } = table.made.kind === 'network' ? table.made : table.child!;
  const primary = table.child?.primary ?? -1;
  const relationNumbers = [
    ...(primary < 0 ? [] : [primary]),
    ...[...follows, ...others].map(({ relation }) => relation),
  ];
  const own = model.relations.flatMap(({ child }, r) => (child === table.name ? [r] : []));
  ensure(
    relationNumbers.length === own.length && own.every((r) => relationNumbers.includes(r)),
    'relations',
  );
  const names = new Set(own.map((r) => model.relations[r].childKey));
  ensure(names.size === own.length, 'relations');
  const reachedBy = (from: string, way: Way): string =>
    way.reduce((at, step) => {
      ensure(model.relations[step]?.child === at, 'derived relations');
      return model.relations[step].parent;
    }, from);
  ensure(primary >= 0 || follows.length === 0, 'derived relations');
  for (const { relation, way } of follows)
    ensure(
      reachedBy(model.relations[primary].parent, way) === model.relations[relation].parent,
      'derived relations',
    );
  for (const other of others) {
    checkContext(other.parent, entryOf(kindsByTable, model.relations[other.relation].parent));
    checkContext(other.row, entryOf(kindsByTable, table.name));
    checkCount(other.count);
    checkTree(other.countTree, shapeOf(other.parent), other.count.size);
    ensure(other.segment < other.parent.fields.length, 'segments');
    const size = other.segment < 0 ? 1 : other.parent.fields[other.segment].codec.size;
    checkTree(other.choose, shapeOf(other.row), size + 1);
    if (other.meets === undefined) continue;
    checkTree(other.meets.agrees, shapeOf(other.row), 2);
    ensure(primary >= 0, 'common ancestors');
    ensure(
      reachedBy(model.relations[primary].parent, other.meets.own) ===
        reachedBy(model.relations[other.relation].parent, other.meets.other),
      'common ancestors',
    );
  }
}

/** Returns the context columns that the sampler will build for a table. */
function kindsOf(table: RelatedTable, above: Kinds | null): Map<string, Kind> {
  const own = plansOf(table).filter(({ made }) => made === null);
  return new Map([
    ...own.map(({ layout }): [string, Kind] => [`${table.name}.${layout.name}`, layout.kind]),
    ...(above ?? []),
  ]);
}

/** Checks that a table's references are columns of it, to keys of earlier tables. */
function checkReferencesOf(
  model: TablesModel,
  table: RelatedTable,
  kindsByTable: ReadonlyMap<string, Kinds>,
): void {
  for (const { child: name, childKey, parent, parentKey } of model.relations) {
    if (name !== table.name) continue;
    const above = model.tables.find((entry) => entry.name === parent);
    ensure(above !== undefined && kindsByTable.has(parent), 'table order');
    ensure(
      plansOf(above).some(({ layout }) => layout.name === parentKey),
      'relations',
    );
    const keyColumn = plansOf(table).find(({ layout }) => layout.name === childKey);
    ensure(keyColumn?.made?.kind === 'reference', 'relations');
  }
}

function checkNetwork(
  model: TablesModel,
  { table, made }: { table: RelatedTable; made: NetworkRows },
  kindsByTable: Map<string, Map<string, Kind>>,
): void {
  const { child, name } = table;
  const { core, columnFields, fields } = made.model;
  checkModel(made.model);
  ensure(core.kind === 'private' && ownColumns(made, child) > 0, 'private networks');
  checkReferencesOf(model, table, kindsByTable);
  const counted = model.relations.flatMap(({ parent }, r) => {
    const children = model.tables.filter((entry) => entry.child?.primary === r);
    return parent === name && children.length > 0 ? [r] : [];
  });
  ensure(
    counted.length === made.counted.length && counted.every((r) => made.counted.includes(r)),
    'numbers of children',
  );
  const first = ownColumns(made, child);
  for (const [field] of columnFields.slice(first, first + counted.length)) {
    const codec = fields[field ?? -1]?.codec;
    ensure(codec?.kind === 'number' && codec.high <= MAX_CHILDREN, 'numbers of children');
  }
  const above = child && entryOf(kindsByTable, model.relations[child.primary]?.parent ?? '');
  if (child !== null && above !== null) {
    ensure(model.relations[child.primary].child === name, 'relations');
    ensure(
      core.model.parents.every(({ length }) => length < 2),
      'private networks',
    );
    checkContext(child.contextColumns, above);
    const known = columnFields.slice(first + counted.length).flat();
    ensure(
      known.length === child.contextColumns.fields.length &&
        known.every((f, k) => fields[f].codec.size === child.contextColumns.fields[k].codec.size),
      'context columns',
    );
  }
  const kinds = kindsOf(table, above);
  for (const r of made.counted) kinds.set(countName(model.relations[r]), 'number');
  kindsByTable.set(name, kinds);
  checkOthers(model, table, kindsByTable);
}

function checkChild(
  model: TablesModel,
  {
    table,
    child,
    kindsByTable,
  }: { table: RelatedTable; child: ChildModel; kindsByTable: Map<string, Map<string, Kind>> },
): void {
  const relation = model.relations[child.primary];
  ensure(relation?.child === table.name, 'relations');
  checkReferencesOf(model, table, kindsByTable);
  const kinds = entryOf(kindsByTable, relation.parent);
  checkContext(child.contextColumns, kinds);
  const plans = plansOf(table);
  for (const { column, field, contextField: place, map } of child.repeats) {
    checkCodec(field.codec);
    const plan = plans[column];
    ensure(plan !== undefined && plan.made?.kind === 'text', 'columns repeated from the parent');
    ensure(plan.layout.kind === field.codec.kind, 'columns repeated from the parent');
    const above = child.contextColumns.fields[place];
    ensure(
      above !== undefined && map.length >= above.codec.size,
      'columns repeated from the parent',
    );
    ensure(
      map.every((code) => code < field.codec.size),
      'columns repeated from the parent',
    );
  }
  const kindAt = (column: number) =>
    plans[column]?.made === null ? plans[column].layout.kind : null;
  for (const { column, above, where } of child.totals ?? []) {
    ensure(kindAt(column) === 'number' && kinds.get(above) === 'number', 'totals of the parent');
    ensure(where === null || kindAt(where.column) === 'category', 'totals of the parent');
  }
  const { made } = table;
  if (made.kind === 'histories') checkHistories(made, child.contextColumns, kinds);
  else if (made.kind === 'siblings') checkSiblings(made, child.contextColumns, kinds);
  kindsByTable.set(table.name, kindsOf(table, kinds));
  checkOthers(model, table, kindsByTable);
  for (const other of model.relations) {
    if (other.child === table.name)
      entryOf(kindsByTable, other.parent).set(countName(other), 'number');
  }
}

/**
 * Rejects a model of several tables that sampling could not process: tables before their parents,
 * and whatever `checkModel` rejects in one table.
 *
 * @throws ModelUnreadable
 */
export function checkTablesModel(model: TablesModel): void {
  const names = model.tables.map(({ name }) => name);
  ensure(new Set(names).size === names.length, 'duplicate table names');
  ensure(
    model.relations.every(({ child }) => names.includes(child)),
    'relations',
  );
  const kindsByTable = new Map<string, Map<string, Kind>>();
  for (const table of model.tables) {
    const { child, made } = table;
    if (made.kind === 'network') {
      checkNetwork(model, { table, made }, kindsByTable);
      continue;
    }
    ensure((child === null) === (made.kind === 'root'), 'root and child tables');
    if (child !== null) {
      checkChild(model, { table, child, kindsByTable });
      continue;
    }
    ensure(
      model.relations.every((relation) => relation.child !== table.name),
      'root and child tables',
    );
    if (made.kind === 'root') checkModel(made.model);
    kindsByTable.set(table.name, kindsOf(table, null));
  }
}
