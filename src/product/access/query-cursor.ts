import { z } from 'zod';
import type { QueryTable } from '../../shared/contracts/access.ts';
import { AppError } from '../../shared/errors.ts';

/** Columns that order a table's rows, newest first. Together they are unique. */
export const ORDER: Record<QueryTable, readonly string[]> = {
  customers: ['seq'],
  accounts: ['seq'],
  transactions: ['txn_ts', 'seq'],
};

const position = z.tuple([z.string()], z.union([z.string(), z.number()]));

/** Returns a cursor for the rows that follow `row`. */
export const cursorAfter = (table: QueryTable, row: Record<string, unknown>): string =>
  Buffer.from(JSON.stringify([table, ...ORDER[table].map((column) => row[column])])).toString(
    'base64url',
  );

/** Returns the values of the order columns that a cursor names. */
export function readCursor(table: QueryTable, cursor: string): (string | number)[] {
  try {
    const [of, ...values] = position.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    if (of === table && values.length === ORDER[table].length) return values;
  } catch {}
  throw new AppError('bad_request', `cursor: expected the \`next\` of an answer for ${table}.`);
}
