/**
 * Returns the headers by which a column is recognized: its own and, for a member `customer.email` of
 * a nested object, that of the member. A member `name` depends on its parent (`customer_name`).
 */
export function memberHeaders(name: string): string[] {
  const at = name.lastIndexOf('.');
  const member = name.slice(at + 1).trim();
  if (at <= 0 || member === '') return [name];
  const joined = name.replaceAll('.', '_');
  return /^name$/i.test(member) ? [joined] : [joined, member];
}
