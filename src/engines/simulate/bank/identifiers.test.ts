import { expect, test } from 'vitest';
import { luhnDigit, mod97 } from '../../table/check-digits.ts';
import { presets } from '../configuration/presets.ts';
import { countries } from '../data/countries.ts';
import { bankOf } from '../simulate.fixture.ts';
import { bic, cardNumber, iban, routingNumber } from './identifiers.ts';
import { transliterate } from './transliterate.ts';

/** IBAN registry of SWIFT: total length by country. */
const LENGTHS: Record<string, number> = { DE: 22, FR: 27, ES: 24, IT: 27, NL: 18 };

test('check digits agree with published examples', () => {
  // ISO 13616 / IBAN registry examples: the remainder of a valid IBAN is 1.
  for (const example of [
    'DE89370400440532013000',
    'FR1420041010050500013M02606',
    'NL91ABNA0417164300',
  ]) {
    expect(mod97(example.slice(4) + example.slice(0, 4))).toBe(1);
  }
  // The worked example of ISO/IEC 7812-1, annex B.
  expect(luhnDigit('7992739871')).toBe(3);
});

test('every IBAN has its country’s length, passes mod 97, and is in an unassigned range', () => {
  for (const [country, length] of Object.entries(LENGTHS)) {
    for (const number of [1, 7, 12345, 999_999_999]) {
      const text = iban(country, number);
      expect(text).toHaveLength(length);
      expect(mod97(text.slice(4) + text.slice(0, 4))).toBe(1);
      expect(text.slice(4)).toMatch(country === 'NL' ? /^TEST/ : /^[A-Z]?9999/);
    }
  }
});

test('routing numbers pass the 3-7-1 check and begin with 99, which no bank does', () => {
  for (let branch = 0; branch < 50; branch++) {
    const text = routingNumber(branch);
    const sum = [...text].reduce((s, c, i) => s + Number(c) * [3, 7, 1][i % 3], 0);
    expect(text).toMatch(/^99\d{7}$/);
    expect(sum % 10).toBe(0);
  }
});

test('card numbers pass Luhn outside every issuer’s range', () => {
  // First digits that payment networks issue: 2, 3, 4, 5, 6 and 8; 9 is left to national bodies.
  for (const number of [1, 2, 55_555, 99_999_999]) {
    const text = cardNumber(number);
    expect(text).toMatch(/^9999\d{12}$/);
    expect(luhnDigit(text.slice(0, -1))).toBe(Number(text.at(-1)));
  }
});

test('the BIC is one of test: a 0 at the eighth place', () => {
  expect(bic('DE')).toMatch(/^[A-Z]{4}DE[0-9A-Z]0$/);
});

test.each(Object.keys(countries))(
  'people of %s have one locale and undeliverable addresses',
  (country) => {
    const preset = country === 'US' ? 'us-community-bank' : 'eu-retail-bank';
    const bank = bankOf({ preset, country, customers: 400, accounts: 400, transactions: 2000 });
    const { names, cities, callingCode, currency } = countries[country];
    const givenNames = new Set([...names.female, ...names.male]);
    const family = new Set(names.family);
    for (const person of bank.customers) {
      expect(cities).toContain(person.city);
      expect(person.phone!.startsWith(`${callingCode} `)).toBe(true);
      expect(person.email).toMatch(/^[a-z0-9.]+@([a-z0-9]+\.example|example\.(com|net|org))$/);
      if (person.employment === 'business') continue;
      const first = [...givenNames]
        .filter((name) => person.full_name!.startsWith(`${name} `))
        .sort((a, b) => b.length - a.length)[0];
      expect(first, person.full_name).toBeDefined();
      const rest = person.full_name!.slice(first!.length + 1);
      const isKnown = family.has(rest) || [...family].some((f) => rest.startsWith(f));
      expect(isKnown, person.full_name).toBe(true);
      expect(person.email).toContain(transliterate(first!));
    }
    expect(new Set(bank.customers.map((c) => c.email)).size).toBe(400);
    for (const account of bank.accounts) {
      expect(account.currency).toBe(currency);
      if (country !== 'US') {
        const text = account.account_number!;
        expect(mod97(text.slice(4) + text.slice(0, 4))).toBe(1);
      }
    }
    expect(presets[preset].countries).toContain(country);
  },
);

test('couples share household, family name and city', () => {
  const { customers } = bankOf({ customers: 1000, accounts: 0, transactions: 0 });
  const homes = new Map<string, typeof customers>();
  for (const person of customers.filter((c) => c.employment !== 'business')) {
    homes.set(person.household_id!, [...(homes.get(person.household_id!) ?? []), person]);
  }
  const couples = [...homes.values()].filter((home) => home.length === 2);
  expect(couples.length).toBeGreaterThan(120);
  for (const [a, b] of couples) {
    expect(a!.city).toBe(b!.city);
    expect(a!.full_name!.split(' ').at(-1)).toBe(b!.full_name!.split(' ').at(-1));
  }
});

test('letters outside ASCII are written as their country does', () => {
  expect(transliterate('Jürgen Groß')).toBe('juergengross');
  expect(transliterate('Adélaïde Núñez')).toBe('adelaidenunez');
});
