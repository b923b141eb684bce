import { expect, test } from 'vitest';
import { luhnDigit, mod97 } from './check-digits.ts';

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
