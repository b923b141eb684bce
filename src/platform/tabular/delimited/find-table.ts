import type { SampleRecord } from './sample-records.ts';

/** A statement's own facts stand in so many lines before the table, at most. */
const MAX_PREAMBLE_RECORDS = 50;
/** Share of the records behind the preamble that have as many values as the table. */
const TABLE_SHARE = 0.8;
/** A line before the table has at most so many of the table's values. */
const SHORT_SHARE = 0.6;

const VALUE_LIKE = /^[+-]?\d[\d .,]*%?$|^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}([ T].*)?$|^(true|false)$/i;
const YEAR = /^(19|20)\d\d$/;

const isValue = (value: string | null) => value !== null && VALUE_LIKE.test(value.trim());
const present = (values: readonly (string | null)[]) =>
  values.filter((value) => value !== null && value.trim() !== '').length;

/** Whether a line has too few values to be one of the table's. */
export const isShort = (values: readonly (string | null)[], columns: number): boolean =>
  values.length < columns && values.length <= Math.max(1, Math.floor(columns * SHORT_SHARE));

/** The number of values that the most records have; the larger one of two that are as frequent. */
function usualWidth(records: readonly SampleRecord[]): number {
  const counts = new Map<number, number>();
  for (const { values, faulty } of records) {
    if (!faulty) counts.set(values.length, (counts.get(values.length) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([a, m], [b, n]) => n - m || b - a);
  return most?.[0] ?? 0;
}

/**
 * Index of the record with which the table begins: the first one, unless short lines stand before it, as the
 * account and the period do in a statement, or lines that a spreadsheet filled up with delimiters.
 */
export function findTable(records: readonly SampleRecord[]): number {
  const first = records[0];
  if (first === undefined) return 0;
  if (/^sep=/i.test(first.values[0] ?? '') && first.values.length <= 2) return 1;
  const width = usualWidth(records);
  if (width < 2) return 0;
  const sparse = (values: readonly (string | null)[]) => present(values) <= width / 2;
  const padded = first.values.length === width && sparse(first.values);
  if (first.values.length === width && !padded) return 0;
  const start = records.findIndex(
    ({ values, faulty }) => !faulty && values.length === width && !(padded && sparse(values)),
  );
  const head = records[start];
  if (head === undefined || start > MAX_PREAMBLE_RECORDS) return 0;
  const before = records.slice(0, start);
  const apart = before.at(-1)?.beforeBlank === true;
  const describesTable = before.every(({ values }) =>
    padded ? sparse(values) : isShort(values, width) || (apart && values.length < width),
  );
  if (!describesTable || (padded && !looksLikeHeader(records.slice(start)))) return 0;
  const table = records.slice(start);
  const fitting = table.filter(({ values, faulty }) => !faulty && values.length === width);
  return fitting.length >= Math.max(2, TABLE_SHARE * table.length) ? start : 0;
}

/**
 * Whether the first of these records names the columns. One with a number, a date or a truth value in it is data,
 * except that years name columns where text stands over numbers.
 */
export function looksLikeHeader(records: readonly SampleRecord[]): boolean {
  const [head, ...rows] = records;
  const names = head?.values ?? [];
  const values = names.filter(isValue);
  if (values.length === 0) return true;
  if (!values.every((value) => YEAR.test(value!.trim()))) return false;
  return names.some((name, column) => {
    if (name === null || isValue(name)) return false;
    const below = rows.map((row) => row.values[column] ?? null).filter((value) => value !== null);
    return below.length > 0 && below.every(isValue);
  });
}
