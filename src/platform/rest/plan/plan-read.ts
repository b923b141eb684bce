import {
  aggregatesNotAllowed,
  badQuery,
  notEmbedded,
  notImplemented,
} from '../errors/request-errors.ts';
import type { At, FieldItem, SelectItem } from '../parse/query.ts';
import { name, type Sql } from '../sql/sql.ts';
import { planCondition, planOrder } from './plan-conditions.ts';
import type { NodeRequest, PlanContext } from './plan-context.ts';
import { planEmbed } from './plan-embed.ts';
import type { EmbedPlan, OutputPlan, ReadPlan } from './read-plan.ts';
import { outputName, resolveField, resolveType, type Scope } from './resolve-field.ts';

const below = <T>(entries: At<T>[], embed: EmbedPlan): At<T>[] =>
  entries
    .filter(({ path }) => path.length > 0 && embed.calledBy.includes(path[0]!))
    .map(({ path, value }) => ({ path: path.slice(1), value }));

const here = <T>(entries: At<T>[]): T[] =>
  entries.filter(({ path }) => path.length === 0).map(({ value }) => value);

function checkPaths(request: NodeRequest, embeds: EmbedPlan[]): void {
  for (const entries of [request.conditions, request.orders, request.limits, request.offsets]) {
    for (const { path } of entries as At<unknown>[]) {
      if (path.length === 0) continue;
      if (!embeds.some(({ calledBy }) => calledBy.includes(path[0]!))) throw notEmbedded(path[0]!);
    }
  }
}

export function planNode(
  context: PlanContext,
  {
    scope,
    from,
    items,
    request,
  }: { scope: Scope; from: Sql; items: SelectItem[]; request: NodeRequest },
): ReadPlan {
  const embeds: EmbedPlan[] = [];
  const scopes = new Map<EmbedPlan, Scope>();
  for (const item of items) {
    if (item.kind !== 'embed') continue;
    const planned = planEmbed(context, scope, item);
    embeds.push(planned.embed);
    scopes.set(planned.embed, planned.scope);
  }
  disambiguate(embeds);
  checkPaths(request, embeds);
  let at = 0;
  for (const item of items) {
    if (item.kind !== 'embed') continue;
    const embed = embeds[at]!;
    at += 1;
    embed.node = planNode(context, {
      scope: scopes.get(embed)!,
      from: embed.node.from,
      items: item.items,
      request: {
        conditions: below(request.conditions, embed),
        orders: below(request.orders, embed),
        limits: below(request.limits, embed),
        offsets: below(request.offsets, embed),
      },
    });
  }
  const outputs = planOutputs(context, scope, items);
  checkAggregates(context, outputs, embeds);
  const limit = here(request.limits)[0] ?? null;
  const { maxRows } = context.options;
  return {
    table: scope.table,
    from,
    alias: scope.alias,
    outputs,
    ...namedOutputs(scope, { items, outputs, embeds }),
    embeds,
    conditions: here(request.conditions).map((one) => planCondition(one, scope, embeds)),
    order: here(request.orders)
      .flat()
      .map((one) => planOrder(one, { scope, embeds, scopes })),
    limit: maxRows === null ? limit : Math.min(limit ?? maxRows, maxRows),
    offset: here(request.offsets)[0] ?? 0,
    maxBytes: context.options.maxBytes,
    used: scope.used,
  };
}

/** Restricts a relation embedded twice to its aliases, so that filters are unambiguous. */
function disambiguate(embeds: EmbedPlan[]): void {
  for (const embed of embeds) {
    const others = embeds.filter((one) => one !== embed);
    if (others.some((one) => one.name === embed.name && !one.spread && !embed.spread)) {
      throw badQuery(`'${embed.name}' is embedded twice`, 'Give each an alias.');
    }
  }
  const callers = embeds.map(({ calledBy, name: own }, at) => {
    const others = embeds.filter((_, other) => other !== at);
    return calledBy.filter((word) =>
      others.every((one) => (word === own ? one.name !== word : !one.calledBy.includes(word))),
    );
  });
  embeds.forEach((embed, at) => {
    embed.calledBy = callers[at]!;
  });
}

