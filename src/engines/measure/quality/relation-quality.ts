import type { Table } from '../../table/table.ts';
import { measuredColumns } from '../measured-columns.ts';
import type { RelationQuality } from '../report/quality-schema.ts';
import { meanOf } from '../statistics/mean.ts';
import {
  cardinalityShape,
  intertableTrends,
  type Relationship,
  referenceCounts,
} from './multi-table.ts';

type Side = { child: Table; parent: Table };

function counted({ child, parent }: Side, relation: Relationship) {
  const { references, orphans } = referenceCounts(parent, child, relation);
  return { orphans, mean: (references - orphans) / Math.max(1, parent.rows) };
}

/**
 * Compares references of synthetic rows to another table with those of real rows: orphans, rows per
 * parent (SDMetrics' Cardinality), and trends between columns of both tables (its Intertable
 * Trends).
 *
 * @param features child columns to compare, without keys
 * @returns shares from 0 to 1, null if there are too few rows
 */
export function relationQuality(
  real: Side,
  synthetic: Side,
  { relation, features }: { relation: Relationship; features: readonly string[] },
): RelationQuality {
  const { child, parent } = relation;
  const tablesByName = (side: Side) => ({ [parent]: side.parent, [child]: side.child });
  const [a, b] = [counted(real, relation), counted(synthetic, relation)];
  const parentFeatures = measuredColumns(real.parent)
    .filter(({ name, role }) => role === 'feature' && name !== relation.parentKey)
    .map(({ name }) => name);
  const trends = intertableTrends(tablesByName(real), tablesByName(synthetic), {
    relation,
    features: { [parent]: parentFeatures, [child]: features },
  });
  return {
    column: relation.childKey,
    parent,
    parentKey: relation.parentKey,
    orphans: { real: a.orphans, synthetic: b.orphans },
    mean: { real: a.mean, synthetic: b.mean },
    cardinality: cardinalityShape(tablesByName(real), tablesByName(synthetic), relation),
    trends: meanOf(trends.map(({ score }) => score)),
  };
}
