import { expect, test } from 'vitest';
import { parseColumns } from '../../../engines/table/parse-columns.ts';
import { PREVIEW_ROWS } from '../../../shared/limits.ts';
import { rowWriter } from './written-rows.ts';

const NAMES =
  'transaction_id,amount,currency,merchant_category,channel,counterparty_country,transaction_date,account_type,risk_level'.split(
    ',',
  );
const rowOf = (n: number, amount: string) => [
  ...[`T${n}`, amount, 'EUR', 'books, "old"', 'online', 'DE', '2024-02-29', 'checking', 'low'],
];
const tableOf = (rows: string[][]) =>
  parseColumns(
    NAMES,
    NAMES.map((_, c) => rows.map((row) => row[c]!)),
  );
const rows = (count: number, amount = '12.50') =>
  Array.from({ length: count }, (_, n) => rowOf(n, amount));
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString();

test('rows are written for the file and for the bank', () => {
  const { csv, bank } = rowWriter(NAMES)(tableOf(rows(1)));
  expect(text(csv)).toBe('T0,12.50,EUR,"books, ""old""",online,DE,2024-02-29,checking,low\r\n');
  expect(bank!.columns.length).toBe(8);
  expect(text(bank!.csv)).toBe('T0,12.50,EUR,online,"books, ""old""",false,2024-02-29,DE\r\n');
});

test('the preview is of the first rows, whatever parts they come in', () => {
  const write = rowWriter(NAMES);
  const parts = [30, 30, 30].map((count) => write(tableOf(rows(count))).preview);
  expect(parts.map((part) => part.length)).toEqual([30, PREVIEW_ROWS - 30, 0]);
  expect(parts[0]![1]).toMatchObject({ transaction_id: 'T1', amount: '12.50', channel: 'online' });
});

test('after a part that does not fit the bank none is written for it', () => {
  const write = rowWriter(NAMES);
  const parts = [rows(2), rows(2, 'none'), rows(2)].map((part) => write(tableOf(part)));
  expect(parts.map(({ bank }) => bank !== null)).toEqual([true, false, false]);
  expect(text(parts[2]!.csv).split('\r\n').length).toBe(3);
});
