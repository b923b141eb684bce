import { expect, test } from 'vitest';
import { streamFor } from '../../random/stream.ts';
import { formatTable } from '../../table/format-table.ts';
import { parseColumns } from '../../table/parse-columns.ts';
import type { Table } from '../../table/table.ts';
import { fit, modelFromBytes, modelToBytes, sample } from '../index.ts';

const names = ['id', 'year', 'month', 'day', 'amount', 'kind'];

/** Bookings with a key that rises, by three columns of their date. */
function bookings(isListed: boolean, isNewestFirst = false): Table {
  const days = Array.from({ length: 1500 }, (_, i) => {
    const random = streamFor(3n, i, 1);
    return [2015 + random.below(6), 1 + random.below(12), 1 + random.below(28)] as const;
  });
  const at = ([year, month, day]: readonly number[]) => 10_000 * year! + 100 * month! + day!;
  if (isListed) days.sort((a, b) => (isNewestFirst ? at(b) - at(a) : at(a) - at(b)));
  const rows = days.map((date, i) => {
    const random = streamFor(3n, i, 2);
    const id = `B${String(70_000 + i)}`;
    return [id, ...date, (5 + random.below(9000) / 100).toFixed(2), random.below(2) ? 'in' : 'out'];
  });
  return parseColumns(
    names,
    names.map((_, c) => rows.map((row) => String(row[c]))),
  );
}

function drawn(table: Table) {
  const model = modelFromBytes(modelToBytes(fit(table, { mode: 'balanced', seed: 1n })));
  const [ids, ...dates] = formatTable(sample(model, { rows: 1500, seed: 2n })).textColumns;
  const stamps = Array.from(ids!, (_, row) =>
    Number(
      dates
        .slice(0, 3)
        .map((column) => column[row]!.padStart(2, '0'))
        .join(''),
    ),
  );
  const falling = stamps.filter((stamp, i) => i > 0 && stamp < stamps[i - 1]!).length;
  const rising = stamps.filter((stamp, i) => i > 0 && stamp > stamps[i - 1]!).length;
  return { model, rising, falling, ids: ids! };
}

test('rows are listed by year, month and day, with rising keys, if those of the file are', () => {
  const { model, falling, ids } = drawn(bookings(true));
  expect(model.listedBy).toEqual([1, 2, 3].map((column) => ({ column, sign: 1 })));
  expect(falling).toBe(0);
  expect(ids).toEqual(ids.toSorted());
});

test('rows are listed from the newest to the oldest if those of the file are', () => {
  const { model, rising } = drawn(bookings(true, true));
  expect(model.listedBy).toEqual([1, 2, 3].map((column) => ({ column, sign: -1 })));
  expect(rising).toBe(0);
});

test('rows in no order stay so', () => {
  const { model, falling } = drawn(bookings(false));
  expect(model.listedBy).toBeUndefined();
  expect(falling).toBeGreaterThan(500);
});
