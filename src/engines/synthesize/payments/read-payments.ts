import { nameOrder } from '../../meaning/persons/name-order.ts';
import { namesIn } from '../../meaning/persons/names-in-texts.ts';
import { accountsOf, firmsOf, type PaymentColumns } from '../../meaning/statement/firms.ts';
import { DAY } from '../../table/datetime-form.ts';
import type { CategoryColumn, Column, Table } from '../../table/table.ts';
import { wordColumn } from '../columns/word-column.ts';
import { otherPersons } from './other-persons.ts';
import { monthWordsIn, TOKEN, withoutVaryingPrefixes } from './text-places.ts';
import {
  isMonthFirst,
  type NamePart,
  type OtherName,
  partsOfName,
  SERIAL,
  type Template,
  type TextFile,
  templateOf,
} from './text-template.ts';

const COMMON_TO = 5;

export const wordAt = (column: Column | undefined, row: number): string | undefined =>
  column?.kind === 'category' ? column.dictionary[column.codes[row]!] : undefined;

/** Returns the days of a date column since 1970. */
export const daysOf = (column: Column | undefined): Float64Array =>
  column?.kind === 'datetime'
    ? column.values.map((moment) => Math.floor(moment / DAY))
    : new Float64Array();

/** Returns the identifiers in texts that five accounts or more have. */
function commonIds(
  { codes }: CategoryColumn,
  { ids, of }: { ids: readonly (readonly string[])[]; of: Int32Array },
): (id: string) => boolean {
  const owners = new Map<string, Set<number>>();
  codes.forEach((code, row) => {
    for (const id of ids[code] ?? []) owners.set(id, (owners.get(id) ?? new Set()).add(of[row]!));
  });
  return (id) => (owners.get(id)?.size ?? 0) >= COMMON_TO;
}

const NOBODY: ReadonlyMap<string, NamePart> = new Map();
const NO_OTHERS: ReadonlyMap<string, OtherName> = new Map();

/** Returns the identifiers that texts of five different words or more have, in a file of one account. */
function ownIds(texts: readonly string[], ids: readonly (readonly string[])[]): Set<string> {
  const seen = new Map<string, Set<string>>();
  texts.forEach((text, code) => {
    const words = text.replaceAll(TOKEN, (token) => (/\d/.test(token) ? '' : token));
    const letters = words.replaceAll(/[^\p{L}]+/gu, ' ');
    for (const id of ids[code]!) seen.set(id, (seen.get(id) ?? new Set()).add(letters));
  });
  return new Set([...seen].filter(([, own]) => own.size >= COMMON_TO).map(([id]) => id));
}

/** Payees of a table as they are read: who is private, and whose rows they are. */
export type Seen = {
  nameAt: (row: number) => string | undefined;
  columns: PaymentColumns;
  of: Int32Array;
  partsAt: (row: number) => ReadonlyMap<string, NamePart>;
  firms: ReadonlySet<string>;
};

/** Returns the text of each row with its places. */
export function templatesOf(
  table: Table,
  { columns, of, nameAt, partsAt, firms }: Seen,
): (Template | null)[] {
  const text = table.columns[columns.text];
  if (text?.kind !== 'category') return [];
  const date = table.columns[columns.date];
  const amount = table.columns[columns.amount];
  const found = namesIn(text.dictionary);
  const ofFirms = new Set([...firms].flatMap((name) => name.split(/[^\p{L}]+/u)));
  const names = {
    given: new Set([...found.given].filter((word) => !ofFirms.has(word))),
    family: new Set([...found.family].filter((word) => !ofFirms.has(word))),
  };
  const days = daysOf(date);
  const ids = text.dictionary.map((own) =>
    (own.match(TOKEN) ?? []).filter((token) => /\d/.test(token)),
  );
  const own = columns.account < 0 ? ownIds(text.dictionary, ids) : new Set();
  const dated = function* () {
    for (let row = 0; row < table.rows; row++) {
      const words = wordAt(text, row);
      if (words !== undefined) yield { text: words, day: days[row]! };
    }
  };
  const file: TextFile = {
    monthFirst: isMonthFirst(dated()),
    months: monthWordsIn(text.dictionary),
    isCommon: commonIds(text, { ids, of }),
    isOwn: (id) => own.has(id),
    hasSerials: new Set(ids.flat().filter((id) => SERIAL.test(id))).size > 1,
  };
  const others = otherPersons(text, { of, names, partsAt });
  const templates = Array.from({ length: table.rows }, (_, row) => {
    const own = wordAt(text, row);
    if (own === undefined) return null;
    return templateOf(
      {
        text: own,
        name: nameAt(row),
        payee: partsAt(row),
        iban: wordAt(table.columns[columns.iban], row),
        day: days[row] ?? Number.NaN,
        amount: amount?.kind === 'number' ? amount.values[row]! : Number.NaN,
        others: others.get(of[row]!) ?? NO_OTHERS,
      },
      file,
    );
  });
  const texts = withoutVaryingPrefixes(templates.map((own) => own?.text ?? null));
  return templates.map((own, row) => own && { ...own, text: texts[row]! });
}

export function seenIn(table: Table, columns: PaymentColumns, firms = firmsOf(table, columns)) {
  const payee = table.columns[columns.payee] as CategoryColumn;
  const persons = payee.dictionary.filter((name) => !firms.has(name));
  const { familyFirst } = nameOrder(persons);
  const parts = payee.dictionary.map((name) =>
    firms.has(name) ? NOBODY : partsOfName(name, familyFirst),
  );
  const { of, count } = accountsOf(table, columns);
  const partsAt = (row: number) => parts[payee.codes[row]!] ?? NOBODY;
  const nameAt = (row: number) => {
    const own = wordAt(payee, row);
    return own === undefined || firms.has(own) ? undefined : own;
  };
  return { payee, persons, count, columns, of, nameAt, partsAt, firms };
}

export const distinct = (column: Column | undefined) =>
  column?.kind === 'category' ? column.dictionary : [];

/** Returns the table with other words in some columns. */
export const withWords = (
  table: Table,
  words: ReadonlyMap<number, readonly (string | null | undefined)[]>,
): Table => ({
  rows: table.rows,
  columns: table.columns.map((column, i) => {
    const own = words.get(i);
    return own === undefined ? column : wordColumn(column, table.rows, (row) => own[row] ?? null);
  }),
});
