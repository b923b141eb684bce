import type { AmountSides } from '../../synthesize/columns/amount-sides.ts';
import { movedColumn } from '../../synthesize/columns/amount-sides.ts';
import { wordColumn } from '../../synthesize/columns/word-column.ts';
import type { CategoryColumn, Column, Table } from '../../table/table.ts';
import { isGivenName } from '../persons/given-names.ts';
import { nameTokens } from '../persons/name-tokens.ts';
import { findStatement } from './find-statement.ts';
import { collectedRows, isFirmRun, type PaymentColumns } from './firms.ts';
import { namesPayees } from './payee-roles.ts';
import { accountColumn, hasOtherPersons } from './payees.ts';
import { isNamed, sidesIn } from './payment-sides.ts';
import { isPaymentWord } from './payment-words.ts';
import { type Run, runsOf, without, wordsOf } from './text-runs.ts';

/** Payees read from the texts of a file of one account that has no column of them. */
export type TextPayees = {
  /** Table with texts of known words alone, and the payees as its last column. */
  table: Table;
  columns: PaymentColumns & { sides: AmountSides | null };
  /** Texts without a person, which are their own payee. */
  firms: Set<string>;
};

/** Values of a column of payment types at most. */
const MAX_TYPES = 30;
/** Share of the rows and different texts from which a word is the account's own, not a shop's. */
const OWN_SHARE = 0.3;
const MIN_TEXTS = 5;
/** Words of a cash machine's or shop's address. */
const STREET =
  /^(?:via|viale|corso|piazza|rue|av|ave|avenue|bd|boulevard|place|calle|c\/|plaza|avda|avenida|rua|praca|road|rd|street|st|lane|blvd|hwy|\p{L}*(?:strasse|straße|str|platz|weg|straat|plein|laan))\.?$/iu;

const isGiven = (word: string): boolean => {
  const tokens = nameTokens(word);
  return tokens.length > 0 && tokens.every(isGivenName);
};

/** Returns the unknown words of so many rows and texts that they are the owner's name or town. */
function ownWords(
  texts: readonly string[],
  rowsOf: Float64Array,
  isOrdinary: (word: string) => boolean,
) {
  const rows = new Map<string, number>();
  const seen = new Map<string, number>();
  texts.forEach((text, code) => {
    const own = wordsOf(text, isOrdinary).filter(({ isKnown }) => !isKnown);
    for (const word of new Set(own.map((each) => each.text.toLowerCase()))) {
      rows.set(word, (rows.get(word) ?? 0) + rowsOf[code]!);
      seen.set(word, (seen.get(word) ?? 0) + 1);
    }
  });
  const total = rowsOf.reduce((sum, own) => sum + own, 0);
  return new Set(
    [...rows.keys()].filter(
      (word) => rows.get(word)! >= OWN_SHARE * total && seen.get(word)! >= MIN_TEXTS,
    ),
  );
}

/**
 * Reads the person of a text, and leaves out other words that may be names. Of cards and direct
 * debits, unknown words are a shop's, unless a given name is among them.
 */
function readText(
  text: string,
  {
    isCollected,
    own,
    isOrdinary,
  }: { isCollected: boolean; own: ReadonlySet<string>; isOrdinary: (word: string) => boolean },
): { text: string; person: string | null } {
  const words = wordsOf(text, isOrdinary).map((word) => ({
    ...word,
    isOwn: own.has(word.text.toLowerCase()),
  }));
  const owners = words.filter(({ isOwn }) => isOwn);
  const runs = runsOf(
    text,
    words.map((word) => (word.isOwn ? { ...word, isKnown: true } : word)),
  ).filter((run) => {
    if (isFirmRun(run.text)) return false;
    if (!isCollected) return true;
    const isPlace = run.words.some(({ text: word }) => STREET.test(word));
    return !isPlace && run.words.length > 1 && isGiven(run.words[0]!.text);
  });
  const isName = ({ words: named }: Run) => named.some((word) => /^\p{Lu}/u.test(word.text));
  const named = runs.find(isName) ?? null;
  const left = [...owners, ...runs.filter((run) => run !== named)];
  return { text: without(text, left), person: named?.text ?? null };
}

