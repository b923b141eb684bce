import { DAY } from '../../../table/datetime-form.ts';
import type { Column, Table } from '../../../table/table.ts';
import { stepAfter } from '../derived/formula.ts';
import type { Between, BetweenRows } from './between-rows.ts';
import type { Kept } from './evidence.ts';
import { countMonotone, partsIn } from './monotone.ts';
import { monthOf, yearOf } from './parts-of-date.ts';
import type { RowsBefore } from './rows-before.ts';

const valuesOf = (column: Column): Float64Array | null =>
  column.kind === 'category' ? null : column.values;

/** Counts rows with a row before and a value of their own. */
function countFollowing(
  values: Float64Array,
  { before }: RowsBefore,
  keeps: (row: number, previous: number) => boolean,
): Kept {
  const count = { rows: 0, kept: 0 };
  for (let row = 0; row < before.length; row++) {
    if (before[row]! < 0 || Number.isNaN(values[row]!)) continue;
    count.rows++;
    if (keeps(row, before[row]!)) count.kept++;
  }
  return count;
}

/** Counts dates some steps after that of the row before, or, by a first day that months lack, so. */
export function countStepped(
  values: Float64Array,
  of: RowsBefore,
  { unit, step, phase }: Pick<Between<'stepped'>, 'unit' | 'step' | 'phase'>,
): Kept {
  const count = { rows: 0, kept: 0 };
  for (const rows of of.groups) {
    const first = values[rows[0]!]!;
    for (let i = 1; i < rows.length; i++) {
      const value = values[rows[i]!]!;
      if (Number.isNaN(value)) continue;
      count.rows++;
      const isStep =
        (phase === null || monthOf(value) % step === phase) &&
        (value === stepAfter(values[rows[i - 1]!]!, unit, step) ||
          value === stepAfter(first, unit, step * i));
      if (isStep) count.kept++;
      // Most steps fail in the first rows.
      else if (count.rows < LOOKED_AT_ROWS && count.kept < count.rows / 2 && count.rows > 8)
        return count;
    }
  }
  return count;
}

/** Rows after which a step is counted to the end. */
const LOOKED_AT_ROWS = 64;

/** Counts the rows with the value of the row before. */
export const countSame = (values: Float64Array, of: RowsBefore): Kept =>
  countFollowing(values, of, (row, previous) => values[row] === values[previous]);

/** Counts the rows with a word, and those of them that are their entity's last. */
function countLast(own: Column, word: string, of: RowsBefore): Kept {
  const count = { rows: 0, kept: 0 };
  if (own.kind !== 'category') return count;
  const code = own.dictionary.indexOf(word);
  for (const rows of of.groups)
    rows.forEach((row, i) => {
      if (own.codes[row] !== code) return;
      count.rows++;
      if (i === rows.length - 1) count.kept++;
    });
  return count;
}

/** Counts the rows of a table that keep a rule. */
export function countBetween(rule: BetweenRows, { columns }: Table, of: RowsBefore): Kept {
  const own = columns[rule.column]!;
  if (rule.kind === 'last') return countLast(own, rule.word, of);
  const values = valuesOf(own);
  if (values === null) return { rows: 0, kept: 0 };
  const decimals = own.kind === 'number' ? own.decimals : 0;
  const isNear = (a: number, b: number) => Math.abs(a - b) <= 0.51 * 10 ** -decimals;
  if (rule.kind === 'stepped') return countStepped(values, of, rule);
  if (rule.kind === 'counted')
    return countFollowing(values, of, (row, previous) =>
      isNear(values[row]!, values[previous]! + rule.step),
    );
  if (rule.kind === 'steady') return countSame(values, of);
  if (rule.kind === 'monotone')
    return countMonotone(values, partsIn(of.groups, rule, columns), rule);
  if (rule.kind === 'carried') {
    const from = valuesOf(columns[rule.from]!);
    return from === null
      ? { rows: 0, kept: 0 }
      : countFollowing(values, of, (row, previous) => isNear(values[row]!, from[previous]!));
  }
  if (rule.kind === 'run') {
    const moved = valuesOf(columns[rule.movement]!);
    if (moved === null) return { rows: 0, kept: 0 };
    const isReset = resetsIn(rule, columns);
    return countFollowing(values, of, (row, previous) => {
      const before = isReset(row, previous) ? 0 : values[previous]!;
      return isNear(values[row]!, before + rule.factor * moved[row]!);
    });
  }
  const start = rule.kind === 'starts' ? valuesOf(columns[rule.from]!) : null;
  const keepsIn = (rows: readonly number[]): boolean => {
    if (rule.kind === 'length') return rows.every((row) => values[row] === rows.length);
    const [first, last] = [rows[0]!, rows.at(-1)!];
    return rule.kind === 'starts'
      ? start !== null && isNear(values[first]!, start[first]!)
      : isNear(values[last]!, rule.value);
  };
  const count = { rows: 0, kept: 0 };
  for (const rows of of.groups) {
    count.rows++;
    if (keepsIn(rows)) count.kept++;
  }
  return count;
}

/** Returns whether a total begins again between two rows: in another year. */
export function resetsIn(
  { resets }: Pick<Between<'run'>, 'resets'>,
  columns: readonly Column[],
): (row: number, previous: number) => boolean {
  const dates = resets === null ? null : valuesOf(columns[resets]!);
  if (dates === null) return () => false;
  const years = Int16Array.from(dates, yearOf);
  return (row, previous) => years[row] !== years[previous];
}

/** Returns true if all dates of a column are at midnight. */
export const areDays = (values: Float64Array): boolean =>
  values.every((moment) => Number.isNaN(moment) || moment % DAY === 0);
