import { DAY } from '../../../table/datetime-form.ts';
import type { DatetimeColumn, NumberColumn, Table } from '../../../table/table.ts';
import { usualStep } from '../laws/looked-at-amounts.ts';
import type { Between, BetweenRows } from './between-rows.ts';
import { areDays, countBetween, countSame, countStepped } from './count-between.ts';
import { type Context, commonValue, type Found, isKept, MIN_SHARE } from './evidence.ts';
import { findBalances } from './find-balances.ts';
import { monotoneOf } from './monotone.ts';
import { monthOf } from './parts-of-date.ts';
import type { RowsBefore } from './rows-before.ts';

const MIN_STEADY = 0.9;
/** Minimum share of the changes in last rows. */
const MIN_LAST = 0.9;
const MIN_ENTITIES = 20;
/** Minimum number of changes whose sizes are learned, and the share left out at either end. */
const MIN_CHANGES = 50;
const OUTERMOST = 0.1;
const GROUP = 5;
const MAX_STEP_DAYS = 400;
/** Minimum number of different values with which entities begin. */
const MIN_STARTS = 5;
const MONTHS = [1, 3, 6, 12, 2, 4];

/**
 * Finds rules between the rows of entities, each in 99 % of at least 50 rows or 20 entities: numbers
 * and dates that step, lengths, values that mostly stay (in 90 %), and values carried from row to
 * row, with what they end at, or never fall or rise.
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
  const counted = numbers.flatMap((number) => countedOf(number, { of, table }) ?? []);
  const parents = above.map((column) => ({ own: table.columns[column] as NumberColumn, column }));
  const lengths = [...numbers, ...parents].flatMap(
    (number) => lengthOf(number, { of, table }) ?? [],
  );
  const taken = new Set([...counted, ...lengths].map(({ column }) => column));
  const amounts = numbers.filter(({ column }) => !taken.has(column));
  const { carried, runs, ends } = findBalances(amounts, { of, following, table, time });
  const steady = amounts.flatMap((number) => steadyOf(number, of) ?? []);
  const starts = amounts.flatMap((own) => startOf(own, parents, { of, table }) ?? []);
  const written = new Set(
    [
      ...carried.flatMap(({ column, from }) => [{ column }, { column: from }]),
      ...runs,
      ...steady,
      ...starts,
    ].map(({ column }) => column),
  );
  const monotone = amounts.flatMap((own) =>
    written.has(own.column)
      ? []
      : (monotoneOf(own, of, { threshold, time, columns: table.columns }) ?? []),
  );
  const last = lastWords(table, { of, threshold, isOpen });
  // A column that begins with a number of the parent's has its steps.
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
    ...monotone,
    ...last,
  ];
}

const isMonthEnd = (moment: number): boolean => monthOf(moment + DAY) !== monthOf(moment);

function steppedOf(
  { own, column }: Found<DatetimeColumn>,
  of: RowsBefore,
): Between<'stepped'> | null {
  if (!areDays(own.values)) return null;
  const row = of.before.findIndex((before) => before >= 0);
  const days = Math.round((own.values[row]! - own.values[of.before[row]!]!) / DAY);
  const ends = own.values.filter((moment) => isMonthEnd(moment)).length;
  const units = ends >= MIN_SHARE * own.values.length ? ['month ends'] : ['months', 'month ends'];
  const steps = [
    ...(days >= 1 && days <= MAX_STEP_DAYS ? [{ unit: 'days', step: days }] : []),
    ...units.flatMap((unit) => MONTHS.map((step) => ({ unit, step }))),
  ].map((each) => ({ ...each, phase: null })) as Pick<
    Between<'stepped'>,
    'unit' | 'step' | 'phase'
  >[];
  const found = steps.find((step) => isKept(countStepped(own.values, of, step)));
  if (found === undefined) return null;
  const phase =
    found.unit === 'days' || found.step === 1
      ? null
      : commonValue(Array.from(own.values, (moment) => monthOf(moment) % found.step));
  return { kind: 'stepped', column, ...found, phase };
}

function countedOf(
  { own, column }: Found<NumberColumn>,
  { of, table }: Context,
): Between<'counted'> | null {
  if (own.decimals > 0) return null;
  for (const step of [1, -1] as const) {
    const rule = { kind: 'counted' as const, column, step, first: null };
    if (!isKept(countBetween(rule, table, of))) continue;
    return { ...rule, first: commonValue(of.groups.map((rows) => own.values[rows[0]!]!)) };
  }
  return null;
}

function lengthOf(
  { own, column }: Found<NumberColumn>,
  { of, table }: Context,
): Between<'length'> | null {
  const rule = { kind: 'length' as const, column };
  const { rows, kept } = countBetween(rule, table, of);
  if (rows < MIN_ENTITIES || kept < MIN_SHARE * rows) return null;
  return new Set(of.groups.map((each) => own.values[each[0]!]!)).size > 1 ? rule : null;
}

/** Returns the number of the parent's row that a column begins with; null if there is none. */
function startOf(
  { column }: Found<NumberColumn>,
  parents: readonly Found<NumberColumn>[],
  { of, table }: Context,
): Between<'starts'> | null {
  for (const from of parents) {
    const rule = { kind: 'starts' as const, column, from: from.column };
    const { rows, kept } = countBetween(rule, table, of);
    if (rows < MIN_ENTITIES || kept < MIN_SHARE * rows) continue;
    if (new Set(of.groups.map((each) => from.own.values[each[0]!]!)).size >= MIN_STARTS)
      return rule;
  }
  return null;
}

