import { describe, expect, test } from 'vitest';
import { detectLayout } from '../../shared/layouts/detect-layout.ts';
import { formatCell, isNull } from './format-table.ts';
import { parseColumn } from './parse-columns.ts';

const AMOUNTS = ['12.50', '-3.00', '1200.25', '7.10'];

describe.each(['n/a', 'N/A', '-', '--', '\u2013', 'NULL', '(null)', '#N/A', 'none'])(
  '%s',
  (word) => {
    test('is a missing value among amounts, and is written back', () => {
      const texts = [...AMOUNTS, word, ...AMOUNTS, word];
      const layout = detectLayout('amount', texts);
      expect(layout).toMatchObject({ type: 'decimal', nullWords: [word], values: 8, fits: 8 });
      const column = parseColumn('amount', texts, layout);
      expect(column.kind).toBe('number');
      expect(texts.map((_, row) => isNull(column, row))).toEqual(
        texts.map((text) => text === word),
      );
      expect(column.nullWord).toBe(word);
      expect(formatCell(column, 0)).toBe('12.50');
    });
  },
);

test('a column of words keeps them', () => {
  const layout = detectLayout('note', ['none', 'some words', '-', 'more words']);
  expect(layout).toMatchObject({ type: 'text', nullWords: [] });
});
