import type { RowReader } from '../rest/read-rows.ts';
import { type Change, filterQuery, type Wanted } from './changes.ts';

export type Binding = Wanted & { id: number };

export class JoinRefused extends Error {
  override name = 'JoinRefused';
}

export type BindingParts = {
  rows: RowReader;
  tables: ReadonlySet<string>;
};

/** @throws JoinRefused if the table announces no changes or lacks a filtered column */
export async function bind(parts: BindingParts, wanted: Wanted, id: number): Promise<Binding> {
  const { schema, table, filter, select } = wanted;
  if (schema !== 'public' && schema !== '*') {
    throw new JoinRefused(`Schema ${schema} announces no changes`);
  }
  if (select !== undefined && select !== null) {
    throw new JoinRefused('Selecting columns is not supported: omit select');
  }
  if (table === undefined || table === '*') {
    throw new JoinRefused('A table is required: not all tables announce changes');
  } else if (!parts.tables.has(table)) {
    throw new JoinRefused(`Table ${table} announces no changes`);
  } else {
    await parts.rows.check(table, filterQuery(filter)).catch((error: Error) => {
      throw new JoinRefused(error.message);
    });
  }
  return { ...wanted, id };
}

export const matches = (binding: Binding, change: Change): boolean =>
  (binding.event === '*' || binding.event === change.type) && binding.table === change.table;
