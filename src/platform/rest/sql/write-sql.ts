import type { InsertPlan, UpdatePlan, WritePlan } from '../plan/plan-write.ts';
import type { Column } from '../schema-cache/schema.ts';
import { conditionSql, whereSql } from './condition-sql.ts';
import { bound, joined, literal, name, nothing, type Sql, sql, trusted } from './sql.ts';

/** Setting in which an upsert counts existing rows. */
export const UPDATED = 'pgrst.updated';

const noEmbeds = (): Sql => nothing;

const listed = (columns: Column[], write: (column: Column) => Sql): Sql =>
  joined(columns.map(write), ', ');

const typed = (columns: Column[]): Sql =>
  listed(columns, (column) => sql`${name(column.name)} ${trusted(column.type)}`);

function payloadSql(
  { payload, columns }: Pick<InsertPlan, 'payload' | 'columns'>,
  defaulted: Column[] = [],
): Sql {
  const body = bound(payload.raw);
  const kind = payload.isArray ? 'recordset' : 'record';
  if (columns.length === 0) {
    return payload.isArray
      ? sql`json_array_elements(${body}::json) AS pgrst_body`
      : sql`(VALUES (1)) AS pgrst_body`;
  }
  if (defaulted.length === 0) {
    return sql`${trusted(`json_to_${kind}`)}(${body}::json) AS pgrst_body(${typed(columns)})`;
  }
  const defaults = listed(
    defaulted,
    (column) => sql`${literal(column.name)}, ${trusted(column.defaultSql ?? 'NULL')}`,
  );
  // Evaluated per row, since a default may be a sequence or a random key.
  return sql`jsonb_array_elements(${body}::jsonb) AS pgrst_row CROSS JOIN LATERAL jsonb_to_record(jsonb_build_object(${defaults}) || pgrst_row) AS pgrst_body(${typed(columns)})`;
}

function conflictSql({ conflict, columns }: InsertPlan): Sql {
  if (conflict === null) return nothing;
  const target = joined(
    conflict.columns.map((column) => name(column)),
    ', ',
  );
  if (conflict.action === 'ignore' || columns.length === 0) {
    return sql` ON CONFLICT (${target}) DO NOTHING`;
  }
  // The key stays; it is set to itself only if nothing else is, so that the row is returned.
  const others = columns.filter((column) => !conflict.columns.includes(column.name));
  const assignments = listed(others.length > 0 ? others : columns, (column) => {
    const own = name(column.name);
    return sql`${own} = EXCLUDED.${own}`;
  });
  const setting = literal(UPDATED);
  const counted = sql`set_config(${setting}, (coalesce(nullif(current_setting(${setting}, true), ''), '0')::int + 1)::text, true) IS NOT NULL`;
  return sql` ON CONFLICT (${target}) DO UPDATE SET ${assignments} WHERE ${counted}`;
}

function insertSql(plan: InsertPlan): Sql {
  const { table, columns } = plan;
  const names =
    columns.length === 0 ? nothing : sql` (${listed(columns, (column) => name(column.name))})`;
  const values = listed(columns, (column) => name('pgrst_body', column.name));
  return sql`INSERT INTO ${name('public', table)} AS ${name(table)}${names} SELECT ${values} FROM ${payloadSql(plan, plan.defaulted)}${conflictSql(plan)}`;
}

function updateSql({ table, payload, columns, conditions }: UpdatePlan): Sql {
  const assignments = listed(
    columns,
    (column) => sql`${name(column.name)} = ${name('pgrst_body', column.name)}`,
  );
  const where = whereSql(conditions.map((one) => conditionSql(one, noEmbeds)));
  return sql`UPDATE ${name('public', table)} AS ${name(table)} SET ${assignments} FROM ${payloadSql({ payload, columns })}${where}`;
}

function returningSql({ table, returning, computed }: WritePlan): Sql {
  const columns = returning.has('*')
    ? [sql`${name(table)}.*`]
    : [...returning].map((column) => name(table, column));
  const functions = computed.map(
    (one) => sql`${name('public', one)}(${name(table)}) AS ${name(one)}`,
  );
  const all = [...columns, ...functions];
  return sql` RETURNING ${all.length === 0 ? sql`1` : joined(all, ', ')}`;
}

function writeSqlOf(plan: WritePlan): Sql {
  switch (plan.kind) {
    case 'insert':
      return insertSql(plan);
    case 'update':
      return updateSql(plan);
    case 'delete': {
      const { table, conditions } = plan;
      const where = whereSql(conditions.map((one) => conditionSql(one, noEmbeds)));
      return sql`DELETE FROM ${name('public', table)} AS ${name(table)}${where}`;
    }
  }
}

export function writeSql(plan: WritePlan): Sql {
  if (plan.kind === 'update' && plan.columns.length === 0) {
    // Nothing to set: nothing is written, but the answer keeps its columns.
    const { table, returning } = plan;
    const columns = returning.has('*')
      ? sql`*`
      : joined(
          [...returning].map((one) => name(one)),
          ', ',
        );
    const computed = plan.computed.map((one) => sql`, NULL AS ${name(one)}`);
    return sql`SELECT ${returning.size === 0 ? sql`1` : columns}${joined(computed, '')} FROM ${name('public', table)} WHERE false`;
  }
  return sql`${writeSqlOf(plan)}${returningSql(plan)}`;
}
