import { type AmountSides, movedColumn } from '../../synthesize/columns/amount-sides.ts';
import { passesIban } from '../../table/check-digits.ts';
import { entityIndex, sequenceOf } from '../../table/sequence-shape.ts';
import type { CategoryColumn, Column, Table } from '../../table/table.ts';
import { identifierOwner } from '../headers/identifier-header.ts';
import { personalKinds } from '../persons/personal-kinds.ts';
import { findStatement } from './find-statement.ts';
import { accountsOf, firmsOf, type PaymentColumns } from './firms.ts';
import { namesPayees } from './payee-roles.ts';
import { isNamed, sidesIn } from './payment-sides.ts';

const MIN_ACCOUNTS = 9;
const MIN_ROWS_AN_ACCOUNT = 4;
/** Minimum payees of an account on average; a single one is its owner. */
const MIN_PAYEES = 2;
const MIN_IBANS = 0.9;
export type FoundPayments = PaymentColumns & { sides: AmountSides | null };

const IS_ACCOUNT = /^(?=(?:.*\d){5})[\dA-Z][\dA-Z ./-]{6,}$/i;

/** Returns the column of the payees' accounts: by its header, else by IBANs; never a constant one. */
function payeeAccounts(table: Table, account: number): number {
  const holds = (test: (text: string) => boolean) => (column: Column, i: number) => {
    if (column.kind !== 'category' || column.dictionary.length < 2 || i === account) return false;
    const some = column.dictionary.slice(0, 200);
    return some.filter(test).length >= MIN_IBANS * some.length;
  };
  const isNumbered = holds((text) => IS_ACCOUNT.test(text));
  const isOther = isNamed('counterparty_account');
  const named = table.columns.findIndex((column, i) => isOther(column) && isNumbered(column, i));
  return named >= 0 ? named : table.columns.findIndex(holds(passesIban));
}

/** Returns the account column: the finest recurring one whose rows are in order of time. */
export function accountColumn(table: Table): number {
  const named = table.columns.flatMap((column, i) => {
    if (identifierOwner(column.name) === null || column.kind === 'datetime') return [];
    const { of, count } = entityIndex(column);
    const recurs = count >= MIN_ACCOUNTS && table.rows >= MIN_ROWS_AN_ACCOUNT * count;
    const isOrdered = recurs && !of.includes(-1) && sequenceOf(table, column) !== null;
    return isOrdered ? [{ i, count }] : [];
  });
  return named.sort((a, b) => b.count - a.count)[0]?.i ?? -1;
}

/** Returns true if a table has personal data other than payees and IBANs, as one of customers does. */
export const hasOtherPersons = (table: Table, payee: number): boolean =>
  personalKinds(table).some((kind, i) => {
    const column = table.columns[i]!;
    const isOther = kind !== null && kind !== 'iban' && i !== payee;
    return isOther && (column.kind !== 'category' || column.dictionary.length > 1);
  });

/**
 * Finds the columns of payments with private payees, of one account or of many.
 *
 * @returns null for other tables
 */
export function findPayments(table: Table): FoundPayments | null {
  const payee = table.columns.findIndex(namesPayees);
  if (payee < 0) return null;
  const text = table.columns.findIndex(isNamed('description'));
  const date = table.columns.findIndex(({ kind }) => kind === 'datetime');
  const account = accountColumn(table);
  if (date < 0 || (text < 0 && account >= 0)) return null;
  const statement = account < 0 ? findStatement(table) : null;
  if (text < 0 && statement === null) return null;
  const sides = sidesIn(table, statement);
  const amount =
    sides === null
      ? table.columns.findIndex((column) =>
          statement === null
            ? isNamed('amount', 'number', 0)(column)
            : column.name === statement.movements[0]!.column,
        )
      : movedColumn(sides);
  if (account < 0 && (amount < 0 || hasOtherPersons(table, payee))) return null;
  const iban = payeeAccounts(table, account);
  const columns = { payee, account, date, iban, text, amount, sides };
  const own = table.columns[payee] as CategoryColumn;
  const { of, count } = accountsOf(table, columns);
  const pairs = new Set(own.codes.map((code, row) => of[row]! * own.dictionary.length + code));
  if (pairs.size < MIN_PAYEES * count || payee === account) return null;
  const firms = firmsOf(table, columns);
  return firms.size < own.dictionary.length ? columns : null;
}