function steadyOf({ own, column }: Found<NumberColumn>, of: RowsBefore): Between<'steady'> | null {
  const count = countSame(own.values, of);
  if (!isKept(count, MIN_STEADY) || count.kept === count.rows) return null;
  if (count.kept / count.rows < halfwayFrom(keptByChance(own.values))) return null;
  const changed = of.groups.flatMap((rows) =>
    rows.flatMap((row, i) => {
      const before = own.values[rows[i - 1] ?? row]!;
      const value = own.values[row]!;
      const isLast = i === rows.length - 1;
      return value === before ? [] : [{ entity: rows[0]!, ratio: value / before, isLast }];
    }),
  );
  const last = changed.filter(({ isLast }) => isLast).length;
  // One change of each entity, so that none states its own.
  const ratios = [...new Map(changed.map(({ entity, ratio }) => [entity, ratio])).values()];
  return {
    kind: 'steady',
    column,
    share: count.kept / count.rows,
    ...usualRatios(ratios),
    step: usualStep(own.values, own.decimals),
    isLast: last >= MIN_LAST * changed.length,
  };
}

/** Returns the share of rows that have the value of another at random: high if most are 0. */
function keptByChance(values: Float64Array): number {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts.values()].reduce((sum, count) => sum + (count / values.length) ** 2, 0);
}

/** Half of the way from a share to all. */
const halfwayFrom = (share: number): number => (1 + share) / 2;

/** Returns the means of the five ratios at the tenth and ninetieth percentile; null for few. */
function usualRatios(ratios: readonly number[]): { low: number | null; high: number | null } {
  const sorted = Float64Array.from(ratios)
    .filter((ratio) => Number.isFinite(ratio) && ratio > 0)
    .sort();
  if (ratios.length < MIN_CHANGES || sorted.length < MIN_LAST * ratios.length)
    return { low: null, high: null };
  const around = Math.floor(OUTERMOST * sorted.length);
  const meanOf = (from: number) =>
    sorted.subarray(from, from + GROUP).reduce((sum, ratio) => sum + ratio, 0) / GROUP;
  return { low: meanOf(around), high: meanOf(sorted.length - around - GROUP) };
}

/** Returns the number columns with the value of the row before in nine of ten rows, or always. */
export const steadyColumns = (table: Table, of: RowsBefore): ReadonlySet<number> =>
  new Set(
    table.columns.flatMap((own, column) =>
      own.kind === 'number' && isKept(countSame(own.values, of), MIN_STEADY) ? [column] : [],
    ),
  );

/** Returns true for a word column with one word for each entity. */
export function staysInGroups({ columns }: Table, column: number, { groups }: RowsBefore): boolean {
  const own = columns[column]!;
  if (own.kind !== 'category') return false;
  return groups.every((rows) => rows.every((row) => own.codes[row] === own.codes[rows[0]!]));
}

const MAX_WORDS = 50;
/** Rows of an entity from which few are the last. */
const MIN_MEAN_ROWS = 2;

function lastWords(
  { columns }: Table,
  {
    of: { before, groups },
    threshold,
    isOpen,
  }: { of: RowsBefore; threshold: number; isOpen: (column: number) => boolean },
): Between<'last'>[] {
  if (before.length < MIN_MEAN_ROWS * groups.length) return [];
  return columns.flatMap((own, column) => {
    if (own.kind !== 'category' || !isOpen(column) || own.dictionary.length > MAX_WORDS) return [];
    const [all, last] = [0, 0].map(() => new Uint32Array(own.dictionary.length));
    for (const code of own.codes) if (code >= 0) all![code]!++;
    for (const rows of groups) {
      const code = own.codes[rows.at(-1)!]!;
      if (code >= 0) last![code]!++;
    }
    return own.dictionary.flatMap((word, code) =>
      all![code]! >= Math.max(threshold, MIN_ENTITIES) && last![code]! >= MIN_SHARE * all![code]!
        ? [{ kind: 'last' as const, column, word, share: last![code]! / groups.length }]
        : [],
    );
  });
}
