import { NAME_SETS } from '../../../shared/layouts/names.ts';
import { recursSeldom } from '../../../shared/layouts/recurs-seldom.ts';
import { type Seed, streamFor } from '../../random/stream.ts';
import { countDistinct } from '../../table/count-distinct.ts';
import type { CategoryColumn, Column, Table } from '../../table/table.ts';
import { matchHeader } from '../headers/match-header.ts';
import { CONVENTIONS, languagesOfName } from './conventions.ts';
import { pick } from './draw-person.ts';
import { isGivenName } from './given-names.ts';
import { nameTokens } from './name-tokens.ts';

const PURPOSE = 0x4e414d45;
const SURE = 0.8;
/**
 * Minimum given names among the words that one place of a text takes, and their share: lists know
 * some six in ten of a country's names.
 */
const MIN_NAMES = 2;
const MIN_GIVEN = 0.4;
/** Minimum places of a known given name that takes no turns with others: the owner's. */
const MIN_PLACES = 2;
const MAX_REDRAWS = 20;
export const WORD =
  /(?<![\p{L}\p{N}])\p{Lu}(?:\p{Ll}+(?:-\p{Lu}\p{Ll}+)?|\p{Lu}{2,}(?:-\p{Lu}{2,})?)(?![\p{L}\p{N}])/gu;

/** Given names in the texts of a column, and family names, which follow them and nothing else. */
export type TextNames = { given: ReadonlySet<string>; family: ReadonlySet<string> };

const OF_DATES = new Set(
  Object.values(NAME_SETS).flatMap(({ months, weekdays }) => [...months, ...weekdays]),
);

/** Words of payments that are given names elsewhere. */
const OF_PAYMENTS = new Set(
  'iban bic sepa swift naam nom nome name nombre datum data date ref visa via val van von san santa term pas pos card carta bank bon'.split(
    ' ',
  ),
);

const isGiven = (word: string) =>
  nameTokens(word).every(isGivenName) &&
  !OF_DATES.has(word.toLowerCase()) &&
  !OF_PAYMENTS.has(word.toLowerCase());

/** Returns true for a header that names descriptions of payments. */
export const namesDescriptions = (header: string): boolean =>
  matchHeader(header).some(({ role, share }) => role === 'description' && share > SURE);

/** Returns true for a learned column of descriptions of payments. */
function isDescription(column: Column): column is CategoryColumn {
  if (column.kind !== 'category' || !namesDescriptions(column.name)) return false;
  const { present, distinct } = countDistinct(column);
  return !recursSeldom(distinct, present);
}

/** Returns true for the only name at a place that ends a text, or before a family name. */
const isOwner = (place: string): boolean => /\S ￼(?: \p{Lu}\p{L}+)?$/u.test(place);

/** Returns the given names that take turns at one place: Danke Jana, Danke Peter. */
function givenNamesIn(texts: readonly string[]): Set<string> {
  const fillers = new Map<string, Set<string>>();
  for (const text of texts)
    for (const { 0: word, index } of text.matchAll(WORD)) {
      const rest = `${text.slice(0, index)}￼${text.slice(index + word.length)}`;
      const place = rest.replaceAll(/\d/g, '#');
      fillers.set(place, (fillers.get(place) ?? new Set()).add(word));
    }
  const names = new Set<string>();
  const placesOf = new Map<string, number>();
  for (const words of fillers.values()) {
    const known = [...words].filter(isGiven);
    for (const word of known) placesOf.set(word, (placesOf.get(word) ?? 0) + 1);
    if (known.length >= MIN_NAMES && known.length >= MIN_GIVEN * words.size)
      for (const name of words) names.add(name);
  }
  for (const [word, places] of placesOf) if (places >= MIN_PLACES) names.add(word);
  for (const [place, [word = '', ...others]] of fillers)
    if (isGiven(word) && others.length === 0 && isOwner(place)) names.add(word);
  return names;
}

/** Returns the names of persons in texts. */
export function namesIn(dictionary: readonly string[]): TextNames {
  const given = givenNamesIn(dictionary);
  const family = new Set<string>();
  const ordinary = new Set<string>();
  for (const text of dictionary) {
    let end = -2;
    for (const { 0: word, index } of text.matchAll(WORD)) {
      if (end === index - 1) family.add(word);
      else ordinary.add(word);
      end = given.has(word) ? index + word.length : -2;
    }
  }
  return { given, family: new Set([...family].filter((word) => !ordinary.has(word))) };
}

/** Finds the names of persons in the descriptions of payments, by column. */
export function namesInTexts(table: Table): Map<string, TextNames> {
  const found = table.columns
    .filter(isDescription)
    .map((column) => [column.name, namesIn(column.dictionary)] as const);
  return new Map(found.filter(([, { given }]) => given.size > 0));
}

/** Returns the most common language of the names, English if none is. */
function languageOf(names: Iterable<string>) {
  const counts = new Map<keyof typeof CONVENTIONS, number>();
  for (const language of [...names].flatMap(languagesOfName))
    counts.set(language, (counts.get(language) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 'en';
}

/** Returns a function that writes a generated name for each of the names, always the same one. */
export function nameWriter(sides: readonly TextNames[], seed: Seed) {
  const source = new Set(sides.flatMap(({ given, family }) => [...given, ...family]));
  const { female, male, family: families } = CONVENTIONS[languageOf(source)].names;
  const made = new Map<string, string>();
  const nameFor = (word: string, list: readonly string[]): string => {
    const known = made.get(word);
    if (known !== undefined) return known;
    const stream = streamFor(seed, made.size, PURPOSE);
    let name = pick(list, stream);
    for (let again = 0; again < MAX_REDRAWS && source.has(name); again++) name = pick(list, stream);
    made.set(word, name);
    return name;
  };
  return (text: string, names: TextNames): string =>
    text.replaceAll(WORD, (word) => {
      if (names.given.has(word)) return nameFor(word, [...female, ...male]);
      return names.family.has(word) ? nameFor(word, families) : word;
    });
}

/**
 * Replaces the names of persons in the descriptions of payments by generated ones, each by the same
 * one in all texts. Categories are learned word for word, so a payer's or a friend's name in a
 * common text would be drawn.
 */
export function withoutTextNames(table: Table, seed: Seed): Table {
  const found = namesInTexts(table);
  if (found.size === 0) return table;
  const write = nameWriter([...found.values()], seed);
  const columns = table.columns.map((column): Column => {
    const names = found.get(column.name);
    if (names === undefined || column.kind !== 'category') return column;
    return withDictionary(
      column,
      column.dictionary.map((text) => write(text, names)),
    );
  });
  return { ...table, columns };
}

/** Returns the column with other words; rows of equal words share a code. */
export function withDictionary(column: CategoryColumn, words: readonly string[]): CategoryColumn {
  const dictionary = [...new Set(words)];
  const codeOf = new Map(dictionary.map((word, code) => [word, code]));
  const codes = column.codes.map((code) => (code < 0 ? code : codeOf.get(words[code]!)!));
  return { ...column, dictionary, codes };
}
