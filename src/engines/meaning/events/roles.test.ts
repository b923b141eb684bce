import { expect, test } from 'vitest';
import { parseColumns } from '../../table/parse-columns.ts';
import { guessRoles, rolesOfMapping } from './roles.ts';

const guess = (names: readonly string[], values: readonly string[]) =>
  guessRoles(
    parseColumns(
      names,
      values.map((value) => Array.from({ length: 12 }, () => value)),
    ),
  );

test('columns of a German, a French and a Spanish statement get their roles from the header', () => {
  const values = ['DE4711', '2026-04-03', '2026-04-04', 'Shop 12 b', '-1.50', '10.25', 'EUR'];
  const expected = (names: readonly string[]) => ({
    account: names[0],
    time: names[1],
    valueDate: names[2],
    counterparty: names[3],
    amount: names[4],
    balance: names[5],
    currency: names[6],
  });
  for (const names of [
    ['Kontonummer', 'Buchungstag', 'Wertstellung', 'Empfänger', 'Umsatz', 'Kontostand', 'Währung'],
    ['Compte', 'Date opération', 'Date valeur', 'Bénéficiaire', 'Somme', 'Solde', 'Devise'],
    ['Cuenta', 'Fecha', 'Fecha valor', 'Beneficiario', 'Monto', 'Saldo', 'Divisa'],
  ])
    expect(guess(names, values)).toEqual(expected(names));
});

test('a header that names a role of another kind of value does not get it', () => {
  expect(guess(['Umsatz', 'Kundennummer'], ['many', 'K-17'])).toEqual({ customer: 'Kundennummer' });
});

test('user mapping sets the roles; without an entity column the account is the entity', () => {
  const columns = [
    { name: 'a', role: 'booking_date' as const },
    { name: 'b', role: 'amount' as const },
    { name: 'c', role: 'counterparty_account' as const },
    { name: 'd', role: 'counterparty_name' as const },
    { name: 'e', role: 'ignore' as const },
    { name: 'f', role: 'other' as const },
  ];
  expect(rolesOfMapping({ columns, sign: null, entity: 'f', order: 'a' })).toEqual({
    time: 'a',
    amount: 'b',
    counterparty: 'c',
    account: 'f',
  });
});
