import type { StatementRole } from '../../shared/column-mapping.ts';
import type { NumberColumn, Table } from '../table/table.ts';
import type { ColumnFacts } from './column-facts.ts';
import { findRunningBalance } from './running-balance.ts';

type Roles = Map<string, StatementRole>;

const fills = (value: number): boolean => !Number.isNaN(value) && value !== 0;

/** Whether each row has one of two amounts, never both: what left the account, and what came in. */
export function completeOneAnother(first: NumberColumn, second: NumberColumn): boolean {
  let either = 0;
  for (let row = 0; row < first.values.length; row++) {
    const a = fills(first.values[row]);
    const b = fills(second.values[row]);
    if (a && b) return false;
    if (a || b) either++;
  }
  const each = [first, second].map(({ values }) => values.filter(fills).length);
  return either >= 0.95 * first.values.length && each.every((count) => count > 0);
}

/** What a row adds, by two columns of which the first holds what leaves. */
const difference = (out: NumberColumn, into: NumberColumn): Float64Array =>
  out.values.map((value, row) => {
    const credit = into.values[row];
    return (fills(credit) ? credit : 0) - (fills(value) ? Math.abs(value) : 0);
  });

function assignSides(table: Table, unknown: readonly NumberColumn[], roles: Roles): boolean {
  for (const [i, first] of unknown.entries()) {
    for (const second of unknown.slice(i + 1)) {
      if (!completeOneAnother(first, second)) continue;
      // Banks write what leaves first; a balance that follows the other way around says otherwise.
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

/** The likeliest amount of columns that nothing is known of: one that a balance follows from, then one with decimals. */
function likeliestAmount(table: Table, unknown: readonly NumberColumn[]): NumberColumn | undefined {
  return (
    unknown.find(({ values }) => findRunningBalance(table, values, null) !== null) ??
    unknown.find((column) => column.decimals > 0 && hasBothSigns(column)) ??
    unknown.find(({ decimals }) => decimals > 0) ??
    unknown.find(hasBothSigns)
  );
}

/** Finds the columns that move money among those whose headers say nothing of it. */
export function assignMoney(table: Table, facts: readonly ColumnFacts[], roles: Roles): void {
  const taken = new Set(roles.values());
  if (taken.has('amount') || taken.has('debit') || taken.has('credit')) return;
  const unknown = table.columns.filter(
    (column): column is NumberColumn =>
      column.kind === 'number' &&
      !roles.has(column.name) &&
      (facts.find(({ name }) => name === column.name)?.present ?? 0) > 0,
  );
  if (assignSides(table, unknown, roles)) return;
  const amount = likeliestAmount(table, unknown);
  if (amount !== undefined) roles.set(amount.name, 'amount');
}
