import type { SignRule, StatementRole } from '../../../shared/column-mapping.ts';
import type { Column, NumberColumn, Table } from '../../table/table.ts';
import { directionPair } from '../bank/direction.ts';

type Columns = readonly { name: string; role: StatementRole }[];

function ofRole(table: Table, columns: Columns, role: StatementRole): Column | undefined {
  const name = columns.find((column) => column.role === role)?.name;
  return table.columns.find((column) => column.name === name);
}

const numbersOf = (
  table: Table,
  columns: Columns,
  role: StatementRole,
): NumberColumn | undefined => {
  const column = ofRole(table, columns, role);
  return column?.kind === 'number' ? column : undefined;
};

/** Returns the sign rule for a column's debit and credit markers; null for unknown markers. */
function directionOf(column: Column | undefined): SignRule | null {
  if (column?.kind !== 'category') return null;
  const dictionary = column.dictionary;
  const pair = directionPair(dictionary);
  if (pair === undefined) return null;
  const of = (side: string) => dictionary.filter((word) => word.toLowerCase() === side);
  return { kind: 'direction', debit: of(pair[0]), credit: of(pair[1]) };
}

/** Returns the sign rule that follows from the roles found so far. */
export function signOf(table: Table, columns: Columns): SignRule | null {
  const amount = numbersOf(table, columns, 'amount');
  if (amount !== undefined) {
    const direction = directionOf(ofRole(table, columns, 'direction'));
    const isSigned = amount.values.some((value) => value < 0);
    return direction !== null && !isSigned ? direction : { kind: 'signed' };
  }
  const sides = numbersOf(table, columns, 'debit') ?? numbersOf(table, columns, 'credit');
  return sides === undefined ? null : { kind: 'debit-credit' };
}

function ofBothSides(debit: NumberColumn, credit: NumberColumn): Float64Array {
  return debit.values.map((out, row) => {
    const into = credit.values[row];
    if (Number.isNaN(out) && Number.isNaN(into)) return Number.NaN;
    return (Number.isNaN(into) ? 0 : into) - (Number.isNaN(out) ? 0 : Math.abs(out));
  });
}

/** A single debit or credit column that has both signs stores the other side as negative values. */
function ofOneSide(debit: NumberColumn | undefined, credit: NumberColumn | undefined) {
  const values = (debit ?? credit)?.values ?? new Float64Array();
  const isMixed = values.some((value) => value < 0) && values.some((value) => value > 0);
  const factor = debit === undefined ? 1 : -1;
  return values.map((value) => factor * (isMixed ? value : Math.abs(value)));
}

/**
 * Computes each row's movement; NaN if the row has no amount.
 *
 * @returns one number per row, negative for debits; null if no column contains amounts
 */
export function movementsOf(
  table: Table,
  columns: Columns,
  sign: SignRule | null,
): Float64Array | null {
  if (sign === null) return null;
  if (sign.kind === 'debit-credit') {
    const debit = numbersOf(table, columns, 'debit');
    const credit = numbersOf(table, columns, 'credit');
    return debit && credit ? ofBothSides(debit, credit) : ofOneSide(debit, credit);
  }
  const amount = numbersOf(table, columns, 'amount')?.values;
  if (amount === undefined) return null;
  if (sign.kind === 'signed') return amount;
  if (sign.kind === 'inverted') return amount.map((value) => -value);
  const direction = ofRole(table, columns, 'direction');
  if (direction?.kind !== 'category') return null;
  // Rows with an unknown marker have no movement.
  const factors = direction.dictionary.map((word) =>
    sign.debit.includes(word) ? -1 : sign.credit.includes(word) ? 1 : Number.NaN,
  );
  return amount.map((value, row) => {
    const code = direction.codes[row];
    return code < 0 ? Number.NaN : factors[code] * Math.abs(value);
  });
}
