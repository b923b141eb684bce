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

/** Names besides those of a language's lists. */
export type MoreNames = { given?: readonly string[]; family?: readonly string[] };

/** Picks a name of a list or of the names besides it. */
function pickFrom(list: readonly string[], more: readonly string[], stream: RandomStream): string {
  const at = stream.below(list.length + more.length);
  return list[at] ?? more[at - list.length]!;
}

/**
 * Draws a person's names from the lists of a language, and more. Names are drawn in order, when
 * first read.
 */
export function drawPerson(
  language: TextLanguage,
  stream: RandomStream,
  { given: moreGiven = [], family: moreFamily = [] }: MoreNames = {},
): Person {
  const { female, male, family } = CONVENTIONS[language].names;
  const known: Partial<Person> = {};
  return {
    get given() {
      const list = stream.below(2) === 0 ? female : male;
      known.given ??= pickFrom(list, moreGiven, stream);
      return known.given;
    },
    get family() {
      known.family ??= pickFrom(family, moreFamily, stream);
      return known.family;
    },
    get secondFamily() {
      known.secondFamily ??= pick(family, stream);
      return known.secondFamily;
    },
  };
}

/** Returns the given or family names of a language. */
export function listOfNames(
  kind: 'first_name' | 'last_name',
  language: TextLanguage = 'en',
): readonly string[] {
  const { female, male, family } = CONVENTIONS[language].names;
  return kind === 'last_name' ? family : [...new Set([...female, ...male])];
}

/** Returns a name as user names and e-mail addresses spell it. */
export const asciiName = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll('ß', 'ss')
    .replaceAll(/[^A-Za-z-]/g, '')
    .toLowerCase();
