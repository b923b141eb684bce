import { invalidRange } from '../errors/request-errors.ts';
import type { Query } from '../parse/query.ts';

/** A `Range: 0-9` header counts where the query string says nothing of the root's range. */
export function applyRangeHeader(query: Query, header: string | undefined): Query {
  const match = /^(?:items=)?(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  const root = [...query.limits, ...query.offsets].some(({ path }) => path.length === 0);
  if (!match || root || (match[1] === '' && match[2] === '')) return query;
  const first = Number(match[1] || '0');
  if (match[2] === '') return { ...query, offsets: [...query.offsets, { path: [], value: first }] };
  const last = Number(match[2]);
  if (last < first) {
    throw invalidRange(
      'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    );
  }
  return {
    ...query,
    offsets: [...query.offsets, { path: [], value: first }],
    limits: [...query.limits, { path: [], value: last - first + 1 }],
  };
}

// `0-9/25` or `*/0`: which rows these are, and of how many.
export function contentRange(offset: number, rows: number, total: number | null): string {
  const shown = rows === 0 || total === 0 ? '*' : `${offset}-${offset + rows - 1}`;
  return `${shown}/${total ?? '*'}`;
}

/** 206 for a part of a known whole; an offset beyond the whole is refused. */
export function rangeStatus(offset: number, rows: number, total: number | null): number {
  if (total === null) return 200;
  if (offset > total) {
    throw invalidRange(`An offset of ${offset} was requested, but there are only ${total} rows.`);
  }
  return rows < total ? 206 : 200;
}
