import { describe, expect, test } from 'vitest';
import { passesIban, passesLuhn } from '../../table/check-digits.ts';
import { personalKind, personalKindByName } from './personal-kind.ts';

describe('checksums', () => {
  test('an IBAN may have blanks and small letters, and nothing before or behind', () => {
    // ISO 13616 registry examples: Norway (15 characters), Malta (31).
    expect(passesIban('NO93 8601 1117 947')).toBe(true);
    expect(passesIban('mt84malt011000012345mtlcast001s')).toBe(true);
    expect(passesIban('xNO9386011117947')).toBe(false);
    expect(passesIban('NO9386011117947-')).toBe(false);
    expect(passesIban('NO93')).toBe(false);
    expect(passesIban('NO9X8601111794')).toBe(false);
  });

  test('a card number has 12 to 19 digits, blanks and hyphens between them', () => {
    // Test numbers of card networks; repeated 0 passes Luhn at any length.
    expect(passesLuhn('5555 5555-5555 4444')).toBe(true);
    expect(passesLuhn('0'.repeat(12))).toBe(true);
    expect(passesLuhn('0'.repeat(19))).toBe(true);
    expect(passesLuhn('0'.repeat(11))).toBe(false);
    expect(passesLuhn('0'.repeat(20))).toBe(false);
    expect(passesLuhn('4111111111111111x')).toBe(false);
    expect(passesLuhn('x4111111111111111')).toBe(false);
  });
});

describe('what the values are', () => {
  test.each([
    ['iban', 'x', 'DE89370400440532013000'],
    ['email', 'x', 'ann.lee@bank.example'],
    ['card_number', 'x', '4111 1111 1111 1111'],
    ['card_number', 'card', '000000000000'],
    ['card_number', 'pan', '000000000000'],
    ['card_number', 'cc_no', '000000000000'],
    ['ip_address', 'x', '192.168.1.20'],
    ['card_number', 'x', '4111111111111111'],
    ['phone', 'phone', '+49 (30) 123-4567'],
    ['phone', 'home tel', '030 1234567'],
    ['phone', 'mobile', '0301234567'],
    ['phone', 'fax', '0301234567'],
  ])('%s in a column named %s: %s', (kind, name, text) => {
    expect(personalKind(name, [text])).toBe(kind);
  });

  test.each([
    ['x', '000000000000'],
    ['japan', '12345'],
    ['x', '+49 (30) 123-4567'],
    ['hotel', '0301234567'],
    ['phone', '12 34'],
    ['phone', '1'.repeat(21)],
    ['phone', 'call 0301234567'],
    ['x', 'ann@bank'],
    ['x', 'mail ann.lee@bank.example'],
    ['x', 'ann.lee@bank.example now'],
    ['x', '1.2.3'],
    ['x', '1.2.3.4.5'],
    ['x', '1234.1.1.1'],
    ['x', '7111 1111 1111 1114'],
  ])('nothing in a column named %s: %s', (name, text) => {
    expect(personalKind(name, [text])).toBeNull();
  });

  test('nine in ten values decide', () => {
    const emails = (count: number) =>
      Array.from({ length: 20 }, (_, i) => (i < count ? `a${i}@bank.example` : 'none'));
    expect(personalKind('x', emails(18))).toBe('email');
    expect(personalKind('x', emails(17))).toBeNull();
  });

  test('a header for people does not apply to numbers', () => {
    expect(personalKind('Titular', ['1', '0', '1'])).toBeNull();
    expect(personalKind('Titular', ['Ana Ruiz', '-'])).toBe('person_name');
    expect(personalKind('dni', ['12345678'])).toBe('national_id');
  });

  test('a name does not decide the role of a column without values', () => {
    expect(personalKind('surname', [])).toBeNull();
  });
});

test.each([
  ['first_name', ['first_name', 'First Name', 'givenname', 'forename']],
  ['last_name', ['last-name', 'family_name', 'Surname']],
  ['person_name', ['name', 'full_name', 'Customer Name', 'account_holder_name', 'cardholdername']],
  ['address', ['address', 'home_address', 'street', 'addr', 'billing address_line_1']],
  ['national_id', ['ssn', 'national_id', 'taxid', 'passport_no', 'passport', 'personal-code']],
  ['first_name', ['Vorname', 'Prénom', 'primer_nombre', 'Voornaam']],
  ['last_name', ['NACHNAME', 'Nom de famille', 'Apellidos', 'cognome', 'achternaam', 'Sobrenome']],
  ['person_name', ['Inhaber', 'Kontoinhaber', 'nom', 'Titular', 'Intestatario', 'Naam', 'Nome']],
  ['address', ['Straße', 'rue', 'Dirección', 'indirizzo', 'adres', 'Endereço']],
  [
    'national_id',
    [
      'Steuer-ID',
      'DNI',
      'codice fiscale',
      'BSN',
      'CPF',
      'N° Sécurité sociale',
      'N° de sécurité sociale',
    ],
  ],
])('%s by name', (kind, names) => {
  for (const name of names) expect([name, personalKindByName(name)]).toEqual([name, kind]);
});

test.each([
  'merchant_name',
  'first_name_seen',
  'my_forename',
  'addressee',
  'subaddress',
  'tax_ids',
  'surnames',
  'amount',
  'Kontoname',
  'nombre de cuotas',
  'Naam / Omschrijving',
  'phone_service',
  'Has Phone',
  'mobile banking',
  'handy_model',
  'cell.count',
])('nothing by the name %s', (name) => {
  expect(personalKindByName(name)).toBeNull();
});

test('a column of clients that are companies is one of companies', () => {
  const companies = ['Goldman Sachs', 'Brill Ltd', 'Kranich AG', 'Torlin GmbH', 'Marlow & Co'];
  expect(personalKind('Client', companies)).toBe('employer');
  expect(personalKind('Client', ['Anna Weber', 'Paul Brandt', 'Brill Ltd'])).toBe('person_name');
});

test('account numbers in the form of IBANs are personal by their header', () => {
  const wrong = ['NL00INGB4300000017', 'NL11RABO4300000018'];
  expect(wrong.some(passesIban)).toBe(false);
  expect(personalKind('Tegenrekening', wrong)).toBe('iban');
  expect(personalKind('Kenmerk', wrong)).toBeNull();
});
