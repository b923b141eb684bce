import { expect, it } from 'vitest';
import { thresholdName } from './lists.ts';

it('names a law only where banks report cash from a threshold', () => {
  expect(thresholdName('USD', 10_000, '10,000 USD')).toBe(
    'the cash reporting threshold of 10,000 USD (31 CFR 1010.311)',
  );
  expect(thresholdName('EUR', 10_000, '10,000 EUR')).toBe('10,000 EUR, a usual limit for cash');
  expect(thresholdName('EUR', 3000, '3,000 EUR')).toBe('the threshold of 3,000 EUR');
});
