import { describe, expect, test } from 'vitest';
import { isIdentifierName } from '../../../shared/layouts/identifier-name.ts';
import { days, numbers, upTo, words } from '../../table/columns.fixture.ts';
import type { Column } from '../../table/table.ts';
import type { ColumnRole } from './column-role.ts';
import { guessRole } from './guess-role.ts';

type Case = { present: number; distinct: number; samples?: string[] };

const roleOf = (column: Column, { present, distinct, samples = ['some words'] }: Case) =>
  guessRole(column, { present, distinct, samples, personal: null }).role;

const labels = (name: string, rows: number) => words(name, upTo(rows).map(String));
const whole = (name: string, values: number[]) => numbers(name, values, { decimals: 0 });
const even = (name: string, rows: number) =>
  whole(
    name,
    upTo(rows).map((i) => 2 * i),
  );

test('personal data is personal, whatever else it is', () => {
  const facts = { present: 30, distinct: 30, samples: ['a@b.example'] };
  expect(guessRole(labels('id', 30), { ...facts, personal: 'email' }).role).toBe('personal');
});

describe('keys hold another value in each row', () => {
  test.each<[string, Column, Case, ColumnRole]>([
    ['words by name', labels('id', 2), { present: 2, distinct: 2 }, 'key'],
    ['whole numbers by name', even('id', 30), { present: 30, distinct: 30 }, 'key'],
    ['one row', labels('hash', 1), { present: 1, distinct: 1 }, 'feature'],
    ['a value twice', labels('hash', 30), { present: 30, distinct: 29 }, 'feature'],
    ['a missing value', labels('hash', 30), { present: 29, distinct: 29 }, 'feature'],
    ['amounts', numbers('hash', upTo(30)), { present: 30, distinct: 30 }, 'feature'],
    ['words by another name', labels('word', 30), { present: 30, distinct: 30 }, 'feature'],
  ])('%s', (_, column, facts, role) => {
    expect(roleOf(column, facts)).toBe(role);
  });

  test.each<[string, number[], ColumnRole]>([
    ['of 20', upTo(20).map((i) => i + 5), 'key'],
    ['of 19', upTo(19), 'feature'],
    ['in steps of 2', upTo(20).map((i) => 2 * i), 'feature'],
    ['that counts down', upTo(20).reverse(), 'feature'],
    ['that leaves one out at its end', [...upTo(20), 21], 'feature'],
    ['that leaves one out at its start', [0, ...upTo(20).map((i) => i + 2)], 'feature'],
  ])('a counter %s', (_, values, role) => {
    const facts = { present: values.length, distinct: values.length };
    expect(roleOf(whole('x', values), facts)).toBe(role);
    expect(roleOf(numbers('x', values), facts)).toBe('feature');
  });

  test('whole numbers of ten digits or more, all of one length', () => {
    const long = whole(
      'RRN',
      upTo(20).map((i) => 406_100_000_001 + 7 * ((7 * i) % 20)),
    );
    const facts = { present: 20, distinct: 20 };
    const role = (samples: string[]) => roleOf(long, { ...facts, samples });
    expect(role(['406100000001', '406100000008'])).toBe('key');
    expect(role(['406100000001', '40610000000'])).toBe('feature');
    expect(role(['406100001', '406100008'])).toBe('feature');
  });

  test.each<[string, number, string[], ColumnRole]>([
    ['20 codes', 20, ['A1', 'A2'], 'key'],
    ['19 codes', 19, ['A1', 'A2'], 'feature'],
    ['codes and words', 20, ['A1', 'word'], 'feature'],
  ])('%s', (_, rows, samples, role) => {
    expect(roleOf(labels('x', rows), { present: rows, distinct: rows, samples })).toBe(role);
  });
});

