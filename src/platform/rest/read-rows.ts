import type { Database } from '../database/database.ts';
import type { Caller } from '../gateway/caller.ts';
import { noTable } from './errors/schema-errors.ts';
import { parseQuery } from './parse/parse-query.ts';
import { createContext, tableScope } from './plan/plan-context.ts';
import { planNode } from './plan/plan-read.ts';
import type { SchemaCache } from './schema-cache/schema-cache.ts';
import { selectSql } from './sql/read-sql.ts';
import { name, render, sql } from './sql/sql.ts';

export type RowReader = {
  /** Returns columns and types of an exposed table; throws RestError for others. */
  columnsOf: (table: string) => Promise<{ name: string; type: string }[]>;
  check: (table: string, queryString: string) => Promise<void>;
  read: (caller: Caller, table: string, queryString: string) => Promise<Record<string, unknown>[]>;
};

/** Reads rows as GET /rest/v1 does, for other services of the host. */
export function createRowReader(
  database: Database,
  cache: SchemaCache,
  maxBytes: number,
): RowReader {
  const relationOf = async (table: string) => {
    const schema = await cache.current();
    const relation = schema.relations.get(table);
    if (relation === undefined) throw noTable(table, null);
    return { schema, relation };
  };
  const statement = async (table: string, queryString: string) => {
    const { schema } = await relationOf(table);
    const query = parseQuery(queryString, false);
    const context = createContext(schema, { maxRows: null, aggregates: false, maxBytes }, table);
    const scope = tableScope(schema, table, table);
    const rows = selectSql(
      planNode(context, {
        scope,
        from: name('public', table),
        items: query.select,
        request: query,
      }),
    );
    return render(sql`SELECT to_jsonb(found) AS row FROM (${rows}) AS found`);
  };
  return {
    columnsOf: async (table) => {
      const { relation } = await relationOf(table);
      return [...relation.columns.values()].map(({ name, type }) => ({ name, type }));
    },
    check: async (table, queryString) => {
      await statement(table, queryString);
    },
    read: async (caller, table, queryString) => {
      const { text, values } = await statement(table, queryString);
      const run = (client: Parameters<Parameters<Database['asCaller']>[1]>[0]) =>
        client.query<{ row: Record<string, unknown> }>(text, values);
      const { rows } = await database.asCaller(caller, run, { readOnly: true });
      return rows.map(({ row }) => row);
    },
  };
}
