import type { EmbedItem } from '../parse/query.ts';
import type { Relationship } from '../schema-cache/schema.ts';
import { joined, name, nothing, type Sql, sql } from '../sql/sql.ts';
import { findRelationship } from './find-relationship.ts';
import { emptyNode, type PlanContext, tableScope } from './plan-context.ts';
import type { EmbedPlan } from './read-plan.ts';
import type { Scope } from './resolve-field.ts';

/** Source of a computed relationship: the function's result for the parent's row. */
function computedSource(parent: Scope, relationship: Relationship): Sql {
  const call = name('public', relationship.constraint);
  if (!parent.materialized) return sql`${call}(${name(parent.alias)})`;
  const columns = [...(parent.columns?.keys() ?? [])];
  for (const column of columns) parent.used.add(column);
  const row = joined(
    columns.map((column) => name(parent.alias, column)),
    ', ',
  );
  return sql`${call}(row(${row})::${name('public', parent.table)})`;
}

/** Joins an embedded relation to its parent; its own outputs and conditions are planned later. */
export function planEmbed(
  context: PlanContext,
  parent: Scope,
  item: EmbedItem,
): { embed: EmbedPlan; scope: Scope } {
  const { schema, freshAlias } = context;
  const relationship = findRelationship(schema, {
    parent: parent.table,
    target: item.target,
    hint: item.hint,
  });
  const alias = freshAlias(relationship.to);
  const scope = tableScope(schema, relationship.to, alias);
  const { junction } = relationship;
  let beside = nothing;
  const joinConditions: Sql[] = [];
  const tie = (own: Sql, parentColumn: string) => {
    parent.used.add(parentColumn);
    joinConditions.push(sql`${own} = ${name(parent.alias, parentColumn)}`);
  };
  if (junction) {
    const middle = freshAlias(junction.table);
    beside = sql`${name('public', junction.table)} AS ${name(middle)}`;
    for (const [column, other] of junction.source) tie(name(middle, other), column);
    for (const [column, other] of junction.target) {
      joinConditions.push(sql`${name(middle, other)} = ${name(alias, column)}`);
    }
  }
  for (const [column, other] of relationship.columns) tie(name(alias, other), column);
  const outputName = item.alias ?? item.target;
  name(outputName);
  const embed: EmbedPlan = {
    calledBy: [...new Set([outputName, item.target])],
    name: outputName,
    relationship,
    spread: item.spread,
    join: item.join,
    alias: freshAlias('embed'),
    joinConditions,
    beside,
    node: emptyNode(
      relationship.computed
        ? computedSource(parent, relationship)
        : name('public', relationship.to),
    ),
  };
  return { embed, scope };
}
