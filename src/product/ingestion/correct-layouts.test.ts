import { expect, test } from 'vitest';
import type { ColumnForm, ColumnLayout, DatetimeForm } from '../../shared/column-layout.ts';
import { correctLayouts } from './correct-layouts.ts';

const date = (pattern: string): DatetimeForm => ({
  kind: 'datetime',
  pattern,
  also: [],
  names: null,
  letters: 'title',
  offset: null,
});

const booked: ColumnLayout = {
  name: 'booked',
  type: 'date',
  form: date('DD/MM/YYYY'),
  nullWords: ['n/a'],
  values: 7,
  fits: 7,
  alternatives: [date('MM/DD/YYYY')],
  ambiguous: true,
  notices: ['booked can be read in more than one way.', '2 values are missing.'],
};
const code: ColumnLayout = {
  ...booked,
  name: 'constructor',
  type: 'text',
  form: { kind: 'code', prefix: '', width: 4, leadingZeros: true, letters: 'none' },
  alternatives: [],
  ambiguous: false,
  notices: [],
};

const isPattern = (pattern: string) => (form: ColumnForm) =>
  form.kind === 'datetime' && form.pattern === pattern;

test('the form that was chosen is taken, no longer ambiguous, and the other stays possible', () => {
  const [corrected, other] = correctLayouts([booked, code], { booked: isPattern('MM/DD/YYYY') });
  expect(corrected).toEqual({
    ...booked,
    form: date('MM/DD/YYYY'),
    alternatives: [date('DD/MM/YYYY')],
    ambiguous: false,
    notices: ['2 values are missing.'],
  });
  expect(other).toBe(code);
});

test('any column can be taken as text', () => {
  const [, text] = correctLayouts([booked, code], {
    constructor: ({ kind }: ColumnForm) => kind === 'text',
  });
  expect(text).toMatchObject({ type: 'text', form: { kind: 'text' }, alternatives: [code.form] });
});

test('columns of which nothing was said stay as they are, whatever they are called', () => {
  expect(correctLayouts([booked, code], {})).toEqual([booked, code]);
});

test('a form that not all values have is refused, and names the column', () => {
  expect(() => correctLayouts([code, booked], { booked: isPattern('YYYY-MM-DD') })).toThrow(
    expect.objectContaining({
      code: 'bad_request',
      message: 'Not all values of column booked match the chosen format.',
    }),
  );
});
