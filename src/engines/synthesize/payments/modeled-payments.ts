import type { DeclaredColumns } from '../../../shared/column-kinds.ts';
import { firmsOf, type PaymentColumns } from '../../meaning/statement/firms.ts';
import { findPayments } from '../../meaning/statement/payees.ts';
import type { Table } from '../../table/table.ts';
import { distinct, seenIn, templatesOf, withWords, wordAt } from './read-payments.ts';

const ANY_PERSON = '⟦person⟧';

/**
 * Returns the payees and texts of a statement as they are modeled, for comparison: firms and any
 * person, texts with their places.
 *
 * @returns null for training rows without private payees, and for rows without their firms
 */
export function modeledPayments(
  train: Table,
  synthetic: Table,
  roles: DeclaredColumns = {},
): { columns: string[]; shown: (table: Table) => Table } | null {
  const found = findPayments(train);
  if (found === null) return null;
  const { sides: _, ...columns } = found;
  const payee = train.columns[columns.payee]?.name ?? '';
  const isDeclared = Object.hasOwn(roles, payee) && !/^person/.test(roles[payee]!);
  if (isDeclared) return null;
  const firms = firmsOf(train, columns);
  const drawn = synthetic.columns.find(({ name }) => name === payee);
  if (!distinct(drawn).some((name) => firms.has(name))) return null;
  const names = train.columns.map(({ name }) => name);
  const shown = (table: Table): Table => {
    const at = Object.fromEntries(
      Object.entries(columns).map(([key, place]) => [
        key,
        table.columns.findIndex(({ name }) => name === names[place]),
      ]),
    ) as PaymentColumns;
    const seen = seenIn(table, at, firms);
    const words = Array.from({ length: table.rows }, (_, row) => {
      const own = wordAt(seen.payee, row);
      return own === undefined || firms.has(own) ? own : ANY_PERSON;
    });
    const own = new Map<number, (string | null | undefined)[]>([[at.payee, words]]);
    if (at.text >= 0)
      own.set(
        at.text,
        templatesOf(table, seen).map((template) => template?.text),
      );
    return withWords(table, own);
  };
  const own = [columns.payee, columns.text].filter((place) => place >= 0);
  return { columns: own.map((place) => names[place]!), shown };
}
