import type { EmbedPlan, OrderPlan, OutputPlan, ReadPlan } from '../plan/read-plan.ts';
import { isToOne } from '../schema-cache/schema.ts';
import { boundedRows } from './bounded-sql.ts';
import { conditionSql, whereSql } from './condition-sql.ts';
import { bound, joined, name, nothing, type Sql, sql, trusted } from './sql.ts';

const cast = (expression: Sql, type: Sql | null): Sql =>
  type === null ? expression : sql`CAST(${expression} AS ${type})`;

function outputSql(output: OutputPlan, alias: string): Sql {
  if (output.kind === 'star') return sql`${name(alias)}.*`;
  const plain = output.field === null ? sql`*` : cast(output.field.expression, output.cast);
  const { aggregate } = output;
  const value = aggregate ? cast(sql`${trusted(aggregate.name)}(${plain})`, aggregate.cast) : plain;
  return sql`${value} AS ${name(output.name)}`;
}

const fromSql = (plan: ReadPlan): Sql => sql` FROM ${plan.from} AS ${name(plan.alias)}`;

function orderSql(terms: OrderPlan[]): Sql {
  if (terms.length === 0) return nothing;
  const parts = terms.map(({ field, embed, direction, nulls }) => {
    const { expression } = field;
    const key = embed
      ? sql`(SELECT ${expression}${fromSql(embed.node)}${whereSql([...embed.joinConditions, ...restrictions(embed.node)])} LIMIT 1)`
      : expression;
    const words = [direction ?? '', nulls === null ? '' : `nulls ${nulls}`].join(' ').trimEnd();
    return sql`${key} ${trusted(words.toUpperCase())}`;
  });
  return sql` ORDER BY ${joined(parts, ', ')}`;
}

function rangeSql({ limit, offset }: ReadPlan): Sql {
  const most = limit === null ? nothing : sql` LIMIT ${bound(String(limit))}`;
  const skipped = offset === 0 ? nothing : sql` OFFSET ${bound(String(offset))}`;
  return sql`${most}${skipped}`;
}

/** Groups by column positions, so that each expression appears once. */
function groupSql(outputs: OutputPlan[]): Sql {
  if (!outputs.some((one) => one.kind === 'field' && one.aggregate !== null)) return nothing;
  const places = outputs.flatMap((one, at) =>
    one.kind === 'field' && one.aggregate === null ? [String(at + 1)] : [],
  );
  return places.length === 0 ? nothing : sql` GROUP BY ${trusted(places.join(', '))}`;
}

const givesNothing = ({ outputs, embeds }: ReadPlan): boolean =>
  outputs.length === 0 && embeds.every(({ node }) => givesNothing(node));

/** Join of an embed with its outputs. `bytes` is the size of its lists, if it has some. */
type EmbedJoin = { outputs: Sql[]; join: Sql; bytes: Sql | null };

/** An embed and the bytes that earlier lists of the same row use, as `… + `. */
type Placed = { embed: EmbedPlan; before: Sql };

function embedRows({ embed, before }: Placed): Sql {
  return selectSql(embed.node, { beside: embed.beside, ties: embed.joinConditions, before });
}

const hasLists = ({ embeds }: ReadPlan): boolean =>
  embeds.some(
    ({ relationship, node }) => !givesNothing(node) && (!isToOne(relationship) || hasLists(node)),
  );

function lateral({ join, alias }: EmbedPlan, rows: Sql, condition: Sql): Sql {
  const word = trusted(join === 'inner' ? 'INNER' : 'LEFT');
  return sql` ${word} JOIN LATERAL (${rows}) AS ${name(alias)} ON ${condition}`;
}

const bytesOf = ({ alias }: EmbedPlan): Sql => name(alias, 'pgrst_bytes');

function toOneJoin(placed: Placed): EmbedJoin {
  const { embed } = placed;
  const { node, spread, alias } = embed;
  const rows = embedRows(placed);
  if (givesNothing(node)) {
    return { outputs: [], join: lateral(embed, rows, sql`TRUE`), bytes: null };
  }
  const key = name(embed.name);
  if (!hasLists(node) || (spread && node.names === null)) {
    const outputs = spread
      ? [sql`${name(alias)}.*`]
      : [sql`row_to_json(${name(alias)}.*) AS ${key}`];
    return { outputs, join: lateral(embed, rows, sql`TRUE`), bytes: null };
  }
  const sized = boundedRows({
    rows: sql`(${rows}) AS pgrst_rows`,
    line: sql`row_to_json(pgrst_rows)`,
    type: 'json',
    maxBytes: node.maxBytes,
    before: placed.before,
    kept: spread ? sql`pgrst_rows.*, ` : nothing,
  });
  return {
    outputs: spread
      ? node.names!.map((column) => name(alias, column))
      : [sql`${name(alias, 'pgrst_line')} AS ${key}`],
    join: lateral(embed, sized, sql`TRUE`),
    bytes: bytesOf(embed),
  };
}

