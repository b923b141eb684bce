import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeCopy, encodeCsv } from './encode.ts';
import type { RowBatch } from './row-batch.ts';
import { formatMoney, formatSeconds } from './text-form.ts';

const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const field = (name: string) => ({ name, type: 'text' as const });

test('money and times are written as their readable forms say', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.tuple(
          fc.oneof(fc.integer(), fc.integer({ min: -(10 ** 14), max: 10 ** 14 })),
          fc.integer({ min: 0, max: 4102444799 }),
        ),
        { minLength: 1, maxLength: 30 },
      ),
      (rows) => {
        const batch: RowBatch = {
          fields: [field('a'), field('b'), field('n')],
          rows: rows.length,
          columns: [
            { kind: 'money', minor: Float64Array.from(rows, ([m]) => m) },
            { kind: 'seconds', values: Float64Array.from(rows, ([, s]) => s) },
            { kind: 'sequence', prefix: 'T', first: 9985, digits: 6 },
          ],
        };
        const lines = rows.map(
          ([m, s], i) =>
            `${formatMoney(m)},${formatSeconds(s)},T${String(9985 + i).padStart(6, '0')}`,
        );
        expect(decode(encodeCsv(batch))).toBe(lines.map((line) => `${line}\r\n`).join(''));
        expect(decode(encodeCopy(batch))).toBe(
          lines.map((line) => `${line.replaceAll(',', '\t')}\n`).join(''),
        );
      },
    ),
  );
});

test('text of one, two, three and four bytes a character is distinguished by its length', () => {
  const values = ['a', 'é', '€uro', '😀', '', 'z'];
  const columns = [{ kind: 'text' as const, values }];
  const batch = { fields: [field('t')], rows: values.length, columns };
  expect(decode(encodeCsv(batch))).toBe(values.map((v) => `${v}\r\n`).join(''));
});

test('a sequence outgrows its digits', () => {
  const columns = [{ kind: 'sequence' as const, prefix: 'T9', first: 9, digits: 1 }];
  expect(decode(encodeCsv({ fields: [field('n')], rows: 2, columns }))).toBe('T99\r\nT910\r\n');
});

test('strings of any content come back from the CSV, over shared and own dictionaries', () => {
  const words = ['plain', 'a,b', 'say "hi"', 'two\nlines', 'Zürich', ''];
  const codes = Int32Array.from([0, 1, 2, 3, 4, 5]);
  const dictionary = { base: { strings: words.slice(0, 2) }, strings: words.slice(2) };
  const batch: RowBatch = {
    fields: [field('x'), field('y')],
    rows: 6,
    columns: [
      { kind: 'dictionary', codes, dictionary },
      { kind: 'dictionary', codes, dictionary },
    ],
  };
  const quoted = ['plain', '"a,b"', '"say ""hi"""', '"two\nlines"', 'Zürich', ''];
  expect(decode(encodeCsv(batch, { header: true }))).toBe(
    `x,y\r\n${quoted.map((q) => `${q},${q}\r\n`).join('')}`,
  );
  const copy = ['plain', 'a,b', 'say "hi"', 'two\\nlines', 'Zürich', '\\N'];
  expect(decode(encodeCopy(batch, { before: ['t\t1'], after: ['z'] }))).toBe(
    copy.map((q) => `t\\t1\t${q}\t${q}\tz\n`).join(''),
  );
});
