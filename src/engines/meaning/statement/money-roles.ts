import type { StatementRole } from '../../../shared/column-mapping.ts';
import type { NumberColumn, Table } from '../../table/table.ts';
import type { ColumnFacts } from '../bank/bank-kind.ts';
import { findRunningBalance } from './running-balance.ts';

type Roles = Map<string, StatementRole>;

const fills = (value: number): boolean => !Number.isNaN(value) && value !== 0;

const MIN_FLAGS = 20;

/** Returns true if all filled values are 1: a flag or a count, as of open claims. */
const isFlag = (filled: Float64Array): boolean =>
  filled.length >= MIN_FLAGS && filled.every((value) => value === 1);

/** Returns true if each row fills exactly one of two amount columns (debit and credit). */
export function completeOneAnother(first: NumberColumn, second: NumberColumn): boolean {
  let either = 0;
  for (let row = 0; row < first.values.length; row++) {
    const a = fills(first.values[row]);
    const b = fills(second.values[row]);
    if (a && b) return false;
    if (a || b) either++;
  }
  if (either < 0.95 * first.values.length) return false;
  return [first, second]
    .map(({ values }) => values.filter(fills))
    .every((filled) => filled.length > 0 && !isFlag(filled));
}

const difference = (out: NumberColumn, into: NumberColumn): Float64Array =>
  out.values.map((value, row) => {
    const credit = into.values[row];
    return (fills(credit) ? credit : 0) - (fills(value) ? Math.abs(value) : 0);
  });

function assignSides(table: Table, unknown: readonly NumberColumn[], roles: Roles): boolean {
  for (const [i, first] of unknown.entries()) {
    for (const second of unknown.slice(i + 1)) {
      if (!completeOneAnother(first, second)) continue;
      // Banks usually write debits first; the running balance shows the exceptions.
      const swapped = findRunningBalance(table, difference(second, first), null) !== null;
      roles.set(first.name, swapped ? 'credit' : 'debit');
      roles.set(second.name, swapped ? 'debit' : 'credit');
      return true;
    }
  }
  return false;
}

const hasBothSigns = ({ values }: NumberColumn): boolean =>
  values.some((value) => value < 0) && values.some((value) => value > 0);

/** Returns the likeliest amount column: one that explains a running balance, else a decimal one. */
function likeliestAmount(table: Table, unknown: readonly NumberColumn[]): NumberColumn | undefined {
  return (
    unknown.find(({ values }) => findRunningBalance(table, values, null) !== null) ??
    unknown.find((column) => column.decimals > 0 && hasBothSigns(column)) ??
    unknown.find(({ decimals }) => decimals > 0) ??
    unknown.find(hasBothSigns)
  );
}

/** Assigns money roles to the columns whose headers do not identify them. */
export function assignMoney(table: Table, facts: readonly ColumnFacts[], roles: Roles): void {
  const assigned = new Set(roles.values());
  if (assigned.has('amount') || assigned.has('debit') || assigned.has('credit')) return;
  const unknown = table.columns.filter(
    (column): column is NumberColumn =>
      column.kind === 'number' &&
      !roles.has(column.name) &&
      !isFlag(column.values.filter(fills)) &&
      (facts.find(({ name }) => name === column.name)?.present ?? 0) > 0,
  );
  if (assignSides(table, unknown, roles)) return;
  const amount = likeliestAmount(table, unknown);
  if (amount !== undefined) roles.set(amount.name, 'amount');
}
