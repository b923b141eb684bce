import { DAY } from '../../../table/datetime-form.ts';
import type { Column, DatetimeColumn, NumberColumn, Table } from '../../../table/table.ts';
import type { Between, BetweenRows } from './between-rows.ts';
import { areDays, countBetween, countStepped, type Kept } from './count-between.ts';
import { type RowsBefore, rowsOfEntities } from './rows-before.ts';

const MIN_ROWS = 50;
const MIN_SHARE = 0.99;
const MIN_STEADY = 0.9;
/** Minimum share of the entities that end at one value, and of the changes in their last rows. */
const MIN_LAST = 0.9;
const MIN_ENTITIES = 20;
/** Minimum share of the rows whose value is neither the column's own before nor the other's. */
const MIN_CHANGED = 0.2;
const MAX_STEP_DAYS = 400;
/** Minimum number of different values with which entities begin. */
const MIN_STARTS = 5;
/** Rows that rule most pairs of columns out. */
const LOOKED_AT_ROWS = 64;
const MONTHS = [1, 3, 6, 12, 2, 4];

const isKept = ({ rows, kept }: Kept, share = MIN_SHARE): boolean =>
  rows >= MIN_ROWS && kept >= share * rows;

type Found<C extends Column> = { own: C; column: number };

/**
 * Finds rules between the rows of entities, each in 99 % of at least 50 rows or 20 entities: numbers
 * and dates that step, lengths, values that mostly stay (in 90 %), and values carried from row to
 * row, with what they end at.
 *
 * @param isOpen true for modeled columns that nothing else derives
 * @param isTime true for the column that orders the rows
 * @param above numbers of the parent's row, which is the entity
 */
export function findBetweenRows(
  table: Table,
  {
    rows: of,
    threshold,
    isOpen,
    isTime,
    above,
  }: {
    rows: RowsBefore;
    threshold: number;
    isOpen: (column: number) => boolean;
    isTime: (column: number) => boolean;
    above: readonly number[];
  },
): BetweenRows[] {
  const groups = rowsOfEntities(of);
  const following = Int32Array.from(of.before.keys()).filter((row) => of.before[row]! >= 0);
  const entities = new Set(following.map((row) => of.entity[row]!)).size;
  if (entities < Math.max(threshold, MIN_ENTITIES)) return [];
  const numbers: Found<NumberColumn>[] = [];
  const dates: Found<DatetimeColumn>[] = [];
  table.columns.forEach((own, column) => {
    if (own.kind === 'number' && isOpen(column)) numbers.push({ own, column });
    if (own.kind === 'datetime' && (isOpen(column) || isTime(column))) dates.push({ own, column });
  });
  const stepped = dates.flatMap((date) => steppedOf(date, of) ?? []);
  const counted = numbers.flatMap((number) => countedOf(number, { of, groups, table }) ?? []);
  const parents = above.map((column) => ({ own: table.columns[column] as NumberColumn, column }));
  const lengths = [...numbers, ...parents].flatMap(
    (number) => lengthOf(number, { of, groups, table }) ?? [],
  );
  const taken = new Set([...counted, ...lengths].map(({ column }) => column));
  const amounts = numbers.filter(({ column }) => !taken.has(column));
  const carried = amounts.flatMap(
    (to) => carriedOf(to, amounts, { of, groups, following, table }) ?? [],
  );
  const paired = new Set(carried.flatMap(({ column, from }) => [column, from]));
  const runs = amounts.flatMap((own) =>
    paired.has(own.column) ? [] : (runOf(own, amounts, { of, groups, following, table }) ?? []),
  );
  const balances = [...carried.map(({ from }) => from), ...runs.map(({ column }) => column)];
  const ends = [...new Set(balances)].flatMap(
    (column) => endOf(amounts.find((own) => own.column === column)!, groups) ?? [],
  );
  const steady = amounts.flatMap((number) => steadyOf(number, { of, groups, table }) ?? []);
  const starts = amounts.flatMap((own) => startOf(own, parents, { of, groups, table }) ?? []);
  const last = lastWords(table, { of, groups, threshold, isOpen });
  // What begins with a number of the parent's has its steps.
  const begun = carried.map((own) =>
    starts.some(({ column }) => column === own.column) ? { ...own, unit: null } : own,
  );
  return [
    ...stepped,
    ...counted,
    ...lengths,
    ...steady,
    ...begun,
    ...runs,
    ...ends,
    ...starts,
    ...last,
  ];
}

