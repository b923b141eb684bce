import { expect, test } from 'vitest';
import { passesIban } from '../../table/check-digits.ts';
import { ibanPattern, writeIban } from './iban-pattern.ts';

/** Examples of the ISO 13616 registry. */
const GERMAN = 'DE89370400440532013000';
const BRITISH = 'GB29 NWBK 6016 1331 9268 19';

test('IBANs keep country, length and grouping, have right check digits, and no bank is theirs', () => {
  const german = ibanPattern(Array(5).fill(GERMAN), 5)!;
  const british = ibanPattern(Array(5).fill(BRITISH), 5)!;
  expect(writeIban(german, 41)).toMatch(/^DE\d{2}0{9}\d{9}$/);
  expect(writeIban(british, 41)).toMatch(/^GB\d{2} XXXX 0000 0\d{3} \d{4} \d\d$/);
  for (const pattern of [german, british]) {
    const generated = Array.from({ length: 500 }, (_, index) => writeIban(pattern, index));
    expect(generated.every(passesIban)).toBe(true);
    expect(new Set(generated).size).toBe(500);
  }
});

test('what fewer values have than are shared is no pattern, nor is a column with other values', () => {
  expect(ibanPattern(Array(4).fill(GERMAN), 5)).toBeNull();
  expect(ibanPattern([...Array(5).fill(GERMAN), 'DE00'], 5)).toBeNull();
  expect(ibanPattern([], 1)).toBeNull();
});
