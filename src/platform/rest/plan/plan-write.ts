import { needsWhere, notImplemented } from '../errors/request-errors.ts';
import { noPayloadColumn } from '../errors/schema-errors.ts';
import { type Payload, uniformKeys } from '../parse/parse-payload.ts';
import type { Preferences } from '../parse/parse-preferences.ts';
import type { At, Query } from '../parse/query.ts';
import type { Column, Relation, Schema } from '../schema-cache/schema.ts';
import { name } from '../sql/sql.ts';
import { planCondition } from './plan-conditions.ts';
import { createContext, type ReadOptions, tableScope } from './plan-context.ts';
import { planNode } from './plan-read.ts';
import type { ConditionPlan, ReadPlan } from './read-plan.ts';

export type InsertPlan = {
  kind: 'insert';
  table: string;
  payload: Payload;
  columns: Column[];
  /** Columns that some rows leave to their default. */
  defaulted: Column[];
  conflict: { columns: string[]; action: 'merge' | 'ignore' } | null;
};

export type UpdatePlan = {
  kind: 'update';
  table: string;
  payload: Payload;
  columns: Column[];
  conditions: ConditionPlan[];
};

type DeletePlan = { kind: 'delete'; table: string; conditions: ConditionPlan[] };

export type WritePlan = (InsertPlan | UpdatePlan | DeletePlan) & {
  /** Read of the written rows; null if not requested. */
  read: ReadPlan | null;
  /** Columns to return; `*` for all. */
  returning: Set<string>;
  /** Computed columns, evaluated while the row still has its type. */
  computed: string[];
};

const isRoot = ({ path }: At<unknown>): boolean => path.length === 0;

function payloadColumns(relation: Relation, names: string[]): Column[] {
  return names.map((column) => {
    const definition = relation.columns.get(column);
    if (!definition) throw noPayloadColumn(relation.name, column);
    return definition;
  });
}

function planInsert(
  relation: Relation,
  { payload, query, preferences }: { payload: Payload; query: Query; preferences: Preferences },
): InsertPlan {
  let names = query.columns ?? uniformKeys(payload);
  let defaulted: Column[] = [];
  if (preferences.missing === 'default') {
    const absent = (column: string) => (row: object) => !Object.hasOwn(row, column);
    payloadColumns(relation, names);
    // Columns that no row sets are left out of the statement and get their default.
    names = names.filter((column) => !payload.rows.every(absent(column)));
    defaulted = payloadColumns(
      relation,
      names.filter((column) => payload.rows.some(absent(column))),
    );
  }
  const { resolution } = preferences;
  const target = query.onConflict ?? relation.primaryKey;
  const conflict =
    resolution === null || target.length === 0
      ? null
      : {
          columns: payloadColumns(relation, target).map((column) => column.name),
          action: resolution === 'merge-duplicates' ? ('merge' as const) : ('ignore' as const),
        };
  const columns = payloadColumns(relation, names);
  return { kind: 'insert', table: relation.name, payload, columns, defaulted, conflict };
}

function planConditions(schema: Schema, table: string, query: Query): ConditionPlan[] {
  const scope = tableScope(schema, table, table);
  return query.conditions.filter(isRoot).map(({ value }) => planCondition(value, scope, []));
}

export function planWrite(
  schema: Schema,
  {
    relation,
    kind,
    query,
    preferences,
    payload,
    options,
  }: {
    relation: Relation;
    kind: WritePlan['kind'];
    query: Query;
    preferences: Preferences;
    payload: Payload | null;
    options: ReadOptions;
  },
): WritePlan {
  const ranged = query.limits.some(isRoot) || query.offsets.some(isRoot);
  if (kind !== 'insert' && ranged) {
    throw notImplemented(`limit and offset are not supported on ${kind}; filter by a key instead.`);
  }
  const table = relation.name;
  const conditions = kind === 'insert' ? [] : planConditions(schema, table, query);
  if (kind !== 'insert' && conditions.length === 0) {
    throw needsWhere(kind === 'update' ? 'UPDATE' : 'DELETE');
  }
  const shown = planShown(schema, { relation, query, preferences, options });
  if (kind === 'delete') return { kind, table, conditions, ...shown };
  if (kind === 'insert') {
    return { ...planInsert(relation, { payload: payload!, query, preferences }), ...shown };
  }
  const names = query.columns ?? uniformKeys(payload!);
  const columns = payloadColumns(relation, names);
  return { kind, table, payload: payload!, columns, conditions, ...shown };
}

function planShown(
  schema: Schema,
  {
    relation,
    query,
    preferences: { representation },
    options,
  }: { relation: Relation; query: Query; preferences: Preferences; options: ReadOptions },
): Pick<WritePlan, 'read' | 'returning' | 'computed'> {
  if (representation === 'headers-only') {
    return { read: null, returning: new Set(relation.primaryKey), computed: [] };
  }
  if (representation !== 'representation') {
    return { read: null, returning: new Set(), computed: [] };
  }
  const unlimited = { ...options, maxRows: null };
  const scope = { ...tableScope(schema, relation.name, relation.name), materialized: true };
  const read = planNode(createContext(schema, unlimited, relation.name), {
    scope,
    from: name('pgrst_source'),
    items: query.select,
    request: { ...query, conditions: query.conditions.filter((one) => !isRoot(one)) },
  });
  const computed = [...read.used].filter((one) => scope.computed.has(one));
  const returning = new Set([...read.used].filter((one) => !scope.computed.has(one)));
  return { read, returning, computed };
}