/** Returns true for `count` without such a column, which PostgreSQL reads as count(rows). */
const countsRows = (scope: Scope, { field, aggregate }: FieldItem): boolean =>
  aggregate === null &&
  field?.name === 'count' &&
  field.path.length === 0 &&
  scope.columns !== null &&
  !scope.columns.has('count') &&
  !scope.computed.has('count');

function planField(context: PlanContext, scope: Scope, item: FieldItem): OutputPlan {
  const { schema } = context;
  const { field, aggregate } = item;
  const type = (wanted: string | null) => (wanted === null ? null : resolveType(schema, wanted));
  if (countsRows(scope, item)) {
    const output = item.alias ?? 'count';
    name(output);
    const counted = { name: 'count', cast: type(item.cast), ofRows: true } as const;
    return { kind: 'field', field: null, name: output, cast: null, aggregate: counted };
  }
  const output = item.alias ?? aggregate?.name ?? outputName(field!);
  name(output);
  return {
    kind: 'field',
    field: field === null ? null : resolveField(scope, field),
    name: output,
    cast: type(item.cast),
    aggregate:
      aggregate === null
        ? null
        : { name: aggregate.name, cast: type(aggregate.cast), ofRows: false },
  };
}

function planOutputs(context: PlanContext, scope: Scope, items: SelectItem[]): OutputPlan[] {
  const aggregated = items.some((item) => item.kind === 'field' && item.aggregate !== null);
  return items.flatMap((item): OutputPlan[] => {
    if (item.kind === 'embed') return [];
    if (item.kind === 'field') {
      if (item.field !== null) context.countColumn(scope.table, item.field.name);
      return [planField(context, scope, item)];
    }
    for (const column of scope.columns?.keys() ?? ['*']) context.countColumn(scope.table, column);
    if (scope.columns === null || !(scope.materialized || aggregated)) {
      scope.used.add('*');
      return [{ kind: 'star' }];
    }
    return [...scope.columns.keys()].map((column) => ({
      kind: 'field',
      field: resolveField(scope, { name: column, path: [] }),
      name: column,
      cast: null,
      aggregate: null,
    }));
  });
}

function checkAggregates(context: PlanContext, outputs: OutputPlan[], embeds: EmbedPlan[]): void {
  const isAggregated = (list: OutputPlan[]) =>
    list.some((one) => one.kind === 'field' && one.aggregate !== null);
  if (isAggregated(outputs)) {
    const rowsOnly = outputs.every((one) => one.kind === 'field' && one.aggregate?.ofRows === true);
    if (!context.options.aggregates && !rowsOnly) throw aggregatesNotAllowed();
    if (embeds.length > 0) {
      throw notImplemented('Aggregate functions beside an embedded resource are not supported.');
    }
  }
  if (embeds.some((one) => one.spread && isAggregated(one.node.outputs))) {
    throw notImplemented('Aggregate functions in a spread resource are not supported.');
  }
}

/** Returns the type of a column as it is: without cast or aggregate. */
const typeOf = (output: OutputPlan & { kind: 'field' }): string | null =>
  output.cast === null && output.aggregate === null ? (output.field?.type ?? null) : null;

function namedOutputs(
  scope: Scope,
  { items, outputs, embeds }: { items: SelectItem[]; outputs: OutputPlan[]; embeds: EmbedPlan[] },
): Pick<ReadPlan, 'names' | 'types'> {
  const names: string[] = [];
  const types: ReadPlan['types'] = [];
  const add = (name: string, type: string | null) => {
    names.push(name);
    types.push(type);
  };
  let isKnown = true;
  for (const output of outputs) {
    if (output.kind === 'field') add(output.name, typeOf(output));
    else if (scope.columns === null) isKnown = false;
    else for (const column of scope.columns.values()) add(column.name, column.type);
  }
  for (const { spread, name, node } of embeds) {
    const isEmpty = node.outputs.length === 0 && node.embeds.length === 0;
    if (!spread && !isEmpty) add(name, null);
    if (spread && node.names === null) isKnown = false;
    if (spread) for (const [i, own] of (node.names ?? []).entries()) add(own, node.types[i]!);
  }
  if (items.length === 0) return { names: [], types: [] };
  return isKnown ? { names, types } : { names: null, types: [] };
}