describe('references recur', () => {
  const many = labels('account', 2000);
  const few = { present: 1000, distinct: 51 };
  test.each<[string, Column, Case, ColumnRole]>([
    ['51 values', many, few, 'reference'],
    ['51 whole numbers', even('account', 2000), { ...few, samples: ['70001'] }, 'reference'],
    ['51 amounts', numbers('account', upTo(2000)), few, 'feature'],
    ['51 by another name', labels('street', 2000), few, 'feature'],
    ['50 values', many, { present: 1000, distinct: 50 }, 'feature'],
    ['6 of 11', many, { present: 11, distinct: 6 }, 'reference'],
    ['5 of 10', many, { present: 10, distinct: 5 }, 'feature'],
    ['2 of 2', many, { present: 2, distinct: 2 }, 'reference'],
    ['one value', many, { present: 1, distinct: 1 }, 'feature'],
    ['dates', days('account', upTo(2000)), few, 'feature'],
  ])('%s', (_, column, facts, role) => {
    expect(roleOf(column, facts)).toBe(role);
  });

  test.each<[string, boolean, Case, ColumnRole]>([
    [
      'words of 4 letters',
      true,
      { present: 300, distinct: 60, samples: ['AB', 'abcd'] },
      'feature',
    ],
    ['less than 5 rows each', true, { present: 299, distinct: 60, samples: ['AB'] }, 'reference'],
    ['300 classes', true, { present: 1500, distinct: 300, samples: ['AB'] }, 'feature'],
    ['301 classes', true, { present: 1505, distinct: 301, samples: ['AB'] }, 'reference'],
    [
      'one of 5 letters',
      true,
      { present: 300, distinct: 60, samples: ['AB', 'abcde'] },
      'reference',
    ],
    ['a digit before', true, { present: 300, distinct: 60, samples: ['1AB'] }, 'reference'],
    ['a digit behind', true, { present: 300, distinct: 60, samples: ['AB1'] }, 'reference'],
    ['years', false, { present: 300, distinct: 60, samples: ['1800', '2100'] }, 'feature'],
    ['before 1800', false, { present: 300, distinct: 60, samples: ['1799', '1900'] }, 'reference'],
    ['after 2100', false, { present: 300, distinct: 60, samples: ['2101', '1900'] }, 'reference'],
  ])('but classes are features: %s', (_, areWords, facts, role) => {
    const column = areWords ? many : even('account', 2000);
    expect(roleOf(column, facts)).toBe(role);
  });

  test.each<[string[], number, ColumnRole]>([
    [['ACC-12345', 'ABCDEF_1234567', 'a 12345', 'TX99999'], 21, 'reference'],
    [['ACC-12345'], 20, 'feature'],
    [['ACC-12345', 'ACC-1234'], 21, 'feature'],
    [['ABCDEFG12345'], 21, 'feature'],
    [['1ACC-12345'], 21, 'feature'],
    [['ACC-12345b'], 21, 'feature'],
    [['-12345'], 21, 'feature'],
    [['PF62636/74', 'PF00001/02'], 21, 'reference'],
    [['PF62636/7b'], 21, 'feature'],
    [['453210******1962', '5288 99XX XXXX 1338', '***-**-3466'], 21, 'reference'],
    [['453210******1962'], 20, 'feature'],
    [['453210******1962', 'blocked'], 21, 'feature'],
    [['*** total 12'], 21, 'feature'],
    [['-1288082279022882052', '3527213246127876'], 21, 'reference'],
    [['352721324612787'], 21, 'feature'],
  ])('prefixed numbers %j of %i values', (samples, distinct, role) => {
    expect(roleOf(labels('x', 2000), { present: 1000, distinct, samples })).toBe(role);
  });

  test.each<[string, string, ColumnRole]>([
    ['loan', 'L5000', 'reference'],
    ['Zähler', '1EMH0042', 'feature'],
    ['meter', 'KV-0012', 'reference'],
    ['treaty', 'TR-2021-004', 'reference'],
    ['personnel_no', 'P-7000', 'reference'],
    ['house_no', '12a', 'feature'],
    ['loan', 'fixed', 'feature'],
    ['model', 'A3200', 'feature'],
  ])('codes of a numbered thing: %s %s', (name, sample, role) => {
    expect(roleOf(labels(name, 2000), { present: 1000, distinct: 51, samples: [sample] })).toBe(
      role,
    );
  });

  test('numbers are no prefixed numbers, however long', () => {
    const facts = { present: 1000, distinct: 21, samples: ['ACC-12345'] };
    expect(roleOf(even('x', 2000), facts)).toBe('feature');
  });
});

describe('text of more than 50 values that seldom recur', () => {
  const repeated = (count: number, text: string) => upTo(count).map(() => text);
  test.each<[string, Case, ColumnRole]>([
    ['words', { present: 101, distinct: 51 }, 'text'],
    ['recurring twice on average', { present: 102, distinct: 51 }, 'feature'],
    ['50 values', { present: 60, distinct: 50 }, 'feature'],
    ['codes', { present: 101, distinct: 51, samples: ['a1', 'b2'] }, 'reference'],
    ['web addresses', { present: 101, distinct: 51, samples: ['https://a.example/b1'] }, 'text'],
    ['a code and words', { present: 101, distinct: 51, samples: ['a1', 'b c'] }, 'text'],
    [
      'nine in ten of digits and blanks',
      { present: 101, distinct: 51, samples: [...repeated(9, '1 2'), 'a b'] },
      'text',
    ],
    [
      '19 in 20 of digits and blanks',
      { present: 101, distinct: 51, samples: [...repeated(19, '1 2'), 'a b'] },
      'ignored',
    ],
  ])('%s', (_, facts, role) => {
    expect(roleOf(labels('x', 200), facts)).toBe(role);
  });
});

test.each([
  'account_id',
  'customerNo',
  'customerid',
  'CUSTOMERID',
  'JOBID',
  'payment reference',
  'ACCT_NUMBER',
  'iban',
  'Card-Number',
])('%s names what identifies', (name) => {
  expect(isIdentifierName(name)).toBe(true);
});

test.each([
  'amount',
  'paid',
  'AMOUNT_PAID',
  'amountPaid',
  'valid',
  'Void',
  'bid',
  'best_BID',
  'casino',
])('%s identifies nothing', (name) => {
  expect(isIdentifierName(name)).toBe(false);
  expect(roleOf(even(name, 2000), { present: 1000, distinct: 400 })).toBe('feature');
});

test('a name in capitals says as much', () => {
  expect(roleOf(even('ACCT_NUMBER', 30), { present: 30, distinct: 30 })).toBe('key');
});

test('numbers of eight digits that rise from row to row are keys, smaller ones only if they count', () => {
  const roleOf = (values: number[]) => {
    const column = {
      kind: 'number' as const,
      name: 'Operación',
      values: Float64Array.from(values),
      decimals: 0,
    };
    const samples = values.map(String);
    const facts = { present: values.length, distinct: values.length, samples };
    return guessRole(column, { ...facts, personal: null }).role;
  };
  const rising = (first: number) => Array.from({ length: 60 }, (_, i) => first + i * 7 + (i % 3));
  expect(roleOf(rising(88_000_012))).toBe('key');
  expect(roleOf(rising(1012))).toBe('feature');
  expect(roleOf(rising(88_000_012).toReversed())).toBe('feature');
});
