import type { Query } from '../parse/query.ts';
import type { Column, Parameter, Routine, Schema } from '../schema-cache/schema.ts';
import { name } from '../sql/sql.ts';
import { createContext, type ReadOptions, tableScope } from './plan-context.ts';
import { planNode } from './plan-read.ts';
import type { ReadPlan } from './read-plan.ts';
import type { Scope } from './resolve-field.ts';

export type CallArguments =
  | { kind: 'json'; body: string }
  | { kind: 'text'; given: [name: string, value: string][] };

export type CallPlan = {
  routine: Routine;
  parameters: Parameter[];
  args: CallArguments;
  read: ReadPlan;
  /** Computed columns of the returned table that the read uses. */
  computed: string[];
};

/** Column name of a scalar result. */
export const SCALAR = 'pgrst_scalar';

function scopeOf(schema: Schema, routine: Routine): Scope {
  if (routine.table !== null) {
    return { ...tableScope(schema, routine.table, routine.table), materialized: true };
  }
  const scalar: Column = { name: SCALAR, type: 'unknown', defaultSql: null };
  return {
    schema,
    table: routine.name,
    alias: routine.name,
    columns: routine.returns === 'row' ? routine.columns : new Map([[SCALAR, scalar]]),
    computed: new Set(),
    materialized: true,
    used: new Set(),
  };
}

export function planCall(
  schema: Schema,
  {
    routine,
    args,
    argumentNames,
    query,
    options,
  }: {
    routine: Routine;
    args: CallArguments;
    argumentNames: string[];
    query: Query;
    options: ReadOptions;
  },
): CallPlan {
  const scope = scopeOf(schema, routine);
  const capped = { ...options, maxRows: routine.set ? options.maxRows : null };
  const context = createContext(schema, capped, scope.alias);
  const read = planNode(context, {
    scope,
    from: name('pgrst_source'),
    items: query.select,
    request: query,
  });
  const passed = new Set(argumentNames);
  return {
    routine,
    parameters: routine.parameters.filter((one) => one.name === '' || passed.has(one.name)),
    args,
    read,
    computed: [...read.used].filter((one) => scope.computed.has(one)),
  };
}
