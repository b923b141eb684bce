import type { NumberColumn, Table } from '../../../table/table.ts';
import { usualStep } from '../laws/looked-at-amounts.ts';
import type { Between } from './between-rows.ts';
import { countBetween } from './count-between.ts';
import { type Context, commonValue, type Found, isKept } from './evidence.ts';
import type { RowsBefore } from './rows-before.ts';

/** Minimum share of the entities that end at one value. */
const MIN_LAST = 0.9;
/** Minimum share of the rows whose value is neither the column's own before nor the other's. */
const MIN_CHANGED = 0.2;
/** Share of looked at rows off a run that does not begin again, and of one that does each year. */
const MAX_OFF = 1 / 16;
const MAX_RESETS = 0.4;
/** Rows that rule most pairs of columns out. */
const LOOKED_AT_ROWS = 64;

/** Finds values carried from row to row, columns that run, and what they end at. */
export function findBalances(
  amounts: readonly Found<NumberColumn>[],
  context: Context & { following: Int32Array; time: number | null },
) {
  const carried = amounts.flatMap((to) => carriedOf(to, amounts, context) ?? []);
  const paired = new Set(carried.flatMap(({ column, from }) => [column, from]));
  const runs = amounts.flatMap((own) =>
    paired.has(own.column) ? [] : (runOf(own, amounts, context) ?? []),
  );
  const balances = [...carried.map(({ from }) => from), ...runs.map(({ column }) => column)];
  const ends = [...new Set(balances)].flatMap(
    (column) => endOf(amounts.find((own) => own.column === column)!, context.of.groups) ?? [],
  );
  return { carried, runs, ends };
}

function endOf({ own, column }: Found<NumberColumn>, groups: readonly number[][]) {
  const value = commonValue(
    groups.map((rows) => own.values[rows.at(-1)!]!),
    MIN_LAST,
  );
  return value === null ? null : { kind: 'ends' as const, column, value };
}

function carriedOf(
  to: Found<NumberColumn>,
  numbers: readonly Found<NumberColumn>[],
  { of, following, table }: Context & { following: Int32Array },
): Between<'carried'> | null {
  const firstOf = ({ values }: NumberColumn) =>
    Float64Array.from(of.groups, (rows) => values[rows[0]!]!);
  for (const from of numbers) {
    if (from === to || !agree(to.own, from.own, { of, following })) continue;
    const rule = {
      kind: 'carried' as const,
      column: to.column,
      from: from.column,
      unit: usualStep(firstOf(to.own), to.own.decimals),
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
  { of, following, table, time }: Context & { following: Int32Array; time: number | null },
): Between<'run'> | null {
  const isNeverNegative = own.values.every((value) => !(value < 0));
  const step = Math.max(1, Math.floor(following.length / LOOKED_AT_ROWS));
  const looked = following.filter((_, i) => i % step === 0);
  const within = 0.51 * 10 ** -own.decimals;
  const changes = Float64Array.from(
    looked,
    (row) => own.values[row]! - own.values[of.before[row]!]!,
  );
  for (const { column: movement, own: moving } of numbers) {
    if (movement === column) continue;
    // Rounding hides smaller movements: a postal code and a price below a half.
    const moved = following.filter((row) => Math.abs(moving.values[row]!) > within).length;
    if (moved < MIN_CHANGED * following.length) continue;
    for (const factor of [1, -1] as const) {
      const isOff = (row: number, i: number) =>
        Math.abs(changes[i]! - factor * moving.values[row]!) > within;
      const off = looked.filter(isOff).length / looked.length;
      if (off > MAX_RESETS) continue;
      const fromZero =
        commonValue(of.groups.map(([row]) => own.values[row!]! - factor * moving.values[row!]!)) ===
        0;
      for (const resets of off < MAX_OFF || time === null ? [null, time] : [time]) {
        const rule = {
          kind: 'run' as const,
          column,
          movement,
          factor,
          isNeverNegative,
          resets,
          fromZero,
        };
        if (isKept(countBetween(rule, table, of))) return rule;
      }
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
    const own = to.values[row]!;
    const carried = from.values[before[row]!]!;
    if (!Number.isNaN(own) && own !== carried && ++broken > LOOKED_AT_ROWS / 16) return false;
  }
  return true;
}

/** Returns true if a running balance begins again each year, as a total of the year to date. */
export function isTotalOfYear(
  table: Table,
  of: RowsBefore,
  { balance, movement, time }: { balance: number; movement: number; time: number },
): boolean {
  const run = {
    kind: 'run' as const,
    column: balance,
    movement,
    factor: 1 as const,
    isNeverNegative: false,
    fromZero: false,
  };
  const keeps = (resets: number | null) => isKept(countBetween({ ...run, resets }, table, of));
  return keeps(time) && !keeps(null);
}
