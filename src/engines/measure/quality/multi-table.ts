import { formatCell, isNull } from '../../table/format-table.ts';
import { sortNumbers } from '../../table/sort-numbers.ts';
import type { Column, Table } from '../../table/table.ts';
import { takeColumn } from '../../table/take-rows.ts';
import { meanOf } from '../statistics/mean.ts';
import { alignColumns } from './align-columns.ts';
import { columnPairTrends } from './shapes-and-trends/column-pair-trends.ts';
import { columnShapes } from './shapes-and-trends/column-shapes.ts';
import { ksComplement } from './shapes-and-trends/ks-complement.ts';

/** Foreign key: every row of `child` references a row of `parent`. */
export type Relationship = { parent: string; parentKey: string; child: string; childKey: string };

export type MultiTableScore = {
  score: number | null;
  columnShapes: number | null;
  columnPairTrends: number | null;
  cardinality: number | null;
  intertableTrends: number | null;
};

const columnOf = (table: Table, name: string): Column => {
  const column = table.columns.find((candidate) => candidate.name === name);
  if (column === undefined) throw new RangeError(`there is no column ${name}`);
  return column;
};

const keys = (column: Column, rows: number): (string | null)[] =>
  Array.from({ length: rows }, (_, row) => (isNull(column, row) ? null : formatCell(column, row)));

/** Counts children of each parent row, references, and references that name no parent. */
export function referenceCounts(parent: Table, child: Table, relation: Relationship) {
  const counts = new Map<string | null, number>();
  for (const key of keys(columnOf(child, relation.childKey), child.rows)) {
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const references = child.rows - (counts.get(null) ?? 0);
  counts.delete(null);
  const parents = keys(columnOf(parent, relation.parentKey), parent.rows);
  const children = Float64Array.from(parents, (key) => counts.get(key) ?? 0);
  const named = new Set(parents);
  let orphans = 0;
  for (const [key, count] of counts) if (!named.has(key)) orphans += count;
  return { children, references, orphans };
}

/** Joins child rows with their parent rows; rows without a parent are dropped. */
function joined(parent: Table, child: Table, relation: Relationship): Table {
  const rowOf = new Map(
    keys(columnOf(parent, relation.parentKey), parent.rows).map((key, row) => [key, row]),
  );
  const parents: number[] = [];
  const children: number[] = [];
  keys(columnOf(child, relation.childKey), child.rows).forEach((key, row) => {
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

/** Computes SDMetrics' CardinalityShapeSimilarity: KSComplement of children per parent. */
export function cardinalityShape(
  real: Pair,
  synthetic: Pair,
  relation: Relationship,
): number | null {
  const [a, b] = [real, synthetic].map((tables) =>
    sortNumbers(
      referenceCounts(tables[relation.parent], tables[relation.child], relation).children,
    ),
  );
  return ksComplement(a, b);
}

/** Computes SDMetrics' Intertable Trends: pair trends between child and parent columns. */
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
 * Computes SDMetrics' QualityReport of several tables: the mean of Column Shapes and Column Pair
 * Trends over all tables, Cardinality (KSComplement of children per parent) and Intertable Trends
 * (pair trends between child and parent columns). Every pair counts, as with thresholds of 0.
 *
 * @param features names of each table's columns to compare, without keys
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
    cardinality,
    intertableTrends: trend,
  };
}
