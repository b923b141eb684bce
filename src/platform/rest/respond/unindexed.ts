import { RestError } from '../errors/rest-error.ts';
import type { Condition, Filter, Query } from '../parse/query.ts';

export type IndexedColumns = { sorted: readonly string[]; found: readonly string[] };

const RANGES = ['gt', 'gte', 'lt', 'lte'];

function usesIndex({ field, negated, operation }: Filter, indexed: IndexedColumns): boolean {
  if (negated || field.path.length > 0) return false;
  const isSorted = indexed.sorted.includes(field.name);
  if (!isSorted && !indexed.found.includes(field.name)) return false;
  if (operation.kind === 'in') return true;
  if (operation.kind !== 'compare') return false;
  return operation.operator === 'eq' || (isSorted && RANGES.includes(operation.operator));
}

const filtersOf = (condition: Condition): Filter[] =>
  condition.kind === 'filter' ? [condition] : condition.operands.flatMap(filtersOf);

/** Lists columns of a large table that a read filters or sorts without an index. */
export function unindexedColumns(query: Query, indexed: IndexedColumns): string[] {
  const ofRoot = ({ path }: { path: string[] }) => path.length === 0;
  const searched = query.conditions
    .filter(ofRoot)
    .flatMap(({ value }) => filtersOf(value))
    .filter((filter) => !usesIndex(filter, indexed))
    .map(({ field }) => field.name);
  const sorted = query.orders
    .filter(ofRoot)
    .flatMap(({ value }) => value)
    .filter(({ relation, field }) => relation !== null || !indexed.sorted.includes(field.name))
    .map(({ field }) => field.name);
  return [...new Set([...searched, ...sorted])];
}

/** Timeout in seconds for unindexed reads of a large table. */
export const MAX_SCAN_SECONDS = 2;

export function scanTooLong(
  table: string,
  columns: readonly string[],
  { indexed, cause }: { indexed: IndexedColumns; cause: unknown },
): RestError {
  return new RestError(
    400,
    '57014',
    `${table} has too many rows to search or sort by ${columns.join(', ')} within ${MAX_SCAN_SECONDS} seconds`,
    {
      hint: `Add a filter with eq or in on ${[...indexed.sorted, ...indexed.found].join(', ')}, sort by ${indexed.sorted.join(' or ')}, or download the batch's file.`,
      cause,
    },
  );
}
