import type { Column, Table } from '../../table/table.ts';
import { takeRows } from '../../table/take-rows.ts';
import type { ColumnPlan } from './column-plan.ts';

/** Column by which rows are listed, after those before it: rising (1) or falling (-1). */
export type ListedBy = { column: number; sign: 1 | -1 };

const MAX_COLUMNS = 4;
/** Maximum share of steps against the order, and minimum steps along it. */
const MAX_BROKEN = 0.001;
const MIN_STEPS = 5;
/** Minimum share of distant rows, and number of them, that would be in the wrong order by chance. */
const MIN_BY_CHANCE = 0.05;
const MIN_BROKEN_BY_CHANCE = 50;
/** Rows with equal values before it that a further column must have. */
const MIN_TIED = 50;

type Valued = Exclude<Column, { kind: 'category' }>;

const isValued = (column: Column): column is Valued => column.kind !== 'category';

/** Returns the sign and the equal steps of a column in order in steps between rows; null for none. */
function orderIn({ values }: Valued, steps: readonly number[]) {
  let rising = 0;
  let falling = 0;
  let equal = 0;
  const most = MAX_BROKEN * steps.length;
  for (const row of steps) {
    const change = values[row]! - values[row - 1]!;
    if (Number.isNaN(change)) return null;
    if (change > 0) rising++;
    else if (change < 0) falling++;
    else equal++;
    if (Math.min(rising, falling) > most) return null;
  }
  if (Math.max(rising, falling) < MIN_STEPS) return null;
  return { sign: rising > falling ? (1 as const) : (-1 as const), equal };
}

/** Returns true if values of distant rows are often in the wrong order: a constant tells nothing. */
function isTelling({ values }: Valued, steps: readonly number[]): boolean {
  const half = steps.length >> 1;
  let broken = 0;
  for (let i = 0; i < steps.length; i++) {
    const a = values[steps[i]!]!;
    const b = values[steps[(i + half) % steps.length]!]!;
    if (a > b) broken++;
  }
  return broken >= Math.max(MIN_BROKEN_BY_CHANCE, MIN_BY_CHANCE * steps.length);
}

/**
 * Finds the numbers and dates by which a file's rows are listed: by year, then month, then day. Of
 * several, the one with the most equal steps comes first.
 */
export function findRowOrder(table: Table, isOpen: (column: number) => boolean): ListedBy[] {
  const listed: ListedBy[] = [];
  let steps = Array.from({ length: Math.max(0, table.rows - 1) }, (_, i) => i + 1);
  while (listed.length < MAX_COLUMNS && steps.length >= MIN_TIED) {
    const found = table.columns.flatMap((own, column) => {
      if (!isValued(own) || !isOpen(column)) return [];
      if (listed.some((before) => before.column === column)) return [];
      const order = orderIn(own, steps);
      return order !== null && isTelling(own, steps) ? [{ column, own, ...order }] : [];
    });
    const [next] = found.sort((a, b) => b.equal - a.equal || a.column - b.column);
    if (next === undefined) break;
    listed.push({ column: next.column, sign: next.sign });
    steps = steps.filter((row) => next.own.values[row] === next.own.values[row - 1]);
  }
  return listed;
}

/** Sorts drawn rows as the file lists its own; keys stay in their order. */
export function inRowOrder(
  table: Table,
  plans: readonly ColumnPlan[],
  listed: readonly ListedBy[],
): Table {
  const keys = listed.flatMap(({ column, sign }) => {
    const own = table.columns[column]!;
    return isValued(own) ? [{ values: own.values, sign }] : [];
  });
  const order = Uint32Array.from({ length: table.rows }, (_, row) => row).sort((a, b) => {
    for (const { values, sign } of keys) {
      const difference = sign * (values[a]! - values[b]!);
      if (difference !== 0 && !Number.isNaN(difference)) return difference;
    }
    return a - b;
  });
  const sorted = takeRows(table, order);
  return {
    rows: table.rows,
    columns: sorted.columns.map((column, i) =>
      plans[i]?.made?.kind === 'key' ? table.columns[i]! : column,
    ),
  };
}
