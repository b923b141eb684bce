import type { Table } from '../../../table/table.ts';
import { digitsOf } from '../laws/simplest-scale.ts';

/** Rows in which a column has one of some words or numbers, or a number within bounds. */
export type Condition =
  | { column: number; words: string[] }
  | { column: number; above?: number | undefined; upTo?: number | undefined };

export const isOfWords = (
  condition: Condition,
): condition is Extract<Condition, { words: unknown }> => 'words' in condition;

/** Returns the rows of which a mark is 1. */
export function markedRows(marks: Uint8Array): Uint32Array {
  const rows = new Uint32Array(marks.length);
  let count = 0;
  for (let row = 0; row < marks.length; row++) if (marks[row] === 1) rows[count++] = row;
  return rows.slice(0, count);
}

/** Clears the marks of rows that do not meet a condition. */
function clearOthers(marks: Uint8Array, condition: Condition, table: Table): void {
  const own = table.columns[condition.column]!;
  if (own.kind === 'number' && !isOfWords(condition)) {
    const { above = Number.NEGATIVE_INFINITY, upTo = Number.POSITIVE_INFINITY } = condition;
    const { values } = own;
    for (let row = 0; row < marks.length; row++)
      if (!(values[row]! > above && values[row]! <= upTo)) marks[row] = 0;
  } else if (own.kind === 'number' && isOfWords(condition)) {
    const wanted = condition.words.map(Number);
    for (let row = 0; row < marks.length; row++)
      if (!wanted.includes(own.values[row]!)) marks[row] = 0;
  } else if (own.kind === 'category' && isOfWords(condition)) {
    const { words } = condition;
    const wanted = Uint8Array.from(own.dictionary, (word) => (words.includes(word) ? 1 : 0));
    for (let row = 0; row < marks.length; row++) if (wanted[own.codes[row]!] !== 1) marks[row] = 0;
  } else marks.fill(0);
}

/** Returns 1 for each row that meets all conditions. */
export function rowsMeeting(where: readonly Condition[], table: Table): Uint8Array {
  const marks = new Uint8Array(table.rows).fill(1);
  for (const condition of where) clearOthers(marks, condition, table);
  return marks;
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
