import type { Column, DatetimeColumn, NumberColumn, Table } from '../../../table/table.ts';
import { usualStep } from '../laws/looked-at-amounts.ts';
import { bounded } from '../orders-of-derived.ts';
import { type Between, type BetweenRows, betweenOf } from './between-rows.ts';
import { type Found, isKept, type Kept } from './evidence.ts';
import { yearOf } from './parts-of-date.ts';
import type { RowsBefore } from './rows-before.ts';

/** Minimum share of the rows whose value is not that before. */
const MIN_CHANGED = 0.1;
const MIN_ENTITIES = 20;
const MAX_MEANS = 64;
/** Minimum share of the entities that end at a common bound. */
const MIN_BOUND = 0.1;

/** Rows of an entity with a value, from the one that a monotone column is counted from. */
const knownRows = (
  values: Float64Array,
  rows: readonly number[],
  { sense }: Pick<Between<'monotone'>, 'sense'>,
): number[] => {
  const known = rows.filter((row) => !Number.isNaN(values[row]!));
  return sense > 0 ? known : known.reverse();
};

/** Rows among which a column never falls: of an entity, or of one of its years. */
type Part = { rows: readonly number[]; entity: number };

/** Divides the rows of each entity by the year of a date, or not at all. */
export const partsIn = (
  groups: readonly (readonly number[])[],
  { resets }: Pick<Between<'monotone'>, 'resets'>,
  columns: readonly Column[],
): Part[] =>
  groups.flatMap((rows, entity): Part[] => {
    if (resets === null) return [{ rows, entity }];
    const { values } = columns[resets] as DatetimeColumn;
    const years = Map.groupBy(rows, (row) => yearOf(values[row]!)).values();
    return Array.from(years, (of) => ({ rows: of, entity }));
  });

/** Counts the rows of a monotone column with a value before them in their part. */
export function countMonotone(
  values: Float64Array,
  parts: readonly Part[],
  rule: Pick<Between<'monotone'>, 'sense'>,
): Kept {
  const count = { rows: 0, kept: 0 };
  for (const { rows } of parts) {
    const known = knownRows(values, rows, rule);
    for (let i = 1; i < known.length; i++) {
      count.rows++;
      if (values[known[i]!]! >= values[known[i - 1]!]!) count.kept++;
    }
  }
  return count;
}

/**
 * Finds whether a number never falls, or never rises, within an entity, as an odometer does, or
 * within its years.
 *
 * @param options.time date column that orders the rows
 */
export function monotoneOf(
  { own, column }: Found<NumberColumn>,
  { groups }: Pick<RowsBefore, 'groups'>,
  {
    threshold,
    time,
    columns,
  }: { threshold: number; time: number | null; columns: readonly Column[] },
): Between<'monotone'> | null {
  const { values } = own;
  const choices = (time === null ? [null] : [null, time]).flatMap((resets) =>
    ([1, -1] as const).map((sense) => ({ sense, resets })),
  );
  for (const { sense, resets } of choices) {
    const parts = partsIn(groups, { resets }, columns);
    if (!isKept(countMonotone(values, parts, { sense }))) continue;
    const starts: Placed[] = [];
    const steps: Placed[] = [];
    const ends: number[] = [];
    for (const { rows, entity } of parts) {
      const known = knownRows(values, rows, { sense });
      if (known.length === 0) continue;
      starts.push({ value: values[known[0]!]!, entity });
      ends.push(values[known.at(-1)!]!);
      for (let i = 1; i < known.length; i++)
        steps.push({ value: values[known[i]!]! - values[known[i - 1]!]!, entity });
    }
    if (steps.filter(({ value }) => value !== 0).length < MIN_CHANGED * steps.length) return null;
    if (starts.length < Math.max(MIN_ENTITIES, threshold)) return null;
    const most = ends.reduce((sofar, value) => Math.max(sofar, value), Number.NEGATIVE_INFINITY);
    const atMost = ends.filter((value) => value === most).length;
    return {
      kind: 'monotone',
      column,
      sense,
      resets,
      starts: meansOf(starts, threshold),
      steps: meansOf(steps, threshold),
      unit: usualStep(
        Float64Array.from(starts, ({ value }) => value),
        own.decimals,
      ),
      most: atMost >= Math.max(threshold, MIN_BOUND * ends.length) ? most : null,
    };
  }
  return null;
}

type Placed = { value: number; entity: number };

