import { selectedTooOften } from '../errors/request-errors.ts';
import type { At, Condition, OrderTerm } from '../parse/query.ts';
import type { Schema } from '../schema-cache/schema.ts';
import type { Sql } from '../sql/sql.ts';
import type { ReadPlan } from './read-plan.ts';
import type { Scope } from './resolve-field.ts';

export type ReadOptions = {
  maxRows: number | null;
  aggregates: boolean;
  /** Limit of bytes of an answer. */
  maxBytes: number;
};

export type NodeRequest = {
  conditions: At<Condition>[];
  orders: At<OrderTerm[]>[];
  limits: At<number>[];
  offsets: At<number>[];
};

export type PlanContext = {
  schema: Schema;
  options: ReadOptions;
  freshAlias: (base: string) => string;
  countColumn: (table: string, column: string) => void;
};

/** Selections of one column in one request, with aliases and in embedded resources. */
const MAX_SELECTIONS = 8;

export function createContext(schema: Schema, options: ReadOptions, root: string): PlanContext {
  const aliases = new Set([root, 'pgrst_source', 'pgrst_call', 'pgrst_body']);
  const selected = new Map<string, number>();
  return {
    schema,
    options,
    freshAlias: (base) => {
      const start = Buffer.byteLength(base) > 48 ? 'embedded' : base;
      let alias = '';
      for (let at = 1; alias === '' || aliases.has(alias); at++) alias = `${start}_${at}`;
      aliases.add(alias);
      return alias;
    },
    countColumn: (table, column) => {
      const key = JSON.stringify([table, column]);
      const count = (selected.get(key) ?? 0) + 1;
      if (count > MAX_SELECTIONS) throw selectedTooOften(column, MAX_SELECTIONS);
      selected.set(key, count);
    },
  };
}

export function tableScope(schema: Schema, table: string, alias: string): Scope {
  return {
    schema,
    table,
    alias,
    columns: schema.relations.get(table)?.columns ?? null,
    computed: schema.computedColumns.get(table) ?? new Set(),
    materialized: false,
    used: new Set(),
  };
}

export const emptyNode = (from: Sql): ReadPlan => ({
  table: '',
  from,
  alias: '',
  outputs: [],
  names: [],
  types: [],
  embeds: [],
  conditions: [],
  order: [],
  limit: null,
  offset: 0,
  maxBytes: 0,
  used: new Set(),
});
