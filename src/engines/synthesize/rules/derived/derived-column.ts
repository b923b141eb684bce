import { isNull } from '../../../table/format-table.ts';
import type { Column, Table } from '../../../table/table.ts';
import { roundAmount } from '../laws/amount-law.ts';
import { spread } from '../laws/sample-amounts.ts';
import { type Condition, meetingAll } from './condition.ts';
import { type Formula, formulaAt, isAmount, sourcesOfFormula } from './formula.ts';

/** Greatest value: a constant, or that of a column. */
export type Cap = { value: number } | { column: number };

/** Formula of the rows that meet all conditions; `low` and `high` bound its result. */
export type Case = {
  where: Condition[];
  formula: Formula;
  low?: number | undefined;
  high?: Cap | undefined;
  /** Share of the rows that keep it; the others are exceptions of the file. */
  share: number;
};

/**
 * Column whose value follows from others in the rows of its cases. A row follows the first case
 * whose conditions it meets; in other rows, the value is modeled. Amounts are rounded to `decimals`.
 */
export type DerivedColumn = { column: number; decimals: number; cases: Case[] };

export const sourcesOfCase = ({ where, formula, high }: Case): number[] => [
  ...where.map(({ column }) => column),
  ...sourcesOfFormula(formula),
  ...(high !== undefined && 'column' in high ? [high.column] : []),
];

/** Returns the columns that a derived one reads, apart from conditions about its drawn value. */
export const sourcesOfDerived = ({ column: own, cases }: DerivedColumn): number[] => [
  ...new Set(
    cases.flatMap((rule) =>
      sourcesOfCase({ ...rule, where: rule.where.filter(({ column }) => column !== own) }),
    ),
  ),
];

/** Returns true for a column of constants, as rates by tier: a given one decides the rows. */
export const isConstant = ({ cases }: DerivedColumn): boolean =>
  cases.every(({ formula }) => formula.kind === 'constant');

/** Returns true for a column that is empty in some rows and modeled in the others. */
export const isOnlyEmptied = ({ cases }: DerivedColumn): boolean =>
  cases.every(({ formula }) => formula.kind === 'empty');

/** Returns a function that computes a case in a row, whether or not it meets the conditions. */
export function caseAt(
  { formula, low = Number.NEGATIVE_INFINITY, high }: Omit<Case, 'share' | 'where'>,
  table: Table,
  decimals: number,
): (row: number) => number {
  const exact = formulaAt(formula, table, decimals);
  if (low === Number.NEGATIVE_INFINITY && high === undefined) return exact;
  const caps = high !== undefined && 'column' in high ? table.columns[high.column] : null;
  const most = high !== undefined && 'value' in high ? high.value : Number.POSITIVE_INFINITY;
  return (row) => {
    const cap = caps === null || caps.kind === 'category' ? most : caps.values[row];
    return Math.min(Math.max(low, exact(row)), cap);
  };
}

/** Greatest difference from a formula, in units of the last decimal: rounding differs by one. */
const unitsOf = (formula: Formula): number =>
  formula.kind === 'product' ||
  formula.kind === 'ratio' ||
  formula.kind === 'installment' ||
  (formula.kind === 'between' && formula.unit !== undefined)
    ? 1.01
    : 0.51;

/** Returns a function that reports whether a row's value is that of the case. */
export function keeperOf(
  rule: Omit<Case, 'share' | 'where'>,
  { table, column, decimals }: { table: Table; column: number; decimals: number },
): (row: number) => boolean {
  const own = table.columns[column];
  if (rule.formula.kind === 'empty') return (row) => isNull(own, row);
  if (own.kind === 'category') return () => false;
  const expected = caseAt(rule, table, decimals);
  const { values } = own;
  if (own.kind === 'datetime') return (row) => values[row] === expected(row);
  const within = unitsOf(rule.formula) * 10 ** -decimals;
  return (row) => Math.abs(values[row] - expected(row)) <= within;
}

/** Number of the case that each row follows, -1 for none. */
export function caseOfRows({ cases }: DerivedColumn, table: Table): Int16Array {
  const of = new Int16Array(table.rows).fill(-1);
  const open = spread(table.rows, table.rows);
  let left = open.length;
  cases.forEach(({ where }, i) => {
    const areMet = meetingAll(where, table);
    let kept = 0;
    for (let k = 0; k < left; k++) {
      const row = open[k];
      if (areMet(row)) of[row] = i;
      else open[kept++] = row;
    }
    left = kept;
  });
  return of;
}

/** Copies a column with other values in some rows; NaN is written as a missing value. */
function withValues(column: Column, values: ReadonlyMap<number, number>): Column {
  if (column.kind === 'category') {
    const codes = column.codes.slice();
    for (const row of values.keys()) codes[row] = -1;
    return { ...column, codes };
  }
  const own = column.values.slice();
  for (const [row, value] of values) own[row] = value;
  return { ...column, values: own };
}

/**
 * Writes the values of the cases into a table. As many rows as the file's exceptions keep their
 * drawn value, spread evenly; so do rows for which a formula gives none.
 */
export function withDerived(table: Table, derived: DerivedColumn): Table {
  const { column, decimals, cases } = derived;
  const of = caseOfRows(derived, table);
  const values = new Map<number, number>();
  const rowsOf = cases.map((): number[] => []);
  of.forEach((i, row) => {
    if (i >= 0) rowsOf[i].push(row);
  });
  cases.forEach((rule, i) => {
    const rows = rowsOf[i];
    const keeps = keeperOf(rule, { table, column, decimals });
    const expected = caseAt(rule, table, decimals);
    const broken = rows.filter((row) => !keeps(row));
    const exceptions = Math.min(broken.length, Math.floor((1 - rule.share) * rows.length));
    broken.forEach((row, k) => {
      const isException =
        Math.floor(((k + 1) * exceptions) / broken.length) >
        Math.floor((k * exceptions) / broken.length);
      if (isException) return;
      const exact = expected(row);
      const value = isAmount(rule.formula) ? roundAmount(exact, decimals) : exact;
      if (rule.formula.kind === 'empty' || !Number.isNaN(value)) values.set(row, value);
    });
  });
  if (values.size === 0) return table;
  return {
    rows: table.rows,
    columns: table.columns.map((own, i) => (i === column ? withValues(own, values) : own)),
  };
}
