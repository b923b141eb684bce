import { formatCell, isNull } from '../../table/format-table.ts';
import { sortNumbers } from '../../table/sort-numbers.ts';
import type { Column, Table } from '../../table/table.ts';
import { takeColumn } from '../../table/take-rows.ts';
import { meanOf } from '../statistics/mean.ts';
import { alignColumns } from './align-columns.ts';
import { columnPairTrends } from './shapes-and-trends/column-pair-trends.ts';
import { columnShapes } from './shapes-and-trends/column-shapes.ts';
import { ksComplement } from './shapes-and-trends/ks-complement.ts';

/** Every row of `child` names a row of `parent`. */
export type Relationship = { parent: string; parentKey: string; child: string; childKey: string };

export type MultiTableScore = {
  score: number | null;
  columnShapes: number | null;
  columnPairTrends: number | null;
  cardinality: number | null;
  intertableTrends: number | null;
};

const named = (table: Table, name: string): Column => {
  const column = table.columns.find((one) => one.name === name);
  if (column === undefined) throw new RangeError(`there is no column ${name}`);
  return column;
};

const keys = (column: Column, rows: number): (string | null)[] =>
  Array.from({ length: rows }, (_, row) => (isNull(column, row) ? null : formatCell(column, row)));

/** Rows of the child for each row of the parent, zero included. */
function childCounts(parent: Table, child: Table, relation: Relationship): Float64Array {
  const counts = new Map<string | null, number>();
  for (const key of keys(named(child, relation.childKey), child.rows)) {
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return Float64Array.from(
    keys(named(parent, relation.parentKey), parent.rows),
    (key) => counts.get(key) ?? 0,
  );
}

/** Rows of the child beside the row of the parent that each names; rows that name none are left out. */
function joined(parent: Table, child: Table, relation: Relationship): Table {
  const rowOf = new Map(
    keys(named(parent, relation.parentKey), parent.rows).map((key, row) => [key, row]),
  );
  const parents: number[] = [];
  const children: number[] = [];
  keys(named(child, relation.childKey), child.rows).forEach((key, row) => {
    const at = key === null ? undefined : rowOf.get(key);
    if (at === undefined) return;
    parents.push(at);
    children.push(row);
  });
  const part = (table: Table, prefix: string, rows: number[]) =>
    table.columns.map((column) => ({ ...takeColumn(column, rows), name: prefix + column.name }));
  const columns = [...part(parent, 'parent.', parents), ...part(child, 'child.', children)];
  return { rows: children.length, columns };
}

type Pair = Readonly<Record<string, Table>>;

/** Cardinality: KSComplement of the number of children a parent has, as SDMetrics' CardinalityShapeSimilarity. */
export function cardinalityShape(
  real: Pair,
  synthetic: Pair,
  relation: Relationship,
): number | null {
  const [a, b] = [real, synthetic].map((tables) =>
    sortNumbers(childCounts(tables[relation.parent], tables[relation.child], relation)),
  );
  return ksComplement(a, b);
}

/** SDMetrics' Intertable Trends of one relation: pair trends between each column of the child and each of the parent. */
export function intertableTrends(
  real: Pair,
  synthetic: Pair,
  {
    relation,
    features,
  }: { relation: Relationship; features: Readonly<Record<string, readonly string[]>> },
): { columns: readonly [string, string]; score: number | null }[] {
  const [a, b] = [real, synthetic].map((tables) =>
    joined(tables[relation.parent], tables[relation.child], relation),
  );
  const names = [
    ...features[relation.parent].map((name) => `parent.${name}`),
    ...features[relation.child].map((name) => `child.${name}`),
  ];
  return columnPairTrends(alignColumns([a, b], names)).filter(
    ({ columns: [x, y] }) => x.slice(0, 6) !== y.slice(0, 6),
  );
}

/**
 * SDMetrics' QualityReport of several tables: the mean of Column Shapes and Column Pair Trends over all tables,
 * Cardinality (KSComplement of the number of children a parent) and Intertable Trends (pair trends between the
 * columns of child and parent). Every pair counts, as with thresholds of 0.
 *
 * @param features the names of each table's columns to compare; keys are not among them
 */
export function multiTableScore(
  real: Readonly<Record<string, Table>>,
  {
    synthetic,
    features,
    relationships,
  }: {
    synthetic: Readonly<Record<string, Table>>;
    features: Readonly<Record<string, readonly string[]>>;
    relationships: readonly Relationship[];
  },
): MultiTableScore {
  const shapes: (number | null)[] = [];
  const pairs: (number | null)[] = [];
  for (const [name, names] of Object.entries(features)) {
    const columns = alignColumns([real[name], synthetic[name]], names);
    shapes.push(...columnShapes(columns).map(({ score }) => score));
    pairs.push(...columnPairTrends(columns).map(({ score }) => score));
  }
  const cardinalities = relationships.map((relation) =>
    cardinalityShape(real, synthetic, relation),
  );
  const intertable = relationships.flatMap((relation) =>
    intertableTrends(real, synthetic, { relation, features }).map(({ score }) => score),
  );
  const [shape, pair, cardinality, trend] = [shapes, pairs, cardinalities, intertable].map(meanOf);
  return {
    score: meanOf([shape, pair, cardinality, trend]),
    columnShapes: shape,
    columnPairTrends: pair,
    cardinality: cardinality,
    intertableTrends: trend,
  };
}
