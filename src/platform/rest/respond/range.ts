import { invalidRange } from '../errors/request-errors.ts';
import type { At, Query } from '../parse/query.ts';

const ofRoot = <T>({ path }: At<T>): boolean => path.length === 0;

/** Clamps a row number to the safe integers; PostgreSQL refuses more digits. */
const rowAt = (digits: string): number => Math.min(Number(digits), Number.MAX_SAFE_INTEGER - 1);

/** Applies a `Range: 0-9` header, intersected with limit and offset of the query string. */
export function applyRangeHeader(query: Query, header: string | undefined): Query {
  const match = /^(?:items=)?(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return query;
  const first = rowAt(match[1] || '0');
  const end = match[2] === '' ? Number.POSITIVE_INFINITY : rowAt(match[2] ?? '') + 1;
  if (end <= first) {
    throw invalidRange(
      'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    );
  }
  const offset = query.offsets.find(ofRoot)?.value ?? 0;
  const limit = query.limits.find(ofRoot)?.value ?? Number.POSITIVE_INFINITY;
  const from = Math.max(first, offset);
  const to = Math.min(end, offset + limit);
  if (to <= from && limit > 0) {
    throw invalidRange(
      'The Range header and the limit and offset parameters have no row in common.',
    );
  }
  const nested = <T>(entries: At<T>[]) => entries.filter((entry) => !ofRoot(entry));
  const limits = nested(query.limits);
  if (to !== Number.POSITIVE_INFINITY) limits.push({ path: [], value: Math.max(0, to - from) });
  return { ...query, offsets: [...nested(query.offsets), { path: [], value: from }], limits };
}

// `0-9/25` or `*/0`: range of rows and total.
export function contentRange(offset: number, rows: number, total: number | null): string {
  const shown = rows === 0 || total === 0 ? '*' : `${offset}-${offset + rows - 1}`;
  return `${shown}/${total ?? '*'}`;
}

/** Returns 206 for a part of a known total; refuses an offset beyond it. */
export function rangeStatus(offset: number, rows: number, total: number | null): number {
  if (total === null) return 200;
  if (offset > total) {
    throw invalidRange(
      `An offset of ${offset} was requested, but there are only ${total} rows.`,
      total,
    );
  }
  return rows < total ? 206 : 200;
}
