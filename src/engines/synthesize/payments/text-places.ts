import { NAME_SETS } from '../../../shared/layouts/names.ts';
import { DAY } from '../../table/datetime-form.ts';

export type MonthNames = keyof typeof NAME_SETS;

/**
 * Place of a text that follows from its row: `⟦date DD.MM. 0⟧`, `⟦payee given T⟧`, `⟦id RE-|9999⟧`.
 * A text with its places is learned as a category.
 */
export const PLACE = /⟦([^⟧]*)⟧/g;
export const HAS_PLACE = /[⟦⟧]/;

export const placeOf = (kind: string, ...details: readonly (string | number)[]): string =>
  `⟦${[kind, ...details].join(' ')}⟧`;

/** Words and identifiers, which contain a digit. */
export const TOKEN = /[\p{L}\d][\p{L}\p{M}\d]*(?:['’/._-][\p{L}\d][\p{L}\p{M}\d]*)*/gu;

const PARTS = [
  String.raw`(?<iban>(?<![\p{L}\d])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?(?![\p{L}\d]))`,
  String.raw`(?<date>(?<![\p{L}\d./-])(?:\d{4}-\d{2}-\d{2}|\d{1,2}[./-]\d{1,2}(?:[./-]\d{4}|[./-]\d{2}|\.)?)(?!\d))`,
  String.raw`(?<time>(?<![\p{L}\d:])\d{1,2}:\d{2}(?::\d{2})?(?!\d))`,
  String.raw`(?<number>(?<![\p{L}\d])\d+(?:[.,']\d{3})*[.,]\d{2}(?!\d))`,
  `(?<token>${TOKEN.source})`,
];

/** Parts of a text that may follow from the row. */
export const PART = new RegExp(PARTS.join('|'), 'gu');

/** Days with a month's name, before all other parts: 2 JUN, 02. Juni 2024. */
export const NAMED_DATE =
  /(?<![\p{L}\d])(?<d>\d{1,2})(?<between>\.?[ -])(?<month>\p{L}{3,10}\.?)(?:(?<before>[ -])(?<year>\d{4}))?(?![\p{L}\d])/gu;

const MIN_MONTHS = 3;
const MONTH = /\p{L}+\.?/gu;
const SETS = Object.entries(NAME_SETS) as [MonthNames, (typeof NAME_SETS)[MonthNames]][];

/** Lists of month names in a file's texts; a name of several is of the list that its text has. */
export type MonthWords = (word: string, text: string) => { set: MonthNames; month: number } | null;

/** Finds the lists of month names of which three months or more occur in the texts. */
export function monthWordsIn(texts: readonly string[]): MonthWords {
  const words = new Set(texts.flatMap((text) => text.toLowerCase().match(MONTH) ?? []));
  const sets = SETS.map(([set, { months }]) => ({
    set,
    months,
    found: months.filter((name) => words.has(name)).length,
  }))
    .filter(({ found }) => found >= MIN_MONTHS)
    .sort((a, b) => b.found - a.found);
  const read = (word: string) =>
    sets.flatMap(({ set, months }) => {
      const month = months.indexOf(word.toLowerCase());
      return month < 0 ? [] : [{ set, month }];
    });
  const contextOf = (text: string) =>
    text.replaceAll(MONTH, (word) => (read(word).length > 0 ? '§' : word)).replaceAll(/\d/g, '#');
  const setOf = new Map<string, MonthNames>();
  if (sets.length > 1)
    for (const text of texts)
      for (const [word] of text.matchAll(MONTH)) {
        const own = read(word);
        if (own.length === 1) setOf.set(contextOf(text), own[0]!.set);
      }
  return (word, text) => {
    const own = read(word);
    if (own.length < 2) return own[0] ?? null;
    const set = setOf.get(contextOf(text));
    return own.find((each) => each.set === set) ?? own[0]!;
  };
}

/** Letters of a word: U for capitals, l for small ones, T for a title's. */
export type Letters = 'U' | 'l' | 'T';

export const lettersOf = (word: string): Letters =>
  word.length > 1 && word === word.toUpperCase() ? 'U' : word === word.toLowerCase() ? 'l' : 'T';

export const withLetters = (word: string, letters: string): string =>
  letters === 'U'
    ? word.toUpperCase()
    : letters === 'l'
      ? word.toLowerCase()
      : word.charAt(0).toUpperCase() + word.slice(1);

/** Returns the days of a date as written, by its form: DD.MM.YYYY, D/M, YYYY-MM-DD. */
export function readDates(
  text: string,
  year: number,
  monthFirst = false,
): { form: string; day: number }[] {
  const parts = text.match(/\d+|\D+/g)!;
  const numbers = parts.filter((part) => /\d/.test(part)).map(Number);
  const orders = parts[0]!.length === 4 ? ['YMD'] : /[/-]/.test(text) ? ['DMY', 'MDY'] : ['DMY'];
  if (monthFirst) orders.reverse();
  return orders.flatMap((order) => {
    let at = 0;
    const form = parts
      .map((part) => (/\d/.test(part) ? order[at++]!.repeat(part.length) : part))
      .join('');
    const value = (letter: string) => numbers[order.indexOf(letter)];
    const [d, m, y = year] = [value('D')!, value('M')!, value('Y')];
    if (d < 1 || d > 31 || m < 1 || m > 12) return [];
    const time = Date.UTC(y < 100 ? 2000 + y : y, m - 1, d);
    return new Date(time).getUTCDate() === d ? [{ form, day: time / DAY }] : [];
  });
}

export function writeDate(form: string, day: number): string {
  const date = new Date(day * DAY);
  const values: Record<string, number> = {
    D: date.getUTCDate(),
    M: date.getUTCMonth() + 1,
    Y: date.getUTCFullYear(),
  };
  return form.replaceAll(/D+|M+|Y+/g, (run) =>
    String(values[run[0]!]! % 10 ** Math.max(2, run.length)).padStart(run.length, '0'),
  );
}

/** Different prefixes at one place of texts from which they are no prefix but letters of the number. */
const MAX_PREFIXES = 3;
const ID = /⟦id (\p{L}+)\|([^⟧]*)⟧/gu;

/** Takes letters that differ from row to row as part of an identifier, not of its form. */
export function withoutVaryingPrefixes(texts: readonly (string | null)[]): (string | null)[] {
  const bare = (text: string) => text.replaceAll(ID, '⟦id *|$2⟧');
  const seen = new Map<string, Set<string>[]>();
  for (const text of texts) {
    if (text === null || !text.includes('⟦id ')) continue;
    const key = bare(text);
    const own = seen.get(key) ?? [];
    seen.set(key, own);
    [...text.matchAll(ID)].forEach(([, prefix], i) => {
      own[i] = (own[i] ?? new Set()).add(prefix!);
    });
  }
  return texts.map((text) => {
    const own = text === null ? undefined : seen.get(bare(text));
    if (text === null || own === undefined) return text;
    let at = 0;
    return text.replaceAll(ID, (place, prefix: string, rest: string) =>
      own[at++]!.size > MAX_PREFIXES ? `⟦id |${letterClasses(prefix)}${rest}⟧` : place,
    );
  });
}

const letterClasses = (text: string): string =>
  text
    .replaceAll(/X{3,}|\p{Lu}/gu, (run) => (run.length > 1 ? run : 'A'))
    .replaceAll(/\p{Ll}/gu, 'a');

/** Returns an identifier's leading letters and the classes of its other characters. */
export function shapeOf(id: string): string {
  const [prefix = ''] = id.match(/^\p{L}{0,4}(?=[-/._\d])/u) ?? [];
  const rest = id.slice(prefix.length);
  return `${prefix}|${letterClasses(rest.replaceAll(/\d/g, '9'))}`;
}