/** Returns a test of words that name nobody: those of payments and of their types. */
function ordinaryWords(table: Table, text: number): (word: string) => boolean {
  const types = new Set(
    table.columns.flatMap((column, i) =>
      column.kind === 'category' && i !== text && column.dictionary.length <= MAX_TYPES
        ? column.dictionary.flatMap((type) => type.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [])
        : [],
    ),
  );
  return (word) => isPaymentWord(word) || types.has(word.toLowerCase());
}

/**
 * Leaves out words of a file of one account that may name persons: in texts of persons all but words
 * of payments and the payee's own name.
 *
 * @param nameAt parts of the payee's name by row; empty for firms
 */
export function withoutOthers(
  table: Table,
  text: number,
  nameAt: (row: number) => ReadonlyMap<string, unknown>,
): Table {
  const column = table.columns[text];
  if (column?.kind !== 'category') return table;
  const isOrdinary = ordinaryWords(table, text);
  const cleaned = wordColumn(column, table.rows, (row) => {
    const own = column.dictionary[column.codes[row]!];
    const name = nameAt(row);
    if (own === undefined || name.size === 0) return own ?? null;
    const isKnown = (word: string) =>
      isOrdinary(word) ||
      name.has(word.length === 1 ? word.toLowerCase() : nameTokens(word).join('-'));
    const runs = runsOf(own, wordsOf(own, isKnown));
    return (
      without(
        own,
        runs.filter((run) => !isFirmRun(run.text)),
      ) || null
    );
  });
  return { ...table, columns: table.columns.map((each, i) => (i === text ? cleaned : each)) };
}

/** Returns the column of descriptions with the most texts; -1 for none. */
function descriptionOf(table: Table): number {
  const sizeOf = (column: Column) => (column.kind === 'category' ? column.dictionary.length : 0);
  const named = table.columns.filter(isNamed('description')).sort((a, b) => sizeOf(b) - sizeOf(a));
  return named[0] === undefined ? -1 : table.columns.indexOf(named[0]);
}

/** Finds the payees of a file of one account whose texts alone name them; null for other tables. */
export function findTextPayees(table: Table): TextPayees | null {
  if (table.columns.some(namesPayees) || accountColumn(table) >= 0) return null;
  const text = descriptionOf(table);
  const date = table.columns.findIndex(({ kind }) => kind === 'datetime');
  if (text < 0 || date < 0 || hasOtherPersons(table, text)) return null;
  const statement = findStatement(table);
  if (statement === null) return null;
  const sides = sidesIn(table, statement);
  const moved = statement.movements[0]!.column;
  const amount =
    sides === null ? table.columns.findIndex(({ name }) => name === moved) : movedColumn(sides);
  if (amount < 0) return null;
  const payee = table.columns.length;
  const columns = { payee, account: -1, date, iban: -1, text, amount };
  const { dictionary, codes } = table.columns[text] as CategoryColumn;
  const collected = collectedRows(table, columns);
  const isOrdinary = ordinaryWords(table, text);
  const rowsOf = new Float64Array(dictionary.length);
  for (const code of codes) if (code >= 0) rowsOf[code]!++;
  const own = ownWords(dictionary, rowsOf, isOrdinary);
  const read = Array.from(codes, (code, row) =>
    code < 0
      ? null
      : readText(dictionary[code]!, { isCollected: collected[row] === 1, own, isOrdinary }),
  );
  const column = table.columns[text]!;
  const cleaned = wordColumn(column, table.rows, (row) => read[row]?.text ?? null);
  const payees = wordColumn(
    { ...column, name: '' },
    table.rows,
    (row) => read[row] && (read[row]!.person ?? read[row]!.text),
  ) as CategoryColumn;
  const persons = new Set(read.flatMap((each) => each?.person ?? []));
  return {
    table: {
      rows: table.rows,
      columns: [...table.columns.map((each, i) => (i === text ? cleaned : each)), payees],
    },
    columns: { ...columns, sides },
    firms: new Set(payees.dictionary.filter((word) => !persons.has(word))),
  };
}
