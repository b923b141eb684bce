import { describe, expect, test } from 'vitest';
import { streamFor } from '../../random/stream.ts';
import { formatCell } from '../../table/format-table.ts';
import { parseColumns } from '../../table/parse-columns.ts';
import type { Table } from '../../table/table.ts';
import { fit, ruleSentences, sample } from '../index.ts';

const LIMITS = { card: 30, loan: 90 };

/** Arrears with a grade by score, a bucket by days, and a flag by days within the product's limit. */
function arrears({ isShuffled = false } = {}): Table {
  const stream = streamFor(19n, 0, 0);
  const rows = Array.from({ length: 4000 }, () => {
    const product = stream.below(3) === 0 ? 'loan' : 'card';
    const score = Math.round(
      300 + 100 * (stream.float() + stream.float() + stream.float() + stream.float()),
    );
    const [due, paid] = [stream.below(1000), Math.floor(150 * stream.float() ** 2)];
    const grade = score > 560 ? 'A' : score > 500 ? 'B' : score > 420 ? 'C' : 'D';
    const bucket = paid > 60 ? '61+' : paid > 30 ? '31-60' : '0-30';
    const late = paid > LIMITS[product] ? 'yes' : 'no';
    return [product, score, grade, due, due + paid, paid, bucket, late].map(String);
  });
  const names = ['product', 'score', 'grade', 'due', 'paid', 'days', 'bucket', 'late'];
  const place = (c: number, row: number) =>
    isShuffled ? (row * (2 * c + 1) + 131 * c) % rows.length : row;
  return parseColumns(
    names,
    names.map((_, c) => rows.map((_, row) => rows[place(c, row)]![c]!)),
  );
}

const gradeOf = (score: number) =>
  score > 560 ? 'A' : score > 500 ? 'B' : score > 420 ? 'C' : 'D';

const rowsIn = ({ rows, columns }: Table) =>
  Array.from({ length: rows }, (_, row) =>
    Object.fromEntries(columns.map((own) => [own.name, formatCell(own, row)])),
  );

describe('words that follow from a number by bands', () => {
  const table = arrears();
  const model = fit(table, { mode: 'balanced', seed: 1n });
  const drawn = rowsIn(sample(model, { rows: 3000, seed: 2n }));

  test('are named', () => {
    const sentences = ruleSentences(model, table.columns);
    expect(sentences).toContain('score keeps to its range by grade');
    expect(sentences).toContain('days keeps to its range by bucket');
    expect(sentences).toContain('days keeps to its range by late where product is loan');
  });

  test('are held in drawn rows, by the word of another column as well', () => {
    expect(drawn.filter(({ score, grade }) => gradeOf(Number(score)) !== grade)).toEqual([]);
    expect(
      drawn.filter(
        ({ days, bucket }) =>
          bucket !== (Number(days) > 60 ? '61+' : Number(days) > 30 ? '31-60' : '0-30'),
      ),
    ).toEqual([]);
    expect(
      drawn.filter(
        ({ product, days, late }) =>
          (late === 'yes') !== Number(days) > LIMITS[product as keyof typeof LIMITS],
      ),
    ).toEqual([]);
  });

  test('are not found in shuffled columns', () => {
    const shuffled = arrears({ isShuffled: true });
    const sentences = ruleSentences(
      fit(shuffled, { mode: 'balanced', seed: 1n }),
      shuffled.columns,
    );
    expect(sentences).toEqual([]);
  });
});
