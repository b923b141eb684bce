import type { Table } from '../../../table/table.ts';
import { digitsOf } from '../laws/simplest-scale.ts';

/** Rows in which a column has one of some words or numbers, or a number within bounds. */
export type Condition =
  | { column: number; words: string[] }
  | { column: number; above?: number | undefined; upTo?: number | undefined };

export const isOfWords = (
  condition: Condition,
): condition is Extract<Condition, { words: unknown }> => 'words' in condition;

/** Returns a function that reports whether a row meets a condition. */
function meetingOf(condition: Condition, { columns }: Table): (row: number) => boolean {
  const own = columns[condition.column]!;
  if (own.kind === 'datetime') return () => false;
  if (own.kind === 'category') {
    if (!isOfWords(condition)) return () => false;
    const { words } = condition;
    const wanted = Uint8Array.from(own.dictionary, (word) => (words.includes(word) ? 1 : 0));
    return (row) => wanted[own.codes[row]!] === 1;
  }
  const { values } = own;
  if (isOfWords(condition)) {
    const wanted = condition.words.map(Number);
    const [only] = wanted;
    if (wanted.length === 1) return (row) => values[row] === only;
    return (row) => wanted.includes(values[row]!);
  }
  const { above = Number.NEGATIVE_INFINITY, upTo = Number.POSITIVE_INFINITY } = condition;
  return (row) => values[row]! > above && values[row]! <= upTo;
}

/** Returns a function that reports whether a row meets all conditions. */
export function meetingAll(where: readonly Condition[], table: Table): (row: number) => boolean {
  const [first, ...others] = where.map((condition) => meetingOf(condition, table));
  if (first === undefined) return () => true;
  return others.reduce((met, isMet) => (row) => met(row) && isMet(row), first);
}

/** Returns those of some rows that meet a condition. */
export function rowsWithin(rows: Uint32Array, condition: Condition, table: Table): Uint32Array {
  const isMet = meetingOf(condition, table);
  const met = new Uint32Array(rows.length);
  let count = 0;
  for (let i = 0; i < rows.length; i++) if (isMet(rows[i])) met[count++] = rows[i];
  return met.slice(0, count);
}

/** Returns 1 for each row that meets all conditions. */
export function rowsMeeting(where: readonly Condition[], table: Table): Uint8Array {
  const meets = new Uint8Array(table.rows);
  const areMet = meetingAll(where, table);
  for (let row = 0; row < table.rows; row++) meets[row] = Number(areMet(row));
  return meets;
}

/** Returns the length of a condition: none of words, decimals of numbers, then digits of bounds. */
export function conditionCost(condition: Condition, { columns }: Pick<Table, 'columns'>): number {
  if (columns[condition.column]!.kind === 'category') return 0;
  if (isOfWords(condition))
    return condition.words.reduce((sum, word) => sum + 1 + (word.split('.')[1]?.length ?? 0), 0);
  const { above, upTo } = condition;
  return (
    BOUND + [above, upTo].reduce<number>((sum, bound) => sum + digitsOf(Math.abs(bound || 1)), 0)
  );
}

const BOUND = 100;

const listed = (words: readonly string[]): string =>
  words.length < 2
    ? words.join()
    : `${words.slice(0, -1).join(', ')} or ${words[words.length - 1]}`;

function oneText(condition: Condition, name: string): string {
  if (isOfWords(condition)) return `${name} is ${listed(condition.words)}`;
  const { above, upTo } = condition;
  if (above === undefined) return `${name} ≤ ${upTo}`;
  return upTo === undefined ? `${name} > ${above}` : `${above} < ${name} ≤ ${upTo}`;
}

/** Formats conditions: ` where status is open or denied and days > 30`. */
export const conditionText = (
  where: readonly Condition[],
  nameOf: (column: number) => string,
): string =>
  where.length === 0
    ? ''
    : ` where ${where.map((own) => oneText(own, nameOf(own.column))).join(' and ')}`;
