import { describe, expect, test } from 'vitest';
import type { ColumnLayout } from '../column-layout.ts';
import { detectLayout } from './detect-layout.ts';
import { formReader } from './form-reader.ts';
import { hasClock, hasDay, hasFraction, hasSeconds, tokensOf } from './pattern-tokens.ts';
import { typeOfForm } from './type-of-form.ts';
import { possibleForms, withForm } from './with-form.ts';

const upTo = (count: number, text: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => text(i));

describe('the layout of a column in memory', () => {
  test('numbers with the decimals of all values, and words for none by how often they stand', () => {
    const texts = ['1.50', '2', 'NA', 'NA', '', null, undefined, '-3.125', 'null'];
    expect(detectLayout('x', texts)).toMatchObject({
      name: 'x',
      type: 'decimal',
      form: { kind: 'number', minDecimals: 0, decimals: 3 },
      // Three fields are empty: an empty text and two nulls.
      nullWords: ['', 'NA', 'null'],
      values: 3,
      fits: 3,
      ambiguous: false,
      alternatives: [],
    });
  });

  test('one value behind the first thousand decides as well', () => {
    const days = upTo(1500, (i) => `${String((i % 12) + 1).padStart(2, '0')}/03/${2000 + i}`);
    expect(detectLayout('d', days).form.kind).toBe('datetime');
    expect(detectLayout('d', [...days, '25/03/2024']).form).toMatchObject({
      pattern: 'DD/MM/YYYY',
    });
    // Mostly digits and separators, so not text either.
    expect(detectLayout('d', [...days, 'soon']).form).toEqual({ kind: 'unknown' });
  });

  test('text keeps its words for none, since they may be words', () => {
    expect(detectLayout('x', ['red', 'NA', 'blue', null])).toMatchObject({
      type: 'text',
      form: { kind: 'text' },
      nullWords: [],
      values: 3,
      fits: 3,
    });
  });

  test('digits and separators in no known form are unknown, where more than nine in ten are so', () => {
    const spans = (count: number) => [
      ...upTo(count, (i) => `${i}h ${i % 60}m`),
      ...upTo(20 - count, (i) => `word ${'abcdefgh'[i]}`),
    ];
    expect(detectLayout('x', spans(19)).form).toEqual({ kind: 'unknown' });
    expect(detectLayout('x', spans(18)).form).toEqual({ kind: 'text' });
  });

  test('an empty column is text', () => {
    for (const texts of [[], [null, undefined]])
      expect(detectLayout('x', texts)).toMatchObject({ form: { kind: 'text' }, values: 0 });
  });

  test('days that can be read in two ways are reported', () => {
    const layout = detectLayout('d', ['01/02/2024', '03/04/2024', '05/06/2024', '06/05/2024']);
    expect(layout.ambiguous).toBe(true);
    const patterns = [layout.form, ...layout.alternatives].map((form) =>
      form.kind === 'datetime' ? form.pattern : form.kind,
    );
    expect(patterns.toSorted()).toEqual(['DD/MM/YYYY', 'MM/DD/YYYY']);
  });
});

describe('a form chosen by a user', () => {
  const layout: ColumnLayout = {
    ...detectLayout('d', ['01/02/2024', '03/04/2024', '05/06/2024', '06/05/2024']),
    notices: ['Dates can be read in more than one way.', 'Two values are missing.'],
  };
  const [other] = layout.alternatives;

  test('takes the place of the proposed one, which stays possible', () => {
    expect(withForm(layout, other!)).toMatchObject({
      form: other,
      type: 'date',
      fits: 4,
      alternatives: [layout.form],
      ambiguous: false,
      notices: ['Two values are missing.'],
    });
  });

  test('may be text, which each value is, or unknown, which none is', () => {
    expect(possibleForms(layout)).toEqual([layout.form, other, { kind: 'text' }]);
    const text = withForm(layout, { kind: 'text' });
    expect(text).toMatchObject({ type: 'text', fits: 4, alternatives: [layout.form, other] });
    expect(possibleForms(text)).toEqual([{ kind: 'text' }, layout.form, other]);
    expect(withForm(layout, { kind: 'unknown' })).toMatchObject({ type: 'text', fits: 0 });
  });
});

test('quoted words in a pattern are literal, and neighbors are merged', () => {
  expect(tokensOf('[Valuta ]DD.MM')).toEqual([
    { kind: 'literal', text: 'Valuta ' },
    { kind: 'field', token: 'DD' },
    { kind: 'literal', text: '.' },
    { kind: 'field', token: 'MM' },
  ]);
  expect(tokensOf('HH:mm, ss+hh:mm')).toEqual([
    { kind: 'field', token: 'HH' },
    { kind: 'literal', text: ':' },
    { kind: 'field', token: 'mm' },
    { kind: 'literal', text: ', ' },
    { kind: 'field', token: 'ss' },
    { kind: 'field', token: '+hh:mm' },
  ]);
  const word = '[Stand YHsSx ]';
  for (const has of [hasDay, hasClock, hasSeconds, hasFraction]) expect(has(word)).toBe(false);
});

const form = (texts: string[]) => detectLayout('x', texts).form;
test.each([
  ['integer', ['1', '25'], '7', 'seven'],
  ['decimal', ['1.5', '2.25'], '7.5', '7,5'],
  ['boolean', ['Yes', 'No'], 'YES', 'maybe'],
  ['date', ['2024-01-31', '2024-02-01'], '2024-02-29', '2023-02-29'],
  [
    'timestamp',
    ['2024-01-31 10:00:00', '2024-02-01 11:30:00'],
    '2024-02-01 00:00:00',
    '2024-02-01',
  ],
  ['time', ['10:00:00', '23:59:59'], '00:00:00', '24:00:00'],
  ['text', ['ACC-0001', 'ACC-0022'], 'ACC-0333', 'ACX-0333'],
])('a form of type %s of %j reads %s, not %s', (type, texts, fits, misfits) => {
  expect(typeOfForm(form(texts))).toBe(type);
  const reads = formReader(form(texts));
  expect([...texts, fits].map(reads)).toEqual([true, true, true]);
  expect(reads(misfits)).toBe(false);
});
