import type { RowReader } from '../rest/read-rows.ts';
import { type Change, filterQuery, type Wanted } from './changes.ts';

/** One subscription of a channel, with the number under which the client knows it. */
export type Binding = Wanted & { id: number };

/** A subscription that can't be had; the message is for the client's developer. */
export class JoinRefused extends Error {
  override name = 'JoinRefused';
}

export type BindingParts = {
  rows: RowReader;
  /** Tables whose changes the database announces. */
  tables: ReadonlySet<string>;
};

/** @throws JoinRefused where the table announces nothing, or the filter names what the table has not */
export async function bind(parts: BindingParts, wanted: Wanted, id: number): Promise<Binding> {
  const { schema, table, filter, select } = wanted;
  if (schema !== 'public' && schema !== '*') {
    throw new JoinRefused(`Schema ${schema} announces no changes`);
  }
  if (select !== undefined && select !== null) {
    throw new JoinRefused('A selection of columns is not offered: leave out select');
  }
  if (table === undefined || table === '*') {
    throw new JoinRefused('Name a table: not all tables announce their changes');
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
