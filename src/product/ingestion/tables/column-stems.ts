const SUFFIX = /(?:id|uuid|guid|key|code|no|nr|num|number|ref)$/;

const plain = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

const singular = (word: string): string =>
  word.endsWith('ies') ? `${word.slice(0, -3)}y` : word.replace(/s$/, '');

/** Returns the stem of a name: customer for customer_id, CustomerNo and customers; empty for id. */
export const stemOf = (name: string): string => singular(plain(name).replace(SUFFIX, ''));

/** Returns true for names like owner_customer_id for customers, disp_id for disposition. */
export function isNamedLike(column: string, table: string): boolean {
  const stem = stemOf(column);
  const other = singular(plain(table));
  if (stem.length < 3 || other.length < 3) return stem !== '' && stem === other;
  return stem.endsWith(other) || other.startsWith(stem);
}

/** Returns true if a column is named exactly after a table, not after customer_profiles. */
export const isNamedAfter = (column: string, table: string): boolean =>
  stemOf(column) === singular(plain(table)) || stemOf(column) === '';
