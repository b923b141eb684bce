import type { Column, Table } from '../../table/table.ts';
import { codePartOf, codeTexts, type PartForm } from './code-parts.ts';
import { wordColumn } from './word-column.ts';

/** Start of another column's text, or characters that all codes have at this place. */
type CodePart =
  | { kind: 'text'; text: string }
  | { kind: 'column'; from: number; form: PartForm; length: number };

/**
 * Code put together from other columns and a running number of the rows with the same ones:
 * `allisar01` of family and given name, `2026-0042` of the year. `first` is above the file's numbers;
 * `room` numbers are of each block of rows.
 */
export type ComposedCode = { parts: CodePart[]; width: number; first: number; room: number };

const MIN_ROWS = 50;
const MIN_SHARE = 0.995;
/** Share of rows whose number is about among the first of their part. */
const MIN_RUNNING = 0.95;
const LOOKED_AT_ROWS = 1000;
const MAX_PARTS = 6;
const MAX_DIGITS = 9;

const isNumber = (text: string): boolean => text.length <= MAX_DIGITS && /^\d+$/.test(text);

/** Returns the part that all but a few texts begin with: of a column, the longest, or a sign. */
function nextPart(
  table: Table,
  { own, rest, rows }: { own: number; rest: readonly string[]; rows: readonly number[] },
): CodePart | null {
  const columns = table.columns.flatMap((_, from) =>
    from === own ? [] : codePartOf(table, { from, rest, rows, share: MIN_SHARE }),
  );
  const longest = columns.reduce<(typeof columns)[number] | null>(
    (best, part) => (best === null || part.mean > best.mean ? part : best),
    null,
  );
  if (longest !== null) {
    const { from, form, length } = longest;
    return { kind: 'column', from, form, length };
  }
  const text = rest[0]?.[0] ?? '';
  const same = rest.filter((each) => each[0] === text).length;
  return /^\D$/.test(text) && same >= MIN_SHARE * rest.length ? { kind: 'text', text } : null;
}

/** Returns a function that joins the parts of a row's code, without its number. */
function prefixIn(table: Table, parts: readonly CodePart[]): (row: number) => string {
  const writers = parts.map((part) =>
    part.kind === 'text'
      ? () => part.text
      : codeTexts(table.columns[part.from]!, part.form, part.length),
  );
  return (row) => writers.map((write) => write(row)).join('');
}

/** Returns the parts of a column's codes before their number; null if they have others. */
function partsOf(table: Table, own: number): CodePart[] | null {
  const textAt = codeTexts(table.columns[own]!, 'text', 0);
  const step = Math.max(1, Math.floor(table.rows / LOOKED_AT_ROWS));
  let rows = Array.from({ length: Math.floor(table.rows / step) }, (_, i) => i * step);
  let rest = rows.map(textAt);
  const parts: CodePart[] = [];
  while (parts.length < MAX_PARTS) {
    const isDone = parts.some(({ kind }) => kind === 'column');
    if (isDone && rest.filter(isNumber).length >= MIN_SHARE * rest.length) return parts;
    const part = nextPart(table, { own, rest, rows });
    if (part === null) return null;
    parts.push(part);
    const prefix = prefixIn(table, [part]);
    const kept = rest.flatMap((text, i) => {
      const start = prefix(rows[i]!);
      return text.startsWith(start) ? [{ row: rows[i]!, text: text.slice(start.length) }] : [];
    });
    rows = kept.map(({ row }) => row);
    rest = kept.map(({ text }) => text);
  }
  return null;
}

/** Returns the least number with one digit that is not 0 and at least as large. */
function roundUp(number: number): number {
  const unit = 10 ** Math.floor(Math.log10(Math.max(1, number)));
  return Math.ceil(number / unit) * unit;
}

/**
 * Finds codes of parts of other columns and a running number at equal parts; null for others. Nearly
 * all rows keep the parts, and the numbers of n rows with equal parts are about the first n.
 *
 * @param blockRows drawn rows that are numbered apart from others
 */
export function findComposedCode(
  table: Table,
  own: number,
  blockRows: number,
): ComposedCode | null {
  if (table.columns[own]!.kind !== 'category' || table.rows < MIN_ROWS) return null;
  const parts = partsOf(table, own);
  if (parts === null) return null;
  const prefix = prefixIn(table, parts);
  const textAt = codeTexts(table.columns[own]!, 'text', 0);
  const numbers = new Map<string, number[]>();
  let [kept, largest, width] = [0, 0, MAX_DIGITS];
  for (let row = 0; row < table.rows; row++) {
    const start = prefix(row);
    const digits = textAt(row).slice(start.length);
    if (!textAt(row).startsWith(start) || !isNumber(digits)) continue;
    kept++;
    const number = Number(digits);
    largest = Math.max(largest, number);
    width = Math.min(width, digits.length);
    const group = numbers.get(start);
    if (group === undefined) numbers.set(start, [number]);
    else group.push(number);
  }
  if (kept < MIN_SHARE * table.rows || numbers.size < 2) return null;
  const groups = [...numbers.values()];
  const firsts = Map.groupBy(groups, (group) => Math.min(...group));
  const [base] = [...firsts].sort((a, b) => b[1].length - a[1].length)[0]!;
  // A holdout leaves gaps in the numbers.
  const running = groups.reduce((sum, group) => {
    const end = base + 1.5 * group.length + 1;
    return sum + group.filter((number) => number >= base && number <= end).length;
  }, 0);
  if (running < MIN_RUNNING * kept) return null;
  const most = groups.reduce((sofar, group) => Math.max(sofar, group.length), 0);
  const inBlock = most * Math.max(1, blockRows / table.rows);
  const room = 10 ** Math.ceil(Math.log10(4 * inBlock));
  return { parts, width, first: roundUp(base > 1 ? largest + 1 : 2 * largest), room };
}

type Plan = { made: { kind: string; composed?: ComposedCode | undefined } | null };

/** Writes codes that are put together from the other columns of drawn rows. */
export function withComposedCodes(table: Table, plans: readonly Plan[], block: number): Table {
  const columns = table.columns.map((column, i): Column => {
    const composed = plans[i]?.made?.composed;
    if (composed === undefined) return column;
    const { parts, width, first, room } = composed;
    const prefix = prefixIn(table, parts);
    const counts = new Map<string, number>();
    return wordColumn(column, table.rows, (row) => {
      const start = prefix(row);
      const count = counts.get(start) ?? 0;
      counts.set(start, count + 1);
      const number = String(first + block * room + (count % room)).padStart(width, '0');
      const beyond = Math.floor(count / room);
      return start + number + (beyond > 0 ? `-${beyond}` : '');
    });
  });
  return { rows: table.rows, columns };
}