/** Returns means of equal parts of the sorted values, each of enough entities, in order. */
function meansOf(values: readonly Placed[], threshold: number): number[] {
  const sorted = values.toSorted((a, b) => a.value - b.value);
  const size = Math.ceil(sorted.length / MAX_MEANS);
  const parts: Placed[][] = [];
  let part: Placed[] = [];
  const holders = new Set<number>();
  for (const each of sorted) {
    part.push(each);
    holders.add(each.entity);
    if (part.length < size || holders.size < threshold) continue;
    parts.push(part);
    part = [];
    holders.clear();
  }
  parts.at(-1)?.push(...part);
  return parts.map((own) => own.reduce((sum, { value }) => sum + value, 0) / own.length);
}

/** Returns the quantile of ascending values; 0 and 1 are the first and the last. */
function quantileOf(sorted: readonly number[], share: number): number {
  const place = share * (sorted.length - 1);
  const low = Math.min(sorted.length - 1, Math.floor(place));
  const high = Math.min(sorted.length - 1, low + 1);
  return sorted[low]! + (place - low) * (sorted[high]! - sorted[low]!);
}

/** Returns the share of ascending values below one; `among` chooses between the shares of ties. */
function shareOf(sorted: readonly number[], value: number, among: number): number {
  const last = sorted.length - 1;
  const first = sorted.findIndex((own) => own >= value);
  if (first < 0 || last === 0) return first < 0 ? 1 : among;
  let equal = first;
  while (equal < last && sorted[equal + 1] === value) equal++;
  if (equal > first) return (first + among * (equal - first)) / last;
  if (first === 0) return 0;
  const below = sorted[first - 1]!;
  return (first - 1 + (value - below) / (sorted[first]! - below)) / last;
}

const GOLDEN_RATIO = (1 + Math.sqrt(5)) / 2;

/**
 * Replaces a monotone column by its steps. Where an entity begins stands the step with its rank, so
 * that steps are learned as they are, and what an entity begins with goes by the rest of the row.
 *
 * @param dated table with the dates of the file
 */
export function withSteps(
  { rows, columns }: Table,
  between: readonly BetweenRows[],
  { groups, dated }: Pick<RowsBefore, 'groups'> & { dated: Table },
): Table {
  const rules = betweenOf(between, 'monotone');
  const steps = rules.map((rule) => {
    const own = columns[rule.column] as NumberColumn;
    const values = own.values.slice();
    partsIn(groups, rule, dated.columns).forEach(({ rows: of }, part) => {
      const known = knownRows(own.values, of, rule);
      known.forEach((row, i) => {
        const value = own.values[row]!;
        const share = () => shareOf(rule.starts, value, (part * GOLDEN_RATIO) % 1);
        values[row] =
          i > 0
            ? value - own.values[known[i - 1]!]!
            : bounded(quantileOf(rule.steps, share()), own.decimals, Math.round);
      });
    });
    return { ...own, values };
  });
  return {
    rows,
    columns: columns.map((own, i) => steps[rules.findIndex(({ column }) => column === i)] ?? own),
  };
}

/** Adds up the drawn steps of monotone columns. */
export function withStepsAddedUp(
  table: Table,
  rules: readonly Between<'monotone'>[],
  groups: readonly number[][],
): Table {
  if (rules.length === 0) return table;
  const columns = table.columns.slice();
  for (const rule of rules) {
    const own = columns[rule.column] as NumberColumn;
    const values = own.values.slice();
    addUp(values, partsIn(groups, rule, columns), { rule, decimals: own.decimals });
    columns[rule.column] = { ...own, values };
  }
  return { rows: table.rows, columns };
}

function addUp(
  values: Float64Array,
  parts: readonly Part[],
  { rule, decimals }: { rule: Between<'monotone'>; decimals: number },
): void {
  const { starts, steps, unit, most } = rule;
  parts.forEach(({ rows }, part) => {
    const known = knownRows(values, rows, rule);
    let sum = 0;
    known.forEach((row, i) => {
      const drawn = values[row]!;
      const start = () => quantileOf(starts, shareOf(steps, drawn, (part * GOLDEN_RATIO) % 1));
      sum = i > 0 ? sum + drawn : Math.round(start() / unit) * unit;
      if (most !== null) sum = Math.min(sum, most);
      sum = bounded(sum, decimals, Math.round);
      values[row] = sum;
    });
  });
}
