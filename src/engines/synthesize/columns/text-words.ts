import type { RandomStream } from '../../random/stream.ts';

/** Marks of words that join the one before or after without a blank. */
const JOINS_BEFORE = '\uE002';
const JOINS_AFTER = '\uE003';
/** Mark of a class of words, before its ending. */
const CLASS = '\uE004';
/** Place of a letter or digit in the last part of an address of the web. */
const ANY = '\uE005';
/** Place of a digit. */
const DIGIT = '\uE000';

const OPENING = new Set('("\'“‘[*');
const CLOSING = new Set('.,;:!?…)"\'”’]*');
const LETTERS = /^\p{L}[\p{L}'’-]*$/u;
const TAG = /^[@#][\p{L}\p{N}_]+$/u;
const CAPITAL = /^\p{Lu}/u;
const ADDRESS = /^https?:\/\/[^\s/]+\//;
const CHARACTERS = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const LONG_ENDING = 3;
const SHORT_ENDING = 2;
const MIN_STEM = 2;

/** Masked times of day, and days of a month. */
const TIME = /(?<!\uE000)\uE000\uE000:\uE000\uE000(?!\uE000)/g;
const DAY = /(?<!\uE000)\uE000\uE000([./-])\uE000\uE000(?=\1|(?!\uE000))/g;

/** Splits a text into words and signs, marked where no blank is between. */
export function splitText(text: string): string[] {
  return text
    .split(/\s+/)
    .filter(Boolean)
    .flatMap((chunk) => {
      let from = 0;
      let to = chunk.length;
      while (from < to - 1 && OPENING.has(chunk[from]!)) from++;
      while (to > from + 1 && CLOSING.has(chunk[to - 1]!)) to--;
      return [
        ...[...chunk.slice(0, from)].map((sign) => `${sign}${JOINS_AFTER}`),
        chunk.slice(from, to),
        ...[...chunk.slice(to)].map((sign) => `${JOINS_BEFORE}${sign}`),
      ];
    });
}

const mask = (word: string): string =>
  ADDRESS.test(word)
    ? word.replace(/[^/]*$/, (last) => last.replaceAll(/[A-Za-z0-9]/g, ANY))
    : word.replaceAll(/\d/g, DIGIT);

/**
 * Returns the classes of a word, the narrowest first: of letters by its first letter and ending, of
 * handles and tags (`@bank`, `#savings`) by their sign.
 */
export function classesOf(word: string): string[] {
  if (TAG.test(word)) return [`${CLASS}${word[0]}`];
  if (!LETTERS.test(word)) return [];
  const start = `${CLASS}${CAPITAL.test(word) ? 'A' : 'a'}`;
  const endings = [LONG_ENDING, SHORT_ENDING].filter((size) => word.length >= size + MIN_STEM);
  return [...endings.map((size) => `${start}${word.slice(-size).toLowerCase()}`), start];
}

/** Returns forms in place of a word that too few have, the nearest first. */
export function formsOf(word: string): string[] {
  const masked = mask(word);
  return [...(masked === word ? [] : [masked]), ...classesOf(word)];
}

export const isClass = (word: string): boolean => word.startsWith(CLASS);

const two = (value: number) => String(value).padStart(2, '0');

/** Writes words as a text, with digits and addresses of nobody. */
export function joinWords(words: readonly string[], stream: RandomStream): string {
  let text = '';
  let isOpen = true;
  for (const word of words) {
    const joins = word.startsWith(JOINS_BEFORE);
    text += `${isOpen || joins ? '' : ' '}${word.replace(JOINS_BEFORE, '').replace(JOINS_AFTER, '')}`;
    isOpen = word.endsWith(JOINS_AFTER);
  }
  return text
    .replaceAll(TIME, () => `${two(stream.below(24))}:${two(stream.below(60))}`)
    .replaceAll(
      DAY,
      (_, sign: string) => `${two(1 + stream.below(28))}${sign}${two(1 + stream.below(12))}`,
    )
    .replaceAll(DIGIT, () => String(stream.below(10)))
    .replaceAll(ANY, () => CHARACTERS[stream.below(CHARACTERS.length)]!);
}
