import { type Column, lengthOf, type Table } from '../../table/table.ts';
import { SimulationRequestError } from '../request.ts';
import { type Movements, OTHER } from './movements.ts';
import { codeOf } from './movements-of-bank.ts';

const DAY = 86_400_000;
/** Accounts below which aggregates could describe single customers. */
const MIN_ACCOUNTS = 100;
/** Words that a refusal names. */
const SHOWN = 10;

const refused = (message: string) => new SimulationRequestError(message);

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
  if (column.kind !== 'number') throw refused(`The column ${name} has no numbers.`);
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
    if (column.kind !== 'category') throw refused(`The column ${name} has no words.`);
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

/** Words without a kind and their rows, most frequent first. */
export type Unknown = { word: string; rows: number }[];

/** Returns a table's movements, and words that have no kind, whose rows count as other. */
function readMovements(
  table: Table,
  columns: CalibrationColumns,
  kinds: ReadonlyMap<string, number>,
): { movements: Movements; unknown: Unknown } {
  const dates = named(table, columns.date);
  if (dates.kind !== 'datetime')
    throw refused(`The column ${columns.date} has no dates in a known format.`);
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

/**
 * Returns a table's movements, and words that have no kind, whose rows count as other.
 *
 * @param kinds codes of words besides those of the simulator's own files
 * @throws SimulationRequestError if a column has the wrong type, a row lacks its account, day or
 * amount, there are fewer than 100 accounts, or more than half of the rows have no kind
 */
export function movementsOfTable(
  table: Table,
  columns: CalibrationColumns,
  kinds: ReadonlyMap<string, number>,
): { movements: Movements; unknown: Unknown } {
  const read = readMovements(table, columns, kinds);
  const { movements, unknown } = read;
  if (movements.accounts < MIN_ACCOUNTS)
    throw refused(
      `The file has ${movements.accounts} accounts; ${MIN_ACCOUNTS} are needed, since figures of fewer could describe single customers.`,
    );
  const unread = unknown.reduce((sum, { rows }) => sum + rows, 0);
  if (2 * unread > table.rows) {
    const words = unknown.slice(0, SHOWN).map(({ word }) => `"${word}"`);
    throw refused(
      `${unread} of ${table.rows} rows have no kind: ${words.join(', ')}. Give most words a kind, as WORD=kind.`,
    );
  }
  return read;
}
