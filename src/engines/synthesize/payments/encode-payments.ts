import type { DeclaredColumns } from '../../../shared/column-kinds.ts';
import { nameOrder } from '../../meaning/persons/name-order.ts';
import { namesIn, type TextNames, WORD } from '../../meaning/persons/names-in-texts.ts';
import { personalForm } from '../../meaning/persons/personal-form.ts';
import { personalLanguage } from '../../meaning/persons/personal-style.ts';
import { accountsOf, firmsOf, type PaymentColumns } from '../../meaning/statement/firms.ts';
import { findPayments } from '../../meaning/statement/payees.ts';
import { DAY } from '../../table/datetime-form.ts';
import type { CategoryColumn, Column, Table } from '../../table/table.ts';
import { columnsOfSides, joinSides } from '../columns/amount-sides.ts';
import { wordColumn } from '../columns/word-column.ts';
import { groupsOf } from './groups-of-persons.ts';
import { learnedTexts, withConstantIds } from './learned-texts.ts';
import { IBAN_PLACE, NO_TEXT, type Payments, personWord } from './payments.ts';
import { findRecurring } from './recurring-payments.ts';
import { HAS_PLACE, monthWordsIn, TOKEN, withoutVaryingPrefixes } from './text-places.ts';
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
/** Persons whom the texts of an account number apart; the first is mostly its owner. */
const MAX_OTHERS = 3;

export const wordAt = (column: Column | undefined, row: number): string | undefined =>
  column?.kind === 'category' ? column.dictionary[column.codes[row]!] : undefined;

/** Returns the identifiers in texts that five accounts or more have. */
function commonIds(text: CategoryColumn, of: Int32Array): (id: string) => boolean {
  const owners = new Map<string, Set<number>>();
  const ids = text.dictionary.map((own) =>
    (own.match(TOKEN) ?? []).filter((token) => /\d/.test(token)),
  );
  text.codes.forEach((code, row) => {
    for (const id of ids[code] ?? []) owners.set(id, (owners.get(id) ?? new Set()).add(of[row]!));
  });
  return (id) => (owners.get(id)?.size ?? 0) >= COMMON_TO;
}

/** Names in each text of a column, with the given name that a family name follows. */
const namedIn = (text: CategoryColumn, { given }: TextNames) =>
  text.dictionary.map((own) => {
    let [before, end] = ['', -2];
    return [...own.matchAll(WORD)].flatMap(({ 0: found, index }) => {
      const follows = end === index - 1 ? before : '';
      const word = found.toLowerCase();
      [before, end] = ['', -2];
      if (follows !== '') return [{ word, follows }];
      if (!given.has(found)) return [];
      [before, end] = [word, index + found.length];
      return [{ word, follows }];
    });
  });

/** Numbers the persons whom each account's texts name, apart from the payee, by frequency. */
function otherPersons(
  text: CategoryColumn,
  { of, names, partsAt }: Pick<Seen, 'of' | 'partsAt'> & { names: TextNames },
): Map<number, ReadonlyMap<string, OtherName>> {
  const named = namedIn(text, names);
  const seen = new Map<number, { given: Map<string, number>; family: Map<string, string> }>();
  text.codes.forEach((code, row) => {
    for (const { word, follows } of named[code] ?? []) {
      if (partsAt(row).has(word)) continue;
      const own = seen.get(of[row]!) ?? { given: new Map(), family: new Map() };
      seen.set(of[row]!, own);
      if (follows === '') own.given.set(word, (own.given.get(word) ?? 0) + 1);
      else own.family.set(word, follows);
    }
  });
  return new Map(
    [...seen].map(([account, { given, family }]) => {
      const ranked = [...given.keys()]
        .filter((word) => !family.has(word))
        .sort((a, b) => given.get(b)! - given.get(a)!);
      const personOf = (word: string) =>
        Math.min(MAX_OTHERS, 1 + Math.max(0, ranked.indexOf(word)));
      const found = new Map(
        ranked.map((word): [string, OtherName] => [
          word,
          { part: 'given', person: personOf(word) },
        ]),
      );
      for (const [word, of] of family) found.set(word, { part: 'family', person: personOf(of) });
      return [account, found];
    }),
  );
}

/** Returns the days of a date column since 1970. */
export const daysOf = (column: Column | undefined): Float64Array =>
  column?.kind === 'datetime'
    ? column.values.map((moment) => Math.floor(moment / DAY))
    : new Float64Array();

const NOBODY: ReadonlyMap<string, NamePart> = new Map();
const NO_OTHERS: ReadonlyMap<string, OtherName> = new Map();

type Seen = {
  nameAt: (row: number) => string | undefined;
  columns: PaymentColumns;
  of: Int32Array;
  partsAt: (row: number) => ReadonlyMap<string, NamePart>;
  firms: ReadonlySet<string>;
};

