import type { EmbedPlan, OrderPlan, OutputPlan, ReadPlan } from '../plan/read-plan.ts';
import { isToOne } from '../schema-cache/schema.ts';
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

/** Selects the rows of an embed that belong to one parent. */
function embedRows(embed: EmbedPlan): Sql {
  return selectSql(embed.node, embed.beside, embed.joinConditions);
}

function embedJoin(embed: EmbedPlan): { outputs: Sql[]; join: Sql } {
  const { node, spread } = embed;
  const alias = name(embed.alias);
  const word = trusted(embed.join === 'inner' ? 'INNER' : 'LEFT');
  const lateral = (rows: Sql, condition: Sql) =>
    sql` ${word} JOIN LATERAL (${rows}) AS ${alias} ON ${condition}`;
  const key = name(embed.name);
  if (isToOne(embed.relationship)) {
    const outputs = spread ? [sql`${alias}.*`] : [sql`row_to_json(${alias}.*) AS ${key}`];
    return {
      outputs: givesNothing(node) ? [] : outputs,
      join: lateral(embedRows(embed), sql`TRUE`),
    };
  }
  const rows = name('pgrst_rows');
  const counted = sql`count(*) AS ${name('pgrst_count')}`;
  const condition =
    embed.join === 'inner' ? sql`${name(embed.alias, 'pgrst_count')} > 0` : sql`TRUE`;
  if (givesNothing(node)) {
    return {
      outputs: [],
      join: lateral(sql`SELECT ${counted} FROM (${embedRows(embed)}) AS ${rows}`, condition),
    };
  }
  if (!spread) {
    const list = sql`COALESCE(json_agg(${rows}), '[]')`;
    return {
      outputs: [sql`${name(embed.alias, 'pgrst_list')} AS ${key}`],
      join: lateral(
        sql`SELECT ${list} AS ${name('pgrst_list')}, ${counted} FROM (${embedRows(embed)}) AS ${rows}`,
        condition,
      ),
    };
  }
  const columns = node.names ?? [];
  const lists = columns.map(
    (column) => sql`COALESCE(json_agg(${name('pgrst_rows', column)}), '[]') AS ${name(column)}, `,
  );
  return {
    outputs: columns.map((column) => name(embed.alias, column)),
    join: lateral(
      sql`SELECT ${joined(lists, '')}${counted} FROM (${embedRows(embed)}) AS ${rows}`,
      condition,
    ),
  };
}

export function selectSql(plan: ReadPlan, beside: Sql = nothing, ties: Sql[] = []): Sql {
  const joins = plan.embeds.map(embedJoin);
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

/** Tests if a parent has related rows, including nested inner joins. */
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

/** Selects one row per result row, without limit and offset. */
export function countSql(plan: ReadPlan): Sql {
  const isAggregated = plan.outputs.some((one) => one.kind === 'field' && one.aggregate !== null);
  if (isAggregated) {
    const outputs = plan.outputs.map((output) => outputSql(output, plan.alias));
    return sql`SELECT ${joined(outputs, ', ')}${fromSql(plan)}${whereSql(restrictions(plan))}${groupSql(plan.outputs)}`;
  }
  return sql`SELECT 1${fromSql(plan)}${whereSql(restrictions(plan))}`;
}

/** Selects as many rows as the read returns, without their content. */
export function pageSql(plan: ReadPlan): Sql {
  return sql`${countSql(plan)}${rangeSql(plan)}`;
}
