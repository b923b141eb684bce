import { expect, test } from 'vitest';
import { formulaWarning, isFormulaLike } from './formula-cells.ts';

test.each(['=1+1', '@SUM(A1)', '-x', '+49 30 x', "-2+3+cmd|' /C calc'!A0", '--', '+A'])(
  '%s is run as a formula',
  (text) => expect(isFormulaLike(text)).toBe(true),
);

test.each(['-', '+', '=', '', '-12.50', '+49 170 1234567', '-1.234,50', 'a=b', '1-2'])(
  '%s is not',
  (text) => expect(isFormulaLike(text)).toBe(false),
);

test('the warning names up to five columns', () => {
  expect(formulaWarning(['note'])).toContain('as in note. In Excel');
  expect(formulaWarning(['a', 'b', 'c', 'd', 'e', 'f'])).toContain('d, e and 1 more columns.');
});
