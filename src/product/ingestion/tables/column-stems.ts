const SUFFIX = /(?:id|uuid|guid|key|code|no|nr|num|number|ref)$/;

const plain = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

const singular = (word: string): string =>
  word.endsWith('ies') ? `${word.slice(0, -3)}y` : word.replace(/s$/, '');

/** What a column is called after: customer of customer_id, CustomerNo and customers; nothing of id. */
export const stemOf = (name: string): string => singular(plain(name).replace(SUFFIX, ''));

/** Whether a column is called after a table: customer_id and owner_customer_id after customers, disp_id after disposition. */
export function isNamedLike(column: string, table: string): boolean {
  const stem = stemOf(column);
  const other = singular(plain(table));
  if (stem.length < 3 || other.length < 3) return stem !== '' && stem === other;
  return stem.endsWith(other) || other.startsWith(stem);
}

/** Whether a column is called after a table and nothing more: customer_id after customers, not after customer_profiles. */
export const isNamedAfter = (column: string, table: string): boolean =>
  stemOf(column) === singular(plain(table)) || stemOf(column) === '';
