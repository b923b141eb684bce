import { expect, test } from 'vitest';
import { parseColumns } from '../../table/parse-columns.ts';
import type { Table } from '../../table/table.ts';
import { alignColumns } from '../quality/align-columns.ts';
import { rareValues } from './rare-values.ts';

function traced(...sides: (string | null)[][]) {
  const tables = sides.map((text): Table => parseColumns(['value'], [text]));
  const { train, trainRows, holdout, holdoutRows } = rareValues(alignColumns(tables, ['value']));
  return { train, trainRows, holdout, holdoutRows };
}

const zeros = Array.from({ length: 50 }, () => '0');

test('a number of one row in a nearly empty column is traced', () => {
  const real = ['61190', ...zeros.map(() => null)];
  expect(traced(real, ['61190', null], [null, '5'])).toMatchObject({ train: 1, trainRows: 1 });
  expect(traced(real, ['61191', null], [null, '5'])).toMatchObject({ train: 0, trainRows: 1 });
});

test('so are a number far from all others, a date and a moment', () => {
  const amounts = ['36565', '73130', '73130', ...zeros];
  expect(traced(amounts, ['36565'], zeros)).toMatchObject({ train: 1, trainRows: 1 });
  const dates = ['1931-03-07', ...Array.from({ length: 20 }, (_, i) => `2024-01-${10 + i}`)];
  expect(traced(dates, ['1931-03-07'], ['2024-01-11'])).toMatchObject({ train: 1, trainRows: 1 });
  const moments = ['2024-02-29 13:47:21', '2024-03-01 10:00:00', '2024-03-01 10:00:01'];
  expect(traced(moments, ['2024-02-29 13:47:21'], ['2024-03-01 10:00:02'])).toMatchObject({
    train: 1,
    trainRows: 1,
  });
});

test('one of the holdout counts as met by chance', () => {
  expect(traced(zeros, ['90000'], ['90000', ...zeros])).toEqual({
    train: 0,
    trainRows: 0,
    holdout: 1,
    holdoutRows: 1,
  });
});

test('numbers among others are not traced', () => {
  const dense = Array.from({ length: 2000 }, (_, i) => String(i));
  expect(traced(dense, dense, dense)).toMatchObject({ trainRows: 0, holdoutRows: 0 });
});
