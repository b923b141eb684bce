import { expect, test } from 'vitest';
import { entryFrom } from './entry.ts';

const field = (amount: string) => ({
  tag: '61',
  line: 7,
  text: `2601020102C${amount}NTRFREF1//B1`,
});

test.each(['1234567890123456,00', '1.5', '1,2,3', '1,234567', '1.000,00'])(
  'the amount %s is refused with its line',
  (amount) => {
    expect(() => entryFrom(field(amount), 'EUR')).toThrow(/Line 7.* is not an amount/);
  },
);

test('amounts of 15 digits with a comma are read', () => {
  expect(entryFrom(field('123456789012345,67'), 'EUR')).toMatchObject({
    amount: 12345678901234567000n,
    reference: 'REF1',
  });
});
