import { describe, expect, test } from 'vitest';
import type { SignRule, StatementRole } from '../../../shared/column-mapping.ts';
import { parseColumns } from '../../table/parse-columns.ts';
import { movementsOf, signOf } from './movements.ts';

type Texts = Partial<Record<StatementRole, (string | null)[]>>;

function tableOf(texts: Texts) {
  const roles = Object.keys(texts) as StatementRole[];
  const table = parseColumns(
    roles,
    roles.map((role) => texts[role]!),
  );
  return { table, columns: roles.map((role) => ({ name: role, role })) };
}

const signed = (texts: Texts) => {
  const { table, columns } = tableOf(texts);
  return signOf(table, columns);
};
const moved = (texts: Texts, sign: SignRule | null) => {
  const { table, columns } = tableOf(texts);
  const movements = movementsOf(table, columns, sign);
  return movements === null ? null : [...movements];
};

describe('which movements leave the account', () => {
  test.each<[string, Texts, SignRule | null]>([
    ['amounts alone: those below zero', { amount: ['1.50', '2.50'] }, { kind: 'signed' }],
    [
      'words of debit and credit, in the spellings of the file',
      { amount: ['1.50', '2.50', '3.50'], direction: ['D', 'c', 'd'] },
      { kind: 'direction', debit: ['D', 'd'], credit: ['c'] },
    ],
    [
      'signed amounts, whatever the direction words',
      { amount: ['-1.50', '2.50'], direction: ['D', 'C'] },
      { kind: 'signed' },
    ],
    [
      'words that are no pair say nothing',
      { amount: ['1.50', '2.50'], direction: ['D', 'H'] },
      { kind: 'signed' },
    ],
    ['a column of each side', { debit: ['1.50'], credit: ['2.50'] }, { kind: 'debit-credit' }],
    ['a column of one side', { credit: ['2.50'] }, { kind: 'debit-credit' }],
    ['no column that moves money', { description: ['rent'] }, null],
  ])('%s', (_what, texts, sign) => {
    expect(signed(texts)).toEqual(sign);
  });
});

describe('what each row adds to its account', () => {
  const byWords: SignRule = { kind: 'direction', debit: ['D'], credit: ['C'] };
  test.each<[string, Texts, SignRule | null, number[] | null]>([
    ['its amount', { amount: ['-1.50', '2.50'] }, { kind: 'signed' }, [-1.5, 2.5]],
    ['its amount turned round', { amount: ['-1.50', '2.50'] }, { kind: 'inverted' }, [1.5, -2.5]],
    [
      'what its word says, whatever the sign; nothing without a word or with another one',
      { amount: ['1.50', '-2.50', '3.50', '4.50'], direction: ['D', 'C', null, 'R'] },
      byWords,
      [-1.5, 2.5, Number.NaN, Number.NaN],
    ],
    ['nothing known where the words are missing', { amount: ['1.50'] }, byWords, null],
    [
      'credit less debit, with or without a sign; nothing where both are empty',
      { debit: ['1.50', null, '-3.50', null], credit: [null, '2.50', '1.00', null] },
      { kind: 'debit-credit' },
      [-1.5, 2.5, -2.5, Number.NaN],
    ],
    ['a debit alone', { debit: ['1.50', '2.50'] }, { kind: 'debit-credit' }, [-1.5, -2.5]],
    ['a debit alone, written below zero', { debit: ['-1.50'] }, { kind: 'debit-credit' }, [-1.5]],
    [
      'a debit alone that holds credits below zero',
      { debit: ['1.50', '-2.50'] },
      { kind: 'debit-credit' },
      [-1.5, 2.5],
    ],
    [
      'a credit alone that holds debits below zero',
      { credit: ['1.50', '-2.50'] },
      { kind: 'debit-credit' },
      [1.5, -2.5],
    ],
    ['nothing known without a rule', { amount: ['1.50'] }, null, null],
    ['nothing known without amounts', { description: ['rent'] }, { kind: 'signed' }, null],
  ])('%s', (_what, texts, sign, movements) => {
    expect(moved(texts, sign)).toEqual(movements);
  });
});