/** Returns the text of each row with its places. */
function templatesOf(
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
  const tokens = text.dictionary.map((own) => own.match(TOKEN) ?? []);
  const dated = function* () {
    for (let row = 0; row < table.rows; row++) {
      const own = wordAt(text, row);
      if (own !== undefined) yield { text: own, day: days[row]! };
    }
  };
  const file: TextFile = {
    monthFirst: isMonthFirst(dated()),
    months: monthWordsIn(text.dictionary),
    isCommon: commonIds(text, of),
    hasSerials: new Set(tokens.flat().filter((token) => SERIAL.test(token))).size > 1,
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

function seenIn(table: Table, columns: PaymentColumns, firms = firmsOf(table, columns)) {
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

const distinct = (column: Column | undefined) =>
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

const ANY_PERSON = '⟦person⟧';

/**
 * Returns the payees and texts of a statement as they are modeled, for comparison: firms and any
 * person, texts with their places.
 *
 * @returns null for training rows without private payees, and for rows without their firms
 */
export function modeledPayments(
  train: Table,
  synthetic: Table,
  roles: DeclaredColumns = {},
): { columns: string[]; shown: (table: Table) => Table } | null {
  const found = findPayments(train);
  if (found === null) return null;
  const { sides: _, ...columns } = found;
  const payee = train.columns[columns.payee]?.name ?? '';
  const isDeclared = Object.hasOwn(roles, payee) && !/^person/.test(roles[payee]!);
  if (isDeclared) return null;
  const firms = firmsOf(train, columns);
  const drawn = synthetic.columns.find(({ name }) => name === payee);
  if (!distinct(drawn).some((name) => firms.has(name))) return null;
  const names = train.columns.map(({ name }) => name);
  const shown = (table: Table): Table => {
    const at = Object.fromEntries(
      Object.entries(columns).map(([key, place]) => [
        key,
        table.columns.findIndex(({ name }) => name === names[place]),
      ]),
    ) as PaymentColumns;
    const seen = seenIn(table, at, firms);
    const words = Array.from({ length: table.rows }, (_, row) => {
      const own = wordAt(seen.payee, row);
      return own === undefined || firms.has(own) ? own : ANY_PERSON;
    });
    const own = new Map<number, (string | null | undefined)[]>([[at.payee, words]]);
    if (at.text >= 0)
      own.set(
        at.text,
        templatesOf(table, seen).map((template) => template?.text),
      );
    return withWords(table, own);
  };
  const own = [columns.payee, columns.text].filter((place) => place >= 0);
  return { columns: own.map((place) => names[place]!), shown };
}

/**
 * Replaces a statement's private payees by numbered persons of each account, and the parts of its
 * texts that follow from the row by places. Firms stay as they are.
 *
 * @returns null for a table without private payees, or if a user decided what the payees are
 */
export function encodePayments(
  table: Table,
  { roles = {}, threshold }: { roles?: DeclaredColumns | undefined; threshold: number },
): { table: Table; payments: Payments; columns: string[] } | null {
  const found = findPayments(table);
  if (found === null) return null;
  const { sides, ...columns } = found;
  const nameOf = (at: number) => table.columns[at]?.name ?? '';
  const used = [columns.payee, columns.text, columns.iban].filter((at) => at >= 0);
  if (used.some((at) => Object.hasOwn(roles, nameOf(at)) && roles[nameOf(at)] !== 'person'))
    return null;
  if (sides !== null && columnsOfSides(sides).some((at) => Object.hasOwn(roles, nameOf(at))))
    return null;
  if (used.some((at) => distinct(table.columns[at]).some((text) => HAS_PLACE.test(text))))
    return null;
  const seen = seenIn(table, columns);
  const { payee, of, count, firms, persons } = seen;
  const templates = templatesOf(table, seen);
  const groups = groupsOf(payee, { of, count, firms, templates, threshold });
  const wordOf = (row: number): string | null => {
    const name = wordAt(payee, row);
    if (name === undefined || firms.has(name)) return name ?? null;
    return personWord(groups.at(row));
  };
  const words = Array.from({ length: table.rows }, (_, row) => wordOf(row));
  const texts = withConstantIds(templates, { words, of, payees: payee.codes });
  const ibans = distinct(table.columns[columns.iban]);
  const amounts = (sides === null ? table : joinSides(table, sides)).columns[columns.amount];
  const language = personalLanguage(
    [
      { personal: 'person_name', texts: persons },
      { personal: 'iban', texts: ibans },
    ],
    threshold,
  );
  const formOf = (personal: 'person_name' | 'iban', own: readonly string[]) =>
    personalForm({ personal, texts: [...new Set(own)] }, { language, threshold });
  return {
    columns: used.map(nameOf),
    table: withWords(
      table,
      new Map<number, readonly (string | null)[]>([
        [columns.payee, words],
        [columns.text, texts],
        [
          columns.iban,
          words.map((_, row) =>
            wordAt(table.columns[columns.iban], row) === undefined ? null : IBAN_PLACE,
          ),
        ],
      ]),
    ),
    payments: {
      ...columns,
      ...(sides !== null && { sides }),
      name: formOf('person_name', persons),
      ...(columns.iban >= 0 && { ibanForm: formOf('iban', ibans) }),
      persons: groups.counts,
      parts: groups.parts,
      texts: learnedTexts(texts, {
        words,
        of,
        count,
        threshold,
        amounts,
        ibans: table.columns[columns.iban],
      }),
      recurring:
        count > 1
          ? []
          : findRecurring(words, {
              texts: words.map((_, row) => texts[row] ?? NO_TEXT),
              days: daysOf(table.columns[columns.date]),
              amounts,
              threshold,
            }),
    },
  };
}
