import { parseArgs } from 'node:util';
import { expect, test } from 'vitest';
import { argumentError } from './argument-error.ts';
import { noColumn } from './arguments.ts';

const command = { name: 'fit', usage: 'FILE --out MODEL [--holdout SHARE] [--json]' };
const options = {
  out: { type: 'string' },
  holdout: { type: 'string' },
  json: { type: 'boolean' },
} as const;

test.each([
  [
    ['--holdot', '1'],
    'Unknown option --holdot. Did you mean --holdout? sandbox fit --help lists all options.',
  ],
  [['--zebra'], 'Unknown option --zebra. sandbox fit --help lists all options.'],
  [['--out'], '--out: expected a value. sandbox fit --help lists all options.'],
  [['--out', '--json'], '--out: expected a value. sandbox fit --help lists all options.'],
])('%j: %s', (args, expected) => {
  const attempt = () => parseArgs({ args, options });
  expect(attempt).toThrow();
  try {
    attempt();
  } catch (error) {
    expect(argumentError(error as Error, command)).toBe(expected);
  }
});

test('other errors keep their words; an unknown column names the nearest or all', () => {
  expect(argumentError(new Error('No such file'), command)).toBe('No such file');
  const names = ['Betrag', 'Saldo'];
  expect(noColumn('Betrg', names, 'role').message).toBe(
    '--role: the file has no column Betrg. Did you mean Betrag?',
  );
  expect(noColumn('IBAN', names).message).toBe(
    'The file has no column IBAN. It has Betrag, Saldo.',
  );
});