function steppedOf(
  { own, column }: Found<DatetimeColumn>,
  of: RowsBefore,
): Between<'stepped'> | null {
  if (!areDays(own.values)) return null;
  const row = of.before.findIndex((before) => before >= 0);
  const days = Math.round((own.values[row]! - own.values[of.before[row]!]!) / DAY);
  const steps: Pick<Between<'stepped'>, 'unit' | 'step'>[] = [
    ...(days >= 1 && days <= MAX_STEP_DAYS ? [{ unit: 'days' as const, step: days }] : []),
    ...(['months', 'month ends'] as const).flatMap((unit) =>
      MONTHS.map((step) => ({ unit, step })),
    ),
  ];
  const found = steps.find((step) => isKept(countStepped(own.values, of, step)));
  return found === undefined ? null : { kind: 'stepped', column, ...found };
}

type Context = { of: RowsBefore; groups: readonly number[][]; table: Table };

function countedOf(
  { own, column }: Found<NumberColumn>,
  { of, groups, table }: Context,
): Between<'counted'> | null {
  if (own.decimals > 0) return null;
  for (const step of [1, -1] as const) {
    const rule = { kind: 'counted' as const, column, step, first: null };
    if (!isKept(countBetween(rule, table, of))) continue;
    return { ...rule, first: commonValue(groups.map((rows) => own.values[rows[0]!]!)) };
  }
  return null;
}

function lengthOf(
  { own, column }: Found<NumberColumn>,
  { of, groups, table }: Context,
): Between<'length'> | null {
  const rule = { kind: 'length' as const, column };
  const { rows, kept } = countBetween(rule, table, of);
  if (rows < MIN_ENTITIES || kept < MIN_SHARE * rows) return null;
  return new Set(groups.map((each) => own.values[each[0]!]!)).size > 1 ? rule : null;
}

/** Returns the number of the parent's row that a column begins with; null if there is none. */
function startOf(
  { column }: Found<NumberColumn>,
  parents: readonly Found<NumberColumn>[],
  { of, groups, table }: Context,
): Between<'starts'> | null {
  for (const from of parents) {
    const rule = { kind: 'starts' as const, column, from: from.column };
    const { rows, kept } = countBetween(rule, table, of);
    if (rows < MIN_ENTITIES || kept < MIN_SHARE * rows) continue;
    if (new Set(groups.map((each) => from.own.values[each[0]!]!)).size >= MIN_STARTS) return rule;
  }
  return null;
}

function steadyOf(
  { own, column }: Found<NumberColumn>,
  { of, groups, table }: Context,
): Between<'steady'> | null {
  const rule = { kind: 'steady' as const, column, share: 1, lastChange: null };
  const count = countBetween(rule, table, of);
  if (!isKept(count, MIN_STEADY) || count.kept === count.rows) return null;
  const changes = groups.flatMap((rows) => {
    const [before, last] = rows.slice(-2).map((row) => own.values[row]!);
    return last === undefined || last === before || !before ? [] : [Math.abs(last / before - 1)];
  });
  const isLast = changes.length >= MIN_LAST * (count.rows - count.kept);
  const lastChange = isLast ? changes.sort((a, b) => a - b)[changes.length >> 1]! : null;
  return { ...rule, share: count.kept / count.rows, lastChange };
}

/** Returns the number columns with the value of the row before in nine of ten rows, or always. */
export const steadyColumns = (table: Table, of: RowsBefore): ReadonlySet<number> =>
  new Set(
    table.columns.flatMap(({ kind }, column) => {
      if (kind !== 'number') return [];
      const rule = { kind: 'steady' as const, column, share: 1, lastChange: null };
      return isKept(countBetween(rule, table, of), MIN_STEADY) ? [column] : [];
    }),
  );

const MAX_WORDS = 50;
/** Rows of an entity from which few are the last. */
const MIN_MEAN_ROWS = 2;

function lastWords(
  table: Table,
  {
    of,
    groups,
    threshold,
    isOpen,
  }: Omit<Context, 'table'> & { threshold: number; isOpen: (column: number) => boolean },
): Between<'last'>[] {
  if (of.before.length < MIN_MEAN_ROWS * groups.length) return [];
  return table.columns.flatMap((own, column) => {
    if (own.kind !== 'category' || !isOpen(column) || own.dictionary.length > MAX_WORDS) return [];
    return own.dictionary.flatMap((word) => {
      const rule = { kind: 'last' as const, column, word, share: 0 };
      const { rows, kept } = countBetween(rule, table, of);
      if (rows < Math.max(threshold, MIN_ENTITIES) || kept < MIN_SHARE * rows) return [];
      return [{ ...rule, share: kept / groups.length }];
    });
  });
}

