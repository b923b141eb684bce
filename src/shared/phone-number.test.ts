import { expect, test } from 'vitest';
import { phoneNumber } from './phone-number.ts';

test('a phone number carries its country code, at most 15 digits as ITU-T E.164 has it', () => {
  expect(phoneNumber('+44 20 7946 0018')).toBe('442079460018');
  expect(phoneNumber('+49 (30) 90-18 20')).toBe('4930901820');
  for (const refused of ['0170 1234567', '', 'none', '+44 20', '+1234567890123456', '+44x207946']) {
    expect(phoneNumber(refused), refused).toBeNull();
  }
});
