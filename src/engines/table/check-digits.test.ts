import { expect, test } from 'vitest';
import { ibanOf, luhnDigit, mod97 } from './check-digits.ts';

test('mod 97 leaves 1 for IBANs of the SWIFT registry with their first four characters at the end', () => {
  // Examples of the IBAN Registry (ISO 13616): Germany, France and the Netherlands.
  for (const iban of [
    'DE89370400440532013000',
    'FR1420041010050500013M02606',
    'NL91ABNA0417164300',
  ]) {
    expect(mod97(iban.slice(4) + iban.slice(0, 4)), iban).toBe(1);
  }
  // One digit changed; two digits swapped.
  expect(mod97('370400440532013001DE89')).not.toBe(1);
  expect(mod97('730400440532013000DE89')).not.toBe(1);
});

test('an IBAN of the registry is assembled from its country and account', () => {
  expect(ibanOf('DE', '370400440532013000')).toBe('DE89370400440532013000');
  expect(ibanOf('FR', '20041010050500013M02606')).toBe('FR1420041010050500013M02606');
  // Check digits below 10 have two places.
  const early = Array.from({ length: 200 }, (_, i) => ibanOf('DE', String(i).padStart(18, '0')));
  expect(early.every((iban) => /^DE\d{20}$/.test(iban))).toBe(true);
  expect(early.some((iban) => iban.startsWith('DE0'))).toBe(true);
});

test('mod 97 counts letters from 10 to 35', () => {
  expect(mod97('A')).toBe(10);
  expect(mod97('Z')).toBe(35);
  // 3 * 100 + 11 = 311 = 3 * 97 + 20
  expect(mod97('3B')).toBe(20);
  expect(mod97('')).toBe(0);
});

test('Luhn digits of published numbers', () => {
  // Example of US patent 2,950,048 (ISO/IEC 7812-1), and test numbers of Visa and Mastercard.
  expect(luhnDigit('7992739871')).toBe(3);
  expect(luhnDigit('411111111111111')).toBe(1);
  expect(luhnDigit('555555555555444')).toBe(4);
  expect(luhnDigit('0')).toBe(0);
});
