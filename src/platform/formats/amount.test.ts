import { expect, test } from 'vitest';
import { amountText, fromMinorUnits, parseAmount, toMinorUnits } from './amount.ts';

test.each([
  ['123.45', 2, '123.45'],
  ['-0,5', 2, '-0.50'],
  ['1000', 0, '1000'],
  ['1.25', 0, '1.25'],
  ['007.100', 3, '7.100'],
  ['9999999999999.99999', 2, '9999999999999.99999'],
  ['0.1000000', 2, '0.10'],
])('%s with %i decimals is %s', (text, decimals, written) => {
  expect(amountText(parseAmount(text)!, decimals)).toBe(written);
});

test.each(['', '.', '1e5', '1,234.5', '--1', '0.123456', '1234567890123456789', ' 1', 'NaN'])(
  '%j is no amount',
  (text) => expect(parseAmount(text)).toBeNull(),
);

test('sums of cents are exact where floating point is not', () => {
  const cents = Array.from({ length: 1000 }, () => parseAmount('0.1')!);
  expect(
    amountText(
      cents.reduce((sum, each) => sum + each, 0n),
      2,
    ),
  ).toBe('100.00');
});

test('minor units have the decimals of their currency', () => {
  expect(fromMinorUnits(12345n, 0)).toBe(parseAmount('12345'));
  expect(fromMinorUnits(12345n, 3)).toBe(parseAmount('12.345'));
  expect(toMinorUnits(parseAmount('12.34')!, 2)).toBe(1234n);
  expect(toMinorUnits(parseAmount('12.345')!, 2)).toBeNull();
});
