import type { RandomStream } from '../../../random/stream.ts';
import { upperMedian } from '../../../table/upper-median.ts';
import type { SidedColumn } from '../../quality/align-columns.ts';
import { cellsOf } from '../row-keys.ts';
import type { Condition } from './condition.ts';
import { SortedRows } from './sorted-rows.ts';

export type Predicate = Condition[];

const ATTEMPTS = 60;
const COLUMN_COUNTS = [2, 3, 4];

/** Derives a condition on one column from a synthetic row (Anonymeter's multivariate attack). */
function condition(columns: readonly SidedColumn[], column: number, row: number): Condition {
  const about = columns[column];
  const value = cellsOf(about, 1)[row];
  if (about.kind === 'category') return { column, test: 'equal', value };
  return { column, test: value > (upperMedian(about.sorted[1]) ?? 0) ? 'least' : 'most', value };
}

/** Returns predicates on one column that one synthetic row meets: extremes and unique values. */
function univariate(columns: readonly SidedColumn[]): Predicate[] {
  const predicates: Predicate[] = [];
  columns.forEach((about, column) => {
    if (about.kind === 'category') {
      about.counts[1].forEach((count, value) => {
        if (count === 1) predicates.push([{ column, test: 'equal', value }]);
      });
      return;
    }
    const sorted = about.sorted[1];
    const n = sorted.length;
    if (n === 0) return;
    if (about.values[1].length - n === 1)
      predicates.push([{ column, test: 'equal', value: Number.NaN }]);
    if (sorted[0] !== sorted[1]) predicates.push([{ column, test: 'most', value: sorted[0] }]);
    if (sorted[n - 1] !== sorted[n - 2]) {
      predicates.push([{ column, test: 'least', value: sorted[n - 1] }]);
    }
    for (let i = 0; i < n; i++) {
      if (sorted[i] === sorted[i - 1] || sorted[i] === sorted[i + 1]) continue;
      predicates.push([{ column, test: 'equal', value: sorted[i] }]);
    }
  });
  return predicates;
}

function pick<T>(list: readonly T[], count: number, stream: RandomStream): T[] {
  const rest = list.slice();
  const picked: T[] = [];
  while (picked.length < count && rest.length > 0) {
    const at = stream.below(rest.length);
    picked.push(rest[at]);
    rest[at] = rest[rest.length - 1];
    rest.pop();
  }
  return picked;
}

/**
 * Finds predicates that single out one synthetic row, after Anonymeter: at most a quarter on one
 * column, the others on two to four columns of a random row.
 *
 * @param rows candidate synthetic rows, all different
 * @param predicateCount number of predicates; fewer are returned if 60 attempts each don't suffice
 */
export function findPredicates(
  columns: readonly SidedColumn[],
  {
    rows,
    predicateCount,
    stream,
    step = () => {},
  }: {
    rows: Uint32Array;
    predicateCount: number;
    stream: RandomStream;
    step?: ((done: number, total: number) => void) | undefined;
  },
): Predicate[] {
  const predicates = pick(univariate(columns), Math.floor(predicateCount / 4), stream);
  const order = Array.from(columns.keys());
  const sorted = new SortedRows(columns, 1, rows);
  for (
    let attempt = 0;
    predicates.length < predicateCount && attempt < predicateCount * ATTEMPTS;
    attempt++
  ) {
    if ((attempt & 63) === 0) step(predicates.length, predicateCount);
    const row = rows[stream.below(rows.length)];
    const count = Math.min(COLUMN_COUNTS[attempt % COLUMN_COUNTS.length], columns.length);
    const predicate = pick(order, count, stream).map((column) => condition(columns, column, row));
    if (sorted.hasOne(predicate)) predicates.push(predicate);
  }
  return predicates;
}

/** Generates baseline predicates without the synthetic table's joint values. */
export function randomPredicates(
  columns: readonly SidedColumn[],
  {
    rows,
    predicateCount,
    stream,
  }: { rows: Uint32Array; predicateCount: number; stream: RandomStream },
): Predicate[] {
  const order = Array.from(columns.keys());
  return Array.from({ length: predicateCount }, (_, i) => {
    const count = Math.min(COLUMN_COUNTS[i % COLUMN_COUNTS.length], columns.length);
    return pick(order, count, stream).map((column): Condition => {
      const value = cellsOf(columns[column], 1)[rows[stream.below(rows.length)]];
      const test = stream.below(2) === 0 ? 'most' : 'least';
      return { column, test: columns[column].kind === 'category' ? 'equal' : test, value };
    });
  });
}