function endOf({ own, column }: Found<NumberColumn>, groups: readonly number[][]) {
  const value = commonValue(
    groups.map((rows) => own.values[rows.at(-1)!]!),
    MIN_LAST,
  );
  return value === null ? null : { kind: 'ends' as const, column, value };
}

/** Returns the value of nearly all; null if there is none. */
function commonValue(values: readonly number[], share = MIN_SHARE): number | null {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const [value, count] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [Number.NaN, 0];
  return !Number.isNaN(value) && count >= share * values.length ? value : null;
}

function carriedOf(
  to: Found<NumberColumn>,
  numbers: readonly Found<NumberColumn>[],
  { of, groups, following, table }: Context & { following: Int32Array },
): Between<'carried'> | null {
  for (const from of numbers) {
    if (from === to || !agree(to.own, from.own, { of, following })) continue;
    const rule = {
      kind: 'carried' as const,
      column: to.column,
      from: from.column,
      unit: unitOf(groups.map((rows) => to.own.values[rows[0]!]!)),
      isNeverNegative: from.own.values.every((value) => !(value < 0)),
    };
    if (isKept(countBetween(rule, table, of)) && changes(to.own, from.own, { of, following }))
      return rule;
  }
  return null;
}

/** Returns the movement that a column adds up from row to row; null if there is none. */
function runOf(
  { own, column }: Found<NumberColumn>,
  numbers: readonly Found<NumberColumn>[],
  { of, following, table }: Context & { following: Int32Array },
): Between<'run'> | null {
  const isNeverNegative = own.values.every((value) => !(value < 0));
  const step = Math.max(1, Math.floor(following.length / LOOKED_AT_ROWS));
  const looked = following.filter((_, i) => i % step === 0);
  const change = Float64Array.from(
    looked,
    (row) => own.values[row]! - own.values[of.before[row]!]!,
  );
  for (const movement of numbers) {
    if (movement.column === column) continue;
    for (const factor of [1, -1] as const) {
      const rule = {
        kind: 'run' as const,
        column,
        movement: movement.column,
        factor,
        isNeverNegative,
      };
      const isOff = (row: number, i: number) =>
        Math.abs(change[i]! - factor * movement.own.values[row]!) > 0.51 * 10 ** -own.decimals;
      if (looked.filter(isOff).length > looked.length / 16) continue;
      const moved = following.filter((row) => movement.own.values[row]! !== 0).length;
      if (moved >= MIN_CHANGED * following.length && isKept(countBetween(rule, table, of)))
        return rule;
    }
  }
  return null;
}

function changes(
  to: NumberColumn,
  from: NumberColumn,
  { of: { before }, following }: { of: RowsBefore; following: Int32Array },
): boolean {
  const changed = following.filter((row) => {
    const own = to.values[row]!;
    return !Number.isNaN(own) && own !== to.values[before[row]!] && own !== from.values[row];
  });
  return changed.length >= MIN_CHANGED * following.length;
}

const UNITS = [1000, 500, 250, 100, 50, 25, 10, 5, 1];

/** Returns the greatest unit of which nearly all values are multiples. */
function unitOf(values: readonly number[]): number | null {
  const share = (unit: number) =>
    values.filter((value) => value % unit === 0).length / values.length;
  return UNITS.find((unit) => share(unit) >= MIN_SHARE) ?? null;
}

/** Returns true if a few rows keep a pair, so that most pairs need no count. */
function agree(
  to: NumberColumn,
  from: NumberColumn,
  { of: { before }, following }: { of: RowsBefore; following: Int32Array },
): boolean {
  const step = Math.max(1, Math.floor(following.length / LOOKED_AT_ROWS));
  let broken = 0;
  for (let i = 0; i < following.length; i += step) {
    const row = following[i]!;
    const [own, carried] = [to.values[row]!, from.values[before[row]!]!];
    if (!Number.isNaN(own) && own !== carried && ++broken > LOOKED_AT_ROWS / 16) return false;
  }
  return true;
}
