import { expect, test } from 'vitest';
import { identifierOwner, namesNumberOfThing } from './identifier-header.ts';

test.each([
  ['customer_id', 'customer'],
  ['ClientId', 'customer'],
  ['Kundennummer', 'customer'],
  ['Kunden-Nr.', 'customer'],
  ['Numéro client', 'customer'],
  ['Member Number', 'customer'],
  ['MEMBER_NBR', 'customer'],
  ['portfolio', 'account'],
  ['account_id', 'account'],
  ['ACCOUNT NO', 'account'],
  ['IBAN', 'account'],
  ['Konto', 'account'],
  ['Kontonummer', 'account'],
  ['N° de compte', 'account'],
  ['Número de cuenta', 'account'],
  ['Tarjeta', 'account'],
  ['Nº de tarjeta', 'account'],
  ['Rekeningnummer', 'account'],
  ['Numer rachunku', 'account'],
  ['Policy No', 'account'],
  ['Vertragsnummer', 'account'],
  ['Numéro de contrat', 'account'],
])('%s identifies a %s', (name, owner) => {
  expect(identifierOwner(name)).toBe(owner);
});

test.each([
  'Gegenkonto',
  'Account type',
  'Kontoart',
  'counterparty_account',
  'Saldo',
  'Client country',
  'product',
])('%s identifies neither', (name) => {
  expect(identifierOwner(name)).toBeNull();
});

test.each([
  'Kartennummer',
  'loan_no',
  'Vehicle Number',
  'Policen-Nr.',
  'Numéro de contrat',
  'terminal_id',
])('%s is the number of a thing', (name) => {
  expect(namesNumberOfThing(name)).toBe(true);
});

test.each(['loan', 'credit', 'number of cards', 'card_type', 'policy_count'])(
  '%s is no number of a thing',
  (name) => {
    expect(namesNumberOfThing(name)).toBe(false);
  },
);
