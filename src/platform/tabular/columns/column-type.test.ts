import { describe, expect, test } from 'vitest';
import { chooseType } from './column-type.ts';

const type = (values: string[], name = 'x', delimiter: string | null = ';') =>
  chooseType(name, new Set(values), delimiter)?.column ?? { type: 'text' };

describe('numbers', () => {
  test.each([
    [['1', '-20', '+3', '0', '999999999999999'], { type: 'integer' }],
    [['1', '2.5', '.5', '3.', '-1e-7'], { type: 'decimal', decimalMark: '.' }],
    [['1', '2,5'], { type: 'decimal', decimalMark: ',', groupMark: null }],
    [['1.234,50', '12,00', '1.000.000,1'], { type: 'decimal', decimalMark: ',', groupMark: '.' }],
    [['1,234.50', '999.00'], { type: 'decimal', decimalMark: '.', groupMark: ',' }],
    [['1 234,5', '7'], { type: 'decimal', decimalMark: ',', groupMark: ' ' }],
    [["1'234.5", '7'], { type: 'decimal', decimalMark: '.', groupMark: "'" }],
    [['1,234,567', '12'], { type: 'integer', groupMark: ',' }],
  ])('%j', (values, expected) => {
    expect(type(values)).toMatchObject(expected);
  });

  test.each([
    [['007', '012']],
    [['1234567890123456']],
    [['1', 'x']],
    [['1_000']],
    [[' 1']],
    [['inf']],
    [['12%']],
  ])('%j is text: as numbers the values would not come back as written', (values) => {
    expect(type(values)).toEqual({ type: 'text' });
  });

  test("'1,234' follows the delimiter", () => {
    expect(type(['1,234', '999'], 'x', ',')).toMatchObject({ type: 'integer', groupMark: ',' });
    expect(type(['1,234', '999'], 'x', ';')).toMatchObject({ type: 'decimal', decimalMark: ',' });
  });
});

describe('dates', () => {
  test.each([
    [['2024-02-29', '1999-12-31'], 'YYYY-MM-DD'],
    [['29.02.2024'], 'DD.MM.YYYY'],
    [['1.2.2024', '31.12.2024'], 'D.M.YYYY'],
    [['13/02/2024', '01/12/2024'], 'DD/MM/YYYY'],
    [['02/13/2024', '12/01/2024'], 'MM/DD/YYYY'],
    [['3/14/2024'], 'M/D/YYYY'],
    [['2024/01/31'], 'YYYY/MM/DD'],
  ])('%j', (values, format) => {
    expect(type(values)).toEqual({ type: 'date', format });
  });

  test('between day and month first the narrower span wins', () => {
    expect(type(['01/03/2024', '02/03/2024', '05/03/2024'])).toMatchObject({
      format: 'DD/MM/YYYY',
    });
    expect(type(['03/01/2024', '03/02/2024', '03/05/2024'])).toMatchObject({
      format: 'MM/DD/YYYY',
    });
  });

  test('days that are not in the calendar are text', () => {
    expect(type(['2023-02-29'])).toEqual({ type: 'text' });
    expect(type(['31.04.2024'])).toEqual({ type: 'text' });
  });

  test('six or eight digits are a date where the name says so', () => {
    expect(type(['930101', '940331'], 'date')).toEqual({ type: 'date', format: 'YYMMDD' });
    expect(type(['20240229'], 'valid_on')).toEqual({ type: 'date', format: 'YYYYMMDD' });
    expect(type(['930101', '940331'], 'amount')).toMatchObject({ type: 'integer' });
    expect(type(['706213'], 'birth_number')).toMatchObject({ type: 'integer' });
  });

  test.each([
    [['2024-01-31 23:59:59'], 'YYYY-MM-DD HH:mm:ss'],
    [['2024-01-31T23:59:59.123Z'], 'YYYY-MM-DDTHH:mm:ss.SSSZ'],
    [['2024-01-31T23:59:59+02:00'], 'YYYY-MM-DDTHH:mm:ss+00:00'],
    [['31.01.2024 08:15'], 'DD.MM.YYYY HH:mm'],
  ])('%j', (values, format) => {
    expect(type(values)).toEqual({ type: 'timestamp', format });
  });
});

test('truth values in any case; lone letters only in pairs; 0 and 1 are integers', () => {
  expect(type(['True', 'false'])).toEqual({
    type: 'boolean',
    trueText: 'True',
    falseText: 'false',
  });
  expect(type(['Yes', 'No'])).toMatchObject({ type: 'boolean' });
  expect(type(['N'])).toEqual({ type: 'text' });
  expect(type(['N', 'Y'])).toMatchObject({ type: 'boolean' });
  expect(type(['0', '1'])).toMatchObject({ type: 'integer' });
  expect(type([])).toEqual({ type: 'text' });
});
