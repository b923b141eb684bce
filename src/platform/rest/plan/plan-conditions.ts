import { badEmbedFilter, notEmbedded, orderNotToOne } from '../errors/request-errors.ts';
import type { Condition, Filter, OrderTerm } from '../parse/query.ts';
import { isToOne } from '../schema-cache/schema.ts';
import type { ConditionPlan, EmbedPlan, OrderPlan } from './read-plan.ts';
import { resolveField, type Scope } from './resolve-field.ts';

function embedOfFilter({ field, operation }: Filter, scope: Scope, embeds: EmbedPlan[]) {
  if (field.path.length > 0) return null;
  const embed = embeds.find(({ calledBy }) => calledBy.includes(field.name));
  if (!embed) return null;
  if (operation.kind === 'is' && ['null', 'not_null'].includes(operation.truth)) return embed;
  if (scope.columns?.has(field.name)) return null;
  throw badEmbedFilter(field.name);
}

/** Resolves the fields of a condition; `embed=is.null` selects rows without related ones. */
export function planCondition(
  condition: Condition,
  scope: Scope,
  embeds: EmbedPlan[],
): ConditionPlan {
  if (condition.kind !== 'filter') {
    const operands = condition.operands.map((one) => planCondition(one, scope, embeds));
    return { kind: condition.kind, negated: condition.negated, operands };
  }
  const { negated, operation } = condition;
  const embed = embedOfFilter(condition, scope, embeds);
  if (embed && operation.kind === 'is') {
    return { kind: 'embed', isNull: (operation.truth === 'null') !== negated, embed };
  }
  return { kind: 'filter', negated, field: resolveField(scope, condition.field), operation };
}

export function planOrder(
  term: OrderTerm,
  { scope, embeds, scopes }: { scope: Scope; embeds: EmbedPlan[]; scopes: Map<EmbedPlan, Scope> },
): OrderPlan {
  const { relation, direction, nulls } = term;
  if (relation === null) {
    return { direction, nulls, embed: null, field: resolveField(scope, term.field) };
  }
  const embed = embeds.find(({ calledBy }) => calledBy.includes(relation));
  if (!embed) throw notEmbedded(relation);
  if (!isToOne(embed.relationship)) throw orderNotToOne(scope.table, relation);
  return { direction, nulls, embed, field: resolveField(scopes.get(embed)!, term.field) };
}
