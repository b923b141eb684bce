import {
  BANK_KINDS,
  codeOf,
  MOVEMENT_KINDS,
  type Movements,
  OTHER,
} from '../../engines/simulate/index.ts';
import { type Column, lengthOf, type Table } from '../../engines/table/table.ts';
import { refused } from '../terminal/arguments.ts';

const DAY = 86_400_000;
const KINDS: readonly string[] = [...MOVEMENT_KINDS, ...Object.keys(BANK_KINDS), 'other'];

/** Columns of a file by what a calibration reads; words of several columns of kinds are joined. */
export type CalibrationColumns = {
  account: string;
  date: string;
  amount: string;
  kind: string[];
  balance: string | null;
};

const named = (table: Table, name: string): Column =>
  table.columns.find((column) => column.name === name)!;

function numbersOf(table: Table, name: string): Float64Array {
  const column = named(table, name);
  if (column.kind !== 'number') throw refused(`--map: the column ${name} has no numbers.`);
  return column.values;
}

/** Numbers the values of a column from 0; rows without a value are refused. */
function numbered(column: Column): { codes: Int32Array; count: number } {
  const seen = new Map<number, number>();
  const values = column.kind === 'category' ? column.codes : column.values;
  const codes = Int32Array.from({ length: lengthOf(column) }, (_, row) => {
    const value = values[row]!;
    if (Number.isNaN(value) || (column.kind === 'category' && value < 0))
      throw refused(`Row ${row + 1} has no value in the column ${column.name}.`);
    const code = seen.get(value) ?? seen.size;
    seen.set(value, code);
    return code;
  });
  return { codes, count: seen.size };
}

/** Returns the words of a row's columns: all of them joined, then without the last, and so on. */
function wordsOf(table: Table, names: readonly string[]): (row: number) => string[] {
  const columns = names.map((name) => {
    const column = named(table, name);
    if (column.kind !== 'category') throw refused(`--map: the column ${name} has no words.`);
    return column;
  });
  return (row) => {
    const words = columns
      .map(({ codes, dictionary }) => dictionary[codes[row]!]?.trim() ?? '')
      .filter((word) => word !== '');
    return words.length === 0
      ? ['']
      : words.map((_, i) => words.slice(0, words.length - i).join(' '));
  };
}

/** Reads `WORD=kind` pairs; a word is one value of the column of kinds. */
export function kindsFrom(pairs: readonly string[]): Map<string, number> {
  const kinds = new Map<string, number>();
  for (const pair of pairs) {
    const at = pair.lastIndexOf('=');
    const kind = pair.slice(at + 1);
    if (at < 0 || !KINDS.includes(kind))
      throw refused(`--kind: expected WORD=kind, where kind is one of ${KINDS.join(', ')}.`);
    kinds.set(pair.slice(0, at).trim(), codeOf(kind));
  }
  return kinds;
}

/** Words without a kind and their rows, most frequent first. */
export type Unknown = { word: string; rows: number }[];

/**
 * Returns a file's movements, and words that have no kind, whose rows count as other.
 * @throws AppError if a column has the wrong type or a row lacks its account, day or amount
 */
export function movementsOfFile(
  table: Table,
  columns: CalibrationColumns,
  kinds: ReadonlyMap<string, number>,
): { movements: Movements; unknown: Unknown } {
  const dates = named(table, columns.date);
  if (dates.kind !== 'datetime')
    throw refused(`--map: the column ${columns.date} has no dates. --form states how to read it.`);
  const { codes: account, count } = numbered(named(table, columns.account));
  const amounts = numbersOf(table, columns.amount);
  const wordOf = wordsOf(table, columns.kind);
  const unknown = new Map<string, number>();
  const kind = Uint8Array.from({ length: table.rows }, (_, row) => {
    const words = wordOf(row);
    const known = words.find((word) => kinds.has(word) || codeOf(word) !== OTHER);
    if (known !== undefined) return kinds.get(known) ?? codeOf(known);
    unknown.set(words[0]!, (unknown.get(words[0]!) ?? 0) + 1);
    return OTHER;
  });
  for (const [name, values] of [
    [columns.date, dates.values],
    [columns.amount, amounts],
  ] as const) {
    const row = values.findIndex(Number.isNaN);
    if (row >= 0) throw refused(`Row ${row + 1} has no value in the column ${name}.`);
  }
  const movements: Movements = {
    accounts: count,
    account,
    day: Int32Array.from(dates.values, (at) => Math.floor(at / DAY)),
    amount: amounts.map(Math.abs),
    kind,
    balance: columns.balance === null ? null : numbersOf(table, columns.balance),
  };
  return {
    movements,
    unknown: [...unknown].map(([word, rows]) => ({ word, rows })).sort((a, b) => b.rows - a.rows),
  };
}
