import type { SampleRecord } from './sample-records.ts';

/** Maximum lines before the table, such as a statement's header data. */
const MAX_PREAMBLE_RECORDS = 50;
/** Share of the records after the preamble with as many values as the table. */
const TABLE_SHARE = 0.8;
/** Maximum share of the table's values in a preamble line. */
const SHORT_SHARE = 0.6;

const VALUE_LIKE = /^[+-]?\d[\d .,]*%?$|^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}([ T].*)?$|^(true|false)$/i;
const YEAR = /^(19|20)\d\d$/;

const isValue = (value: string | null) => value !== null && VALUE_LIKE.test(value.trim());
const present = (values: readonly (string | null)[]) =>
  values.filter((value) => value !== null && value.trim() !== '').length;

export const isShort = (values: readonly (string | null)[], columns: number): boolean =>
  values.length < columns && values.length <= Math.max(1, Math.floor(columns * SHORT_SHARE));

/** Returns the most frequent number of values; the larger one in a tie. */
function usualWidth(records: readonly SampleRecord[]): number {
  const counts = new Map<number, number>();
  for (const { values, faulty } of records) {
    if (!faulty) counts.set(values.length, (counts.get(values.length) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([a, m], [b, n]) => n - m || b - a);
  return most?.[0] ?? 0;
}

/**
 * Returns the index of the table's first record: the first, unless short lines precede it, such as
 * a statement's account and period, or lines that a spreadsheet padded with delimiters.
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
 * Returns true if the first record names the columns. A record with a number, date or boolean is
 * data, except that years may name columns if text is above numbers.
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
