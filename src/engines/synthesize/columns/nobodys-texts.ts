import {
  namesIn,
  nameWriter,
  type TextNames,
  withDictionary,
} from '../../meaning/persons/names-in-texts.ts';
import { streamFor } from '../../random/stream.ts';
import type { CategoryColumn } from '../../table/table.ts';
import { PURPOSES } from '../random-purposes.ts';

/** Matches numbers of four digits or more: of customers, cards and contracts. */
const NUMBER = /\d(?:[\d./-]*\d)?/g;
const MIN_DIGITS = 4;
const YEAR = /^(?:19|20)\d\d$/;
/** Dates and times of day name nobody. */
const DATE_OR_TIME = /^(?:\d{1,2}[./-]\d{1,2}(?:[./-](?:\d{4}|\d{2}))?|\d{4}-\d{2}-\d{2})$/;
const SEED = 1n;
const NOBODY: TextNames = { given: new Set(), family: new Set() };

/** Leaves out names that the texts also have as common words: Will, Grace. */
function withoutCommonWords({ given, family }: TextNames, texts: readonly string[]): TextNames {
  const common = new Set(texts.flatMap((text) => text.match(/(?<![\p{L}\p{N}])\p{Ll}+/gu) ?? []));
  const isName = (word: string) => !common.has(word.toLowerCase());
  return { given: new Set([...given].filter(isName)), family: new Set([...family].filter(isName)) };
}

/**
 * Replaces names of persons and long numbers in texts by generated ones, each by the same one in all
 * texts: several rows may be about one person, so that what they share is that person's.
 *
 * @param options.hasNames false if capitalized words are no names of persons
 */
export function nobodysTexts(
  column: CategoryColumn,
  { hasNames }: { hasNames: boolean },
): CategoryColumn {
  const { dictionary, name } = column;
  const names = hasNames ? withoutCommonWords(namesIn(dictionary), dictionary) : NOBODY;
  const write = nameWriter([names], SEED);
  const stream = streamFor(SEED, name.length, PURPOSES.madeWords);
  const made = new Map<string, string>();
  const numberFor = (number: string): string => {
    const digits = number.replaceAll(/\D/g, '').length;
    if (digits < MIN_DIGITS || YEAR.test(number) || DATE_OR_TIME.test(number)) return number;
    const known = made.get(number);
    if (known !== undefined) return known;
    const own = number.replaceAll(/\d/g, () => String(stream.below(10)));
    made.set(number, own);
    return own;
  };
  return withDictionary(
    column,
    dictionary.map((text) => write(text, names).replaceAll(NUMBER, numberFor)),
  );
}
