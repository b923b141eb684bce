import { describe, expect, test } from 'vitest';
import type { ColumnForm } from '../column-layout.ts';
import { chooseForm } from './choose-form.ts';
import { formOf } from './datetime-candidates.ts';
import { datetimeParser } from './datetime-parser.ts';
import { datetimeWriter } from './datetime-writer.ts';

const chosen = (name: string, values: number[]) =>
  chooseForm(name, [...new Set(values.map(String))], ',')!;
const pattern = (form: ColumnForm) => (form.kind === 'datetime' ? form.pattern : form.kind);
const spread = (from: number, to: number, count = 300) =>
  Array.from({ length: count }, (_, i) =>
    Math.round(from + ((to - from) * ((i * 37) % count)) / count),
  );

describe('10 and 13 digits of 1990 to 2040 are times, by any header', () => {
  test.each<[string, string, number[], string]>([
    ['seconds of two years', 'v', spread(1_577_836_800, 1_640_995_200), 'X'],
    ['milliseconds of one day', 'v', spread(1_577_836_800_000, 1_577_923_200_000), 'x'],
    ['seconds of 1990 by header', 'event_time', spread(631_152_000, 1_640_995_200), 'X'],
    ['but no identifiers', 'customer_id', spread(1_577_836_800, 1_640_995_200), 'number'],
    ['nor of nine digits', 'v', spread(731_152_000, 931_152_000), 'number'],
    ['nor of 1970 to 2100', 'v', spread(1_000_000_000, 4_000_000_000), 'number'],
    ['nor a counter', 'v', spread(1_577_836_800, 1_577_837_100), 'number'],
    ['nor a counter in tens', 'v', spread(1_577_836_800_000, 1_577_836_803_000), 'number'],
    ['nor numbers over more than 20 years', 'v', spread(1_000_000_000, 1_999_999_999), 'number'],
    ['nor fewer than 20', 'v', spread(1_577_836_800, 1_640_995_200, 19), 'number'],
  ])('%s', (_, name, values, expected) => {
    const { form, alternatives } = chosen(name, values);
    expect(pattern(form)).toBe(expected);
    expect(alternatives).toEqual([]);
  });
});

describe('days since 1900 and 1960 are dates by header and range', () => {
  test.each<[string, string, number[], string]>([
    ['a spreadsheet', 'Maturity Date', spread(42_000, 46_000), 'E'],
    ['SAS', 'ApprovalDate', spread(14_600, 16_000), 'J'],
    ['birthdays', 'date_of_birth', spread(12_000, 40_000), 'E'],
    ['without a header for dates', 'amount', spread(42_000, 46_000), 'number'],
    ['a header that ends like one', 'update_count', spread(42_000, 46_000), 'number'],
    ['a candidate', 'candidate', spread(42_000, 46_000), 'number'],
    ['out of range', 'date', spread(60_000, 90_000), 'number'],
    ['across both ranges', 'date', spread(20_000, 40_000), 'number'],
  ])('%s', (_, name, values, expected) => {
    const { form, alternatives } = chosen(name, values);
    expect(pattern(form)).toBe(expected);
    expect(alternatives).toEqual([]);
  });

  // Excel's and SAS's own documentation: 44927 and 22646 are 1 January 2023 and 2022.
  test.each([
    ['E', '44927', '2023-01-01'],
    ['E', '25569', '1970-01-01'],
    ['J', '22646', '2022-01-01'],
    ['J', '3653', '1970-01-01'],
  ])('%s %s is %s', (token, text, day) => {
    const form = formOf(token, { names: null, letters: 'lower' });
    const moment = datetimeParser(form)(text);
    expect(new Date(moment).toISOString().slice(0, 10)).toBe(day);
    expect(datetimeWriter(form)(moment)).toBe(text);
    expect(datetimeParser(form)(`0${text}`)).toBeNaN();
  });
});

test.each([
  ['YYMMDD HH:mm:ss', '931107 00:00:00'],
  ['YYYYMMDD HH:mm', '20230205 04:21'],
  ['YYYYMMDDTHHmmssZ', '20230205T042155Z'],
  ['DDMMYYYY HH:mm:ss', '31122023 04:21:55'],
  ['YYYYMMDD-HH:mm:ss.SSS', '20230205-04:21:55.120'],
])('%s is found in %s and written back', (expected, text) => {
  const { form } = chooseForm('x', [text, text.replace(/^../, (two) => two)], ',')!;
  expect(pattern(form)).toBe(expected);
  if (form.kind === 'datetime') expect(datetimeWriter(form)(datetimeParser(form)(text))).toBe(text);
});

test('a day and a counter are no time', () => {
  const orders = Array.from({ length: 20 }, (_, i) => `20230205-0000${10 + i}`);
  expect(chooseForm('order', orders, ',')?.form.kind).toBe('code');
});
