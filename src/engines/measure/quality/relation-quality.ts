import { formatCell, isNull } from '../../table/format-table.ts';
import type { Table } from '../../table/table.ts';
import { measuredColumns } from '../measured-columns.ts';
import type { RelationQuality } from '../report/quality-schema.ts';
import { meanOf } from '../statistics/mean.ts';
import { cardinalityShape, intertableTrends, type Relationship } from './multi-table.ts';

/** A table and the one whose rows it names. */
type Side = { child: Table; parent: Table };

const textsOf = (table: Table, name: string): (string | null)[] => {
  const column = table.columns.find((one) => one.name === name);
  if (column === undefined) throw new RangeError(`there is no column ${name}`);
  return Array.from({ length: table.rows }, (_, row) =>
    isNull(column, row) ? null : formatCell(column, row),
  );
};

function counted({ child, parent }: Side, { childKey, parentKey }: Relationship) {
  const known = new Set(textsOf(parent, parentKey));
  const named = textsOf(child, childKey).filter((value) => value !== null);
  const orphans = named.reduce((sum, value) => sum + (known.has(value) ? 0 : 1), 0);
  return { orphans, mean: (named.length - orphans) / Math.max(1, parent.rows) };
}

/**
 * How synthetic rows name rows of another table, beside how real ones do: rows that name none that is there, rows for
 * each parent (SDMetrics' Cardinality), and how columns of both tables go together (its Intertable Trends).
 *
 * @param features columns of the child to compare; keys are not among them
 * @returns shares from 0 to 1, null where there is too little to compare
 */
export function relationQuality(
  real: Side,
  synthetic: Side,
  { relation, features }: { relation: Relationship; features: readonly string[] },
): RelationQuality {
  const { child, parent } = relation;
  const named = (side: Side) => ({ [parent]: side.parent, [child]: side.child });
  const [a, b] = [counted(real, relation), counted(synthetic, relation)];
  const parentFeatures = measuredColumns(real.parent)
    .filter(({ name, role }) => role === 'feature' && name !== relation.parentKey)
    .map(({ name }) => name);
  const trends = intertableTrends(named(real), named(synthetic), {
    relation,
    features: { [parent]: parentFeatures, [child]: features },
  });
  return {
    column: relation.childKey,
    parent,
    parentKey: relation.parentKey,
    orphans: { real: a.orphans, synthetic: b.orphans },
    mean: { real: a.mean, synthetic: b.mean },
    cardinality: cardinalityShape(named(real), named(synthetic), relation),
    trends: meanOf(trends.map(({ score }) => score)),
  };
}
