import type { RandomStream } from '../../random/stream.ts';
import type { TextLanguage } from '../../synthesize/columns/text-style.ts';
import { CONVENTIONS } from './conventions.ts';

/** Names of a generated person. */
export type Person = { given: string; family: string; secondFamily: string };

export const pick = (list: readonly string[], stream: RandomStream): string =>
  list[stream.below(list.length)];

export const drawDigits = (count: number, stream: RandomStream): string =>
  Array.from({ length: count }, () => String(stream.below(10))).join('');

/** Picks an entry by its share; the shares add up to 1. */
export function pickByShare<T extends { share: number }>(
  list: readonly T[],
  stream: RandomStream,
): T | undefined {
  let left = stream.float();
  for (const entry of list) {
    left -= entry.share;
    if (left < 0) return entry;
  }
  return list.at(-1);
}

/** Draws a person's names from the lists of a language. Names are drawn in order, when first read. */
export function drawPerson(language: TextLanguage, stream: RandomStream): Person {
  const { female, male, family } = CONVENTIONS[language].names;
  const known: Partial<Person> = {};
  return {
    get given() {
      known.given ??= pick(stream.below(2) === 0 ? female : male, stream);
      return known.given;
    },
    get family() {
      known.family ??= pick(family, stream);
      return known.family;
    },
    get secondFamily() {
      known.secondFamily ??= pick(family, stream);
      return known.secondFamily;
    },
  };
}

/** Returns a name as user names and e-mail addresses spell it. */
export const asciiName = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll('ß', 'ss')
    .replaceAll(/[^A-Za-z-]/g, '')
    .toLowerCase();
