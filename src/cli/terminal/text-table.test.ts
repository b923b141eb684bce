import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { textTable } from './text-table.ts';

const ROWS = [
  ['Betrag', 'amount', '-6,99'],
  ['Zahlungsbeteiligter', 'counterparty_name', 'x'.repeat(50)],
];
const HEADER = ['Column', 'Role', 'Examples'];
const streamOf = (isTTY: boolean) =>
  Object.assign(new PassThrough(), { isTTY }) as unknown as NodeJS.WriteStream;

test('a pipe gets tabs and whole values', () => {
  expect(textTable(HEADER, ROWS, streamOf(false))).toEqual([
    'Column\tRole\tExamples',
    'Betrag\tamount\t-6,99',
    `Zahlungsbeteiligter\tcounterparty_name\t${'x'.repeat(50)}`,
  ]);
});

test('a terminal gets aligned columns, long values cut', () => {
  const lines = textTable(HEADER, ROWS, streamOf(true));
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colors are control characters
  expect(lines.map((line) => line.replaceAll(/\u001b\[\d+m/g, ''))).toEqual([
    'Column               Role               Examples',
    'Betrag               amount             -6,99',
    `Zahlungsbeteiligter  counterparty_name  ${'x'.repeat(39)}…`,
  ]);
});
