import { describe, expect, test } from 'vitest';
import { everySecond } from '../../../every-second.fixture.ts';
import { streamFor } from '../../../random/stream.ts';
import { formatTable } from '../../../table/format-table.ts';
import { parseColumns } from '../../../table/parse-columns.ts';
import { headOf } from '../../codec/field.ts';
import { fit, modelToBytes, sample } from '../../index.ts';

const ROWS = 3000;
const two = (value: number) => String(value).padStart(2, '0');

const KINDS: Record<string, (i: number) => string | null> = {
  age: (i) => String(18 + (i % 60)),
  amount: (i) => (i % 9 === 0 ? null : (((i * 7919) % 90_000) / 100).toFixed(2)),
  booked: (i) => `2023-${two(1 + (i % 12))}-${two(1 + (i % 28))}`,
  paid: (i) => `${two(1 + (i % 28))}.${two(1 + (i % 12))}.2023 ${two(i % 24)}:${two(i % 60)}`,
  euros: (i) => `${(i * 13) % 90},${two(i % 100)} €`,
  kind: (i) => ['card', 'cash', 'transfer'][i % 3]!,
};

function rowsWith(more: { column: string; value: string | null } | null) {
  const names = Object.keys(KINDS);
  const columns = names.map((name) => {
    const values = Array.from({ length: ROWS }, (_, i) => KINDS[name]!(i));
    if (more === null) return values;
    return [...values, more.column === name ? more.value : KINDS[name]!(1)];
  });
  return parseColumns(names, columns);
}

const privately = (more: Parameters<typeof rowsWith>[0], seed: bigint) => {
  const stream = streamFor(seed, 0, 0);
  return fit(rowsWith(more), {
    mode: 'private',
    seed: 1n,
    differentialPrivacy: {
      epsilon: 1,
      delta: 1e-6,
      unitColumn: null,
      randomBytes: (length) => Uint8Array.from({ length }, () => stream.below(256)),
    },
  });
};

const FORMS = ['age', 'amount', 'booked', 'paid', 'euros', 'kind'];
const formsOf = (model: ReturnType<typeof fit>) => model.columns.map(({ layout }) => layout);

describe('a neighbor that differs in how one row is written', () => {
  const without = privately(null, 1n);

  test('without it, each column has the form that its rows have', () => {
    const rows = formatTable(sample(without, { rows: 500, seed: 2n })).textColumns;
    const forms = [
      /^\d+$/,
      /^\d+\.\d\d$/,
      /^2023-\d\d-\d\d$/,
      /^\d\d\.\d\d\.2023 \d\d:\d\d$/,
      /^\d+,\d\d €$/,
      /^[a-z]+$/,
    ];
    for (const [i, name] of FORMS.entries()) {
      const written = rows[i]!.filter((text) => text !== null);
      expect([name, written.length > 300]).toEqual([name, true]);
      expect(written.filter((text) => !forms[i]!.test(text!))).toEqual([]);
    }
  });

  const neighbors = [
    ['a number with six decimals', { column: 'age', value: '33.123456' }],
    ['a word among numbers', { column: 'age', value: '?' }],
    ['a word for "no value"', { column: 'age', value: 'n/a' }],
    ['a number in brackets', { column: 'amount', value: '(12.50)' }],
    ['a number with marks of thousands', { column: 'amount', value: '1,234.50' }],
    ['a number with a power of ten', { column: 'amount', value: '1e-9' }],
    ['a day in another layout', { column: 'booked', value: '5 Jan 2023' }],
    ['a day that is none', { column: 'booked', value: 'soon' }],
    ['a time with seconds', { column: 'paid', value: '05.01.2023 12:30:59' }],
    ['another currency', { column: 'euros', value: '$7.50' }],
    ['a number among words', { column: 'kind', value: '98765.25' }],
  ] as const;
  test.each(everySecond(neighbors))(
    '%s does not show: types, decimals, layouts and missing values are the same',
    (_, more) => {
      // The training table itself does reveal it, except for the category.
      const heads = (table: ReturnType<typeof rowsWith>) => table.columns.map(headOf);
      if (more.column !== 'kind') expect(heads(rowsWith(more))).not.toEqual(heads(rowsWith(null)));
      const model = privately(more, 2n);
      expect(formsOf(model)).toEqual(formsOf(without));
      expect(Buffer.from(modelToBytes(model)).includes(String(more.value))).toBe(false);
    },
  );
});
