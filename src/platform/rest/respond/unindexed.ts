import { RestError } from '../errors/rest-error.ts';
import type { Condition, Filter, Query } from '../parse/query.ts';

/** What PostgreSQL finds by an index on the column. */
function usesIndex({ field, negated, operation }: Filter, indexed: ReadonlySet<string>): boolean {
  if (negated || field.path.length > 0 || !indexed.has(field.name)) return false;
  return (
    operation.kind === 'in' ||
    (operation.kind === 'compare' && ['eq', 'gt', 'gte', 'lt', 'lte'].includes(operation.operator))
  );
}

const filtersOf = (condition: Condition): Filter[] =>
  condition.kind === 'filter' ? [condition] : condition.operands.flatMap(filtersOf);

/** Columns that a read of a large table searches or sorts by without an index. */
export function unindexedColumns(query: Query, indexed: ReadonlySet<string>): string[] {
  const ofRoot = ({ path }: { path: string[] }) => path.length === 0;
  const searched = query.conditions
    .filter(ofRoot)
    .flatMap(({ value }) => filtersOf(value))
    .filter((filter) => !usesIndex(filter, indexed))
    .map(({ field }) => field.name);
  const sorted = query.orders
    .filter(ofRoot)
    .flatMap(({ value }) => value)
    .filter(({ relation, field }) => relation !== null || !indexed.has(field.name))
    .map(({ field }) => field.name);
  return [...new Set([...searched, ...sorted])];
}

/** How long a read that no index serves may look through a large table. */
export const MAX_SCAN_SECONDS = 2;

export function scanTooLong(
  table: string,
  columns: readonly string[],
  { indexed, cause }: { indexed: ReadonlySet<string>; cause: unknown },
): RestError {
  return new RestError(
    400,
    '57014',
    `${table} has too many rows to search or sort by ${columns.join(', ')} within ${MAX_SCAN_SECONDS} seconds`,
    {
      hint: `Add a filter with eq, in, gt or lt on ${[...indexed].join(', ')}, sort by these, or download the batch's file.`,
      cause,
    },
  );
}
