import { expect, test } from 'vitest';
import { chooseForm } from './choose-form.ts';
import { isScientific } from './scientific-code.ts';

const kind = (name: string, values: string[]) => chooseForm(name, values, ',')?.form.kind;

test.each([
  ['3.52721E+18', true],
  ['4.1e+15', true],
  ['7E+11', true],
  ['7E+10', false],
  ['1.234567890123E+11', false],
  ['3.5E-18', false],
  ['0.5E+18', false],
  ['-3.5E+18', false],
  ['35E+18', false],
])('%s is a whole number that lost digits: %s', (text, expected) => {
  expect(isScientific(text)).toBe(expected);
});

test.each<[string, string[], string]>([
  ['order_id', ['3.52721E+18', '4.1E+15', '120034'], 'code'],
  ['x', ['3.52721E+18', '4.10233E+18', '9.99E+17'], 'code'],
  // Amounts have many sizes, few digits, or small neighbors.
  ['market value', ['3.52721E+18', '4.1E+15', '7.22E+12'], 'number'],
  ['market value', ['3E+12', '4E+12', '7E+12'], 'number'],
  ['market value', ['3.527E+12', '4.123E+12', '12.50'], 'number'],
  ['order_id', ['3.52721E+18', '12.50'], 'number'],
])('%s of %j is %s', (name, values, expected) => {
  expect(kind(name, values)).toBe(expected);
});
