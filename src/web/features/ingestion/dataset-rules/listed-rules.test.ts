import { expect, test } from 'vitest';
import { listedRules, withChoice } from './listed-rules.ts';

const profile = {
  rows: 100,
  columns: [],
  sequence: null,
  laws: ['gross = net + tax', 'booked is never on Saturday or Sunday'],
  undeclarable: ['booked is never on Saturday or Sunday'],
  dateOrders: [{ first: 'booked', second: 'settled', rows: 90 }],
};

test('rules of the file and of the user are one list, each with its choice', () => {
  const rules = {
    declared: ['fee = 1', 'gross = net + tax'],
    rejected: ['settled is never before booked'],
  };
  expect(listedRules(profile, rules)).toEqual([
    { sentence: 'fee = 1', isFound: false, isDeclarable: true, choice: 'declared' },
    { sentence: 'gross = net + tax', isFound: true, isDeclarable: true, choice: 'declared' },
    {
      sentence: 'booked is never on Saturday or Sunday',
      isFound: true,
      isDeclarable: false,
      choice: 'found',
    },
    {
      sentence: 'settled is never before booked',
      isFound: true,
      isDeclarable: true,
      choice: 'rejected',
    },
  ]);
});

test('a choice replaces the one before', () => {
  const rejected = withChoice(null, 'gross = net + tax', 'rejected');
  expect(rejected).toEqual({ declared: [], rejected: ['gross = net + tax'] });
  const declared = withChoice(rejected, 'gross = net + tax', 'declared');
  expect(declared).toEqual({ declared: ['gross = net + tax'], rejected: [] });
  expect(withChoice(declared, 'gross = net + tax', 'found')).toEqual({
    declared: [],
    rejected: [],
  });
});