function toManyJoin(placed: Placed): EmbedJoin {
  const { embed } = placed;
  const { node, spread, alias } = embed;
  const counted = sql`count(*) AS pgrst_count`;
  const condition = embed.join === 'inner' ? sql`${name(alias, 'pgrst_count')} > 0` : sql`TRUE`;
  const rows = sql`(${embedRows(placed)}) AS pgrst_rows`;
  if (givesNothing(node)) {
    const join = lateral(embed, sql`SELECT ${counted} FROM ${rows}`, condition);
    return { outputs: [], join, bytes: null };
  }
  const lines = boundedRows({
    rows,
    line: sql`row_to_json(pgrst_rows)`,
    type: 'json',
    maxBytes: node.maxBytes,
    before: placed.before,
    kept: spread ? sql`pgrst_rows.*, ` : nothing,
  });
  const list = (value: Sql, key: Sql) => sql`COALESCE(json_agg(${value}), '[]') AS ${key}, `;
  const columns = node.names ?? [];
  const lists = spread
    ? columns.map((column) => list(name('pgrst_list', column), name(column)))
    : [list(name('pgrst_list', 'pgrst_line'), name('pgrst_list'))];
  const sums = sql`${counted}, max(pgrst_bytes) AS pgrst_bytes`;
  return {
    outputs: spread
      ? columns.map((column) => name(alias, column))
      : [sql`${name(alias, 'pgrst_list')} AS ${name(embed.name)}`],
    join: lateral(
      embed,
      sql`SELECT ${joined(lists, '')}${sums} FROM (${lines}) AS pgrst_list`,
      condition,
    ),
    bytes: bytesOf(embed),
  };
}

/** Joins the embeds; each of a row's lists also counts the bytes of those before it. */
function embedJoins(embeds: EmbedPlan[], before: Sql): EmbedJoin[] {
  let used = before;
  return embeds.map((embed) => {
    const placed = { embed, before: used };
    const join = isToOne(embed.relationship) ? toOneJoin(placed) : toManyJoin(placed);
    if (join.bytes !== null) used = sql`${used}COALESCE(${join.bytes}, 0) + `;
    return join;
  });
}

export function selectSql(
  plan: ReadPlan,
  {
    beside = nothing,
    ties = [],
    before = nothing,
  }: { beside?: Sql; ties?: Sql[]; before?: Sql } = {},
): Sql {
  const joins = embedJoins(plan.embeds, before);
  const outputs = [
    ...plan.outputs.map((output) => outputSql(output, plan.alias)),
    ...joins.flatMap((one) => one.outputs),
  ];
  const from = sql`${fromSql(plan)}${crossJoin(beside)}`;
  const where = whereSql([...ties, ...plan.conditions.map((one) => conditionSql(one, existsSql))]);
  return sql`SELECT ${joined(outputs, ', ')}${from}${joined(
    joins.map((one) => one.join),
    '',
  )}${where}${groupSql(plan.outputs)}${orderSql(plan.order)}${rangeSql(plan)}`;
}

const crossJoin = (beside: Sql): Sql => (beside === nothing ? nothing : sql` CROSS JOIN ${beside}`);

function existsSql(embed: EmbedPlan): Sql {
  return sql`EXISTS (SELECT 1${fromSql(embed.node)}${crossJoin(embed.beside)}${whereSql([
    ...embed.joinConditions,
    ...restrictions(embed.node),
  ])})`;
}

function restrictions(plan: ReadPlan): Sql[] {
  return [
    ...plan.conditions.map((one) => conditionSql(one, existsSql)),
    ...plan.embeds.filter(({ join }) => join === 'inner').map(existsSql),
  ];
}

export function countSql(plan: ReadPlan): Sql {
  const isAggregated = plan.outputs.some((one) => one.kind === 'field' && one.aggregate !== null);
  if (isAggregated) {
    const outputs = plan.outputs.map((output) => outputSql(output, plan.alias));
    return sql`SELECT ${joined(outputs, ', ')}${fromSql(plan)}${whereSql(restrictions(plan))}${groupSql(plan.outputs)}`;
  }
  return sql`SELECT 1${fromSql(plan)}${whereSql(restrictions(plan))}`;
}

export function pageSql(plan: ReadPlan): Sql {
  return sql`${countSql(plan)}${rangeSql(plan)}`;
}
