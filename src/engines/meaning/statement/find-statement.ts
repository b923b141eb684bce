import { type Direction, joinSides } from '../../synthesize/columns/amount-sides.ts';
import { isTimeOnly } from '../../table/datetime-form.ts';
import type { CategoryColumn, DatetimeColumn, NumberColumn, Table } from '../../table/table.ts';
import { isDirection } from '../bank/direction.ts';
import { completeOneAnother } from './money-roles.ts';
import { findRunningBalance } from './running-balance.ts';

/** Names of the columns of a single-account statement with a running balance. */
export type StatementShape = {
  balance: string;
  /** Columns summed for each row's movement, with their signs; missing values count as 0. */
  movements: { column: string; factor: 1 | -1 }[];
  /** Column of debit and credit markers that give the movement its sign; `out` lowers the balance. */
  direction: { column: string; out: string; in: string } | null;
  /** Column that orders the rows; null if none does. */
  time: string | null;
  newestFirst: boolean;
};

const MIN_ROWS = 20;
const LOOKED_AT_ROWS = 300;
const MAX_COLUMNS = 100;

type Way = Pick<StatementShape, 'movements' | 'direction'>;
const numberAt = ({ columns }: Table, name: string) =>
  columns.find((column) => column.name === name) as NumberColumn;

type Movements = StatementShape['movements'];

/** Returns columns of two markers, in both orders: debits of a card raise what is owed. */
const directionsOf = ({ columns }: Table): NonNullable<Way['direction']>[] =>
  columns.flatMap((column) => {
    if (column.kind !== 'category' || column.codes.includes(-1)) return [];
    const [first, second, ...others] = column.dictionary;
    if (second === undefined || others.length > 0 || !isDirection(column.dictionary)) return [];
    return [
      { column: column.name, out: first!, in: second },
      { column: column.name, out: second, in: first! },
    ];
  });

/**
 * Returns candidate movements: each number column alone or with a direction, and pairs of which each
 * row fills one.
 */
function waysToMove(numbers: readonly NumberColumn[], table: Table): Way[] {
  const alone = numbers.flatMap(({ name }): Movements[] => [
    [{ column: name, factor: 1 }],
    [{ column: name, factor: -1 }],
  ]);
  const directions = directionsOf(table);
  const isUnsigned = ({ name }: NumberColumn) =>
    numberAt(table, name).values.every((value) => !(value < 0));
  const marked = numbers
    .filter(isUnsigned)
    .flatMap(({ name }) =>
      directions.map((direction): Way => ({ movements: [{ column: name, factor: 1 }], direction })),
    );
  const pairs = numbers.flatMap((first, i) =>
    numbers
      .slice(i + 1)
      .filter((second) => completeOneAnother(first, second))
      .flatMap((second): Movements[] =>
        ([1, -1] as const).map((factor) => [
          { column: first.name, factor },
          { column: second.name, factor: factor === 1 ? -1 : 1 },
        ]),
      ),
  );
  return [
    ...[...alone, ...pairs].map((movements): Way => ({ movements, direction: null })),
    ...marked,
  ];
}

/** Returns the sides of an amount without signs and its direction. */
export function sidesOf({ columns }: Table, { movements, direction }: Way): Direction | null {
  if (direction === null) return null;
  const placeOf = (name: string) => columns.findIndex((column) => column.name === name);
  return {
    kind: 'direction',
    amount: placeOf(movements[0]!.column),
    direction: placeOf(direction.column),
    out: direction.out,
    in: direction.in,
  };
}

/** Returns each row's movement; NaN if all its columns are empty. */
function addMovements(read: Table, way: Way): Float64Array {
  const { movements } = way;
  const sides = sidesOf(read, way);
  const table = sides === null ? read : joinSides(read, sides);
  const parts = movements.map(({ column, factor }) => ({
    factor,
    values: numberAt(table, column).values,
  }));
  return Float64Array.from({ length: table.rows }, (_, row) => {
    let sum = Number.NaN;
    for (const { factor, values } of parts) {
      if (!Number.isNaN(values[row])) sum = (Number.isNaN(sum) ? 0 : sum) + factor * values[row];
    }
    return sum;
  });
}

const headOf = (table: Table): Table => ({
  rows: Math.min(table.rows, LOOKED_AT_ROWS),
  columns: table.columns.flatMap((column): (NumberColumn | CategoryColumn)[] => {
    if (column.kind === 'number')
      return [{ ...column, values: column.values.subarray(0, LOOKED_AT_ROWS) }];
    if (column.kind !== 'category' || column.dictionary.length !== 2) return [];
    return [{ ...column, codes: column.codes.subarray(0, LOOKED_AT_ROWS) }];
  }),
});

function isListedBy({ values }: DatetimeColumn, newestFirst: boolean): boolean {
  for (let i = 1; i < values.length; i++) {
    const gap = newestFirst ? values[i - 1] - values[i] : values[i] - values[i - 1];
    if (!(gap >= 0)) return false;
  }
  return true;
}

function timeOf(table: Table, newestFirst: boolean): string | null {
  const column = table.columns.find(
    (candidate): candidate is DatetimeColumn =>
      candidate.kind === 'datetime' &&
      !isTimeOnly(candidate.form) &&
      isListedBy(candidate, newestFirst),
  );
  return column?.name ?? null;
}

/**
 * Finds a running balance over all rows, in either direction, without an account column. The first
 * rows rule most columns out; of several movements the one that explains most balances is taken.
 */
export function findStatement(table: Table): StatementShape | null {
  if (table.rows < MIN_ROWS) return null;
  const head = headOf(table);
  const numbers = head.columns.filter((column): column is NumberColumn => column.kind === 'number');
  if (numbers.length < 2 || numbers.length > MAX_COLUMNS) return null;
  let best: (StatementShape & { share: number }) | null = null;
  for (const way of waysToMove(numbers, table)) {
    if (findRunningBalance(head, addMovements(head, way), null) === null) continue;
    const found = findRunningBalance(table, addMovements(table, way), null);
    if (found === null || way.movements.some(({ column }) => column === found.column)) continue;
    const { column: balance, newestFirst, share } = found;
    if (share <= (best?.share ?? 0)) continue;
    best = { ...way, balance, time: timeOf(table, newestFirst), newestFirst, share };
  }
  if (best === null) return null;
  const { share: _, ...shape } = best;
  return shape;
}
