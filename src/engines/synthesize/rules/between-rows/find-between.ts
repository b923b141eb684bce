import { DAY } from '../../../table/datetime-form.ts';
import type { DatetimeColumn, NumberColumn, Table } from '../../../table/table.ts';
import { stepOf } from '../laws/looked-at-amounts.ts';
import type { Between, BetweenRows } from './between-rows.ts';
import { areDays, countBetween, countStepped } from './count-between.ts';
import { type Context, commonValue, type Found, isKept, MIN_SHARE } from './evidence.ts';
import { findBalances } from './find-balances.ts';
import { type RowsBefore, rowsOfEntities } from './rows-before.ts';

const MIN_STEADY = 0.9;
/** Minimum share of the changes in last rows. */
const MIN_LAST = 0.9;
const MIN_ENTITIES = 20;
/** Minimum number of changes whose sizes are learned, and the share left out at either end. */
const MIN_CHANGES = 50;
const OUTERMOST = 0.1;
const MAX_STEP_DAYS = 400;
/** Minimum number of different values with which entities begin. */
const MIN_STARTS = 5;
const MONTHS = [1, 3, 6, 12, 2, 4];

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
  const time = dates.find(({ column }) => isTime(column))?.column ?? null;
  const stepped = dates.flatMap((date) => steppedOf(date, of) ?? []);
  const counted = numbers.flatMap((number) => countedOf(number, { of, groups, table }) ?? []);
  const parents = above.map((column) => ({ own: table.columns[column] as NumberColumn, column }));
  const lengths = [...numbers, ...parents].flatMap(
    (number) => lengthOf(number, { of, groups, table }) ?? [],
  );
  const taken = new Set([...counted, ...lengths].map(({ column }) => column));
  const amounts = numbers.filter(({ column }) => !taken.has(column));
  const { carried, runs, ends } = findBalances(amounts, { of, groups, following, table, time });
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
  const rule = {
    kind: 'steady' as const,
    column,
    share: 1,
    low: null,
    high: null,
    step: 1,
    isLast: false,
  };
  const count = countBetween(rule, table, of);
  if (!isKept(count, MIN_STEADY) || count.kept === count.rows) return null;
  const changed = groups.flatMap((rows) =>
    rows.flatMap((row, i) => {
      const [before, value] = [own.values[rows[i - 1] ?? row]!, own.values[row]!];
      const isLast = i === rows.length - 1;
      return value === before ? [] : [{ ratio: value / before, isLast }];
    }),
  );
  const ratios = Float64Array.from(changed, ({ ratio }) => ratio)
    .filter((ratio) => Number.isFinite(ratio) && ratio > 0)
    .sort();
  const isUsual = changed.length >= MIN_CHANGES && ratios.length >= MIN_LAST * changed.length;
  const ratioAt = (part: number) => (isUsual ? ratios[Math.floor(part * ratios.length)]! : null);
  const last = changed.filter(({ isLast }) => isLast).length;
  return {
    ...rule,
    share: count.kept / count.rows,
    low: ratioAt(OUTERMOST),
    high: ratioAt(1 - OUTERMOST),
    step: stepOf(own),
    isLast: last >= MIN_LAST * changed.length,
  };
}

/** Returns the number columns with the value of the row before in nine of ten rows, or always. */
export const steadyColumns = (table: Table, of: RowsBefore): ReadonlySet<number> =>
  new Set(
    table.columns.flatMap(({ kind }, column) => {
      if (kind !== 'number') return [];
      const rule = {
        kind: 'steady' as const,
        column,
        share: 1,
        low: null,
        high: null,
        step: 1,
        isLast: false,
      };
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
