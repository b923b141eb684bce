import { noColumn, noType } from '../errors/schema-errors.ts';
import type { Field } from '../parse/query.ts';
import type { Column, Schema } from '../schema-cache/schema.ts';
import { suggest } from '../schema-cache/suggest.ts';
import { bound, name, type Sql, sql, trusted } from '../sql/sql.ts';
import type { FieldPlan } from './read-plan.ts';

export type Scope = {
  schema: Schema;
  table: string;
  alias: string;
  /** Null if only PostgreSQL knows the columns: a function that returns `record`. */
  columns: Map<string, Column> | null;
  computed: Set<string>;
  /** True for results of a write or call, in which computed columns are already evaluated. */
  materialized: boolean;
  used: Set<string>;
};

const JSON_TYPES = ['json', 'jsonb'];

function resolveColumn(scope: Scope, column: string): { expression: Sql; type: string | null } {
  const definition = scope.columns?.get(column);
  if (definition || (scope.columns === null && !scope.computed.has(column))) {
    scope.used.add(column);
    return { expression: name(scope.alias, column), type: definition?.type ?? null };
  }
  if (scope.computed.has(column)) {
    scope.used.add(column);
    if (scope.materialized) return { expression: name(scope.alias, column), type: null };
    return { expression: sql`${name('public', column)}(${name(scope.alias)})`, type: null };
  }
  throw noColumn(scope.table, column, suggest(column, scope.columns?.keys() ?? []));
}

export function resolveField(scope: Scope, field: Field): FieldPlan {
  const { expression, type } = resolveColumn(scope, field.name);
  if (field.path.length === 0) return { expression, type };
  const isJson = type !== null && JSON_TYPES.includes(type);
  const start = isJson ? expression : sql`to_jsonb(${expression})`;
  const whole = field.path.reduce((inner, { arrow, key }) => {
    const operand =
      typeof key === 'number' ? sql`${bound(String(key))}::int` : sql`${bound(key)}::text`;
    return sql`${inner}${trusted(arrow)}${operand}`;
  }, start);
  const last = field.path.at(-1)!;
  return { expression: whole, type: last.arrow === '->>' ? 'text' : isJson ? type : 'jsonb' };
}

export function outputName({ name: column, path }: Field): string {
  const keys = path.map(({ key }) => key).filter((key) => typeof key === 'string');
  return keys.at(-1) ?? column;
}

export function resolveType(schema: Schema, wanted: string): Sql {
  const isArray = wanted.endsWith('[]');
  const plain = (isArray ? wanted.slice(0, -2) : wanted).trim().replace(/ +/g, ' ');
  const type = schema.types.get(plain) ?? schema.types.get(plain.toLowerCase());
  if (type === undefined) throw noType(wanted.slice(0, 100));
  return trusted(isArray ? `${type}[]` : type);
}
