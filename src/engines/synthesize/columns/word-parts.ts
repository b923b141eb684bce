import type { RandomStream } from '../../random/stream.ts';
import type { CategoryColumn } from '../../table/table.ts';
import { SharedParts } from './shared-parts.ts';

/** Parts to draw from, with their whole weights, cumulated. */
type Options = { parts: string[]; upTo: number[] };

/** Parts of a column's words that enough entities have, of which new words are made. */
export type WordParts = {
  isShared: (token: string) => boolean;
  /** Shared tokens of letters, by their words. */
  tokens: Options;
  /** Shared tokens of letters by the letters or digits before ('' at the start), by their words. */
  next: Map<string, Options>;
  /** Shared characters by the two or three before them; '' ends a token. */
  letters: Map<string, Options>;
};

/** Letters with apostrophes within them ("Perez's"), digits, and what is between. */
const TOKENS = /\p{L}+(?:['’]\p{L}+)*|\d+|[^\p{L}\d]+/gu;
const CONTEXT = 3;
const SHORT_CONTEXT = 2;
/** Share of letters drawn after two others, so that there are more tokens to make. */
const SHORT_SHARE = 0.15;
const MAX_LETTERS = 16;

const tokensOf = (word: string): string[] => word.match(TOKENS) ?? [];
const isLetters = (token: string) => /^\p{L}/u.test(token);
const isDigits = (token: string) => /^\d/.test(token);

/** Returns the first entities of each word of the dictionary, at most `most`. */
export function ownersOfWords(
  { codes, dictionary }: CategoryColumn,
  entity: Int32Array | null,
  most: number,
): Set<number>[] {
  const owners = dictionary.map(() => new Set<number>());
  codes.forEach((code, row) => {
    if (code >= 0 && owners[code].size < most) owners[code].add(entity?.[row] ?? row);
  });
  return owners;
}

const SEPARATOR = '\u0000';
/** Places of a digit and of letters in a template. */
const DIGIT = '\uE000';
const WORD = '\uE001';

function addOption({ parts, upTo }: Options, part: string, weight: number): void {
  parts.push(part);
  upTo.push((upTo.at(-1) ?? 0) + weight);
}

function byContext(
  shared: SharedParts,
  isOption: (part: string) => boolean = () => true,
): Map<string, Options> {
  const found = new Map<string, Options>();
  for (const [part, weight] of shared.shared()) {
    const [before, after] = part.split(SEPARATOR);
    if (!isOption(after)) continue;
    const own = found.get(before) ?? { parts: [], upTo: [] };
    found.set(before, own);
    addOption(own, after, weight);
  }
  return found;
}

/** Learns the parts of words: tokens, pairs of them, and letters after three others. */
export function learnParts(
  words: readonly string[],
  owners: readonly ReadonlySet<number>[],
  threshold: number,
): WordParts {
  const [tokens, pairs, letters] = [0, 1, 2].map(() => new SharedParts(threshold));
  words.forEach((word, i) => {
    let before = '';
    for (const token of tokensOf(word)) {
      tokens.add(token, owners[i]);
      pairs.add(`${before}${SEPARATOR}${token}`, owners[i]);
      if (isLetters(token) || isDigits(token)) before = token;
      if (!isLetters(token)) continue;
      const padded = `${'^'.repeat(CONTEXT)}${token}`;
      for (let at = CONTEXT; at <= padded.length; at++)
        for (const context of [CONTEXT, SHORT_CONTEXT])
          letters.add(
            `${padded.slice(at - context, at)}${SEPARATOR}${padded[at] ?? ''}`,
            owners[i],
          );
    }
  });
  const ofLetters: Options = { parts: [], upTo: [] };
  for (const [token, weight] of tokens.shared())
    if (isLetters(token)) addOption(ofLetters, token, weight);
  return {
    isShared: tokens.has,
    tokens: ofLetters,
    next: byContext(pairs, isLetters),
    letters: byContext(letters),
  };
}

/** Returns a word with marks in place of what too few have: of digits, and of letters. */
export const templateOf = (word: string, { isShared }: WordParts): string =>
  tokensOf(word)
    .map((token) =>
      isDigits(token)
        ? DIGIT.repeat(token.length)
        : isLetters(token) && !isShared(token)
          ? WORD
          : token,
    )
    .join('');

/** Returns a word's tokens alone, all letters replaced. */
export const shapeOf = (word: string): string =>
  tokensOf(word)
    .map((token) =>
      isDigits(token) ? DIGIT.repeat(token.length) : isLetters(token) ? WORD : token,
    )
    .join('');

/** Draws a part by its weight; null if there are fewer than `least`, without one that is left out. */
function pick(
  { parts, upTo }: Options,
  stream: RandomStream,
  { without, least = 1 }: { without?: string; least?: number } = {},
): string | null {
  const out = without === undefined ? -1 : parts.indexOf(without);
  const count = parts.length - (out < 0 ? 0 : 1);
  if (count < least) return null;
  const less = out < 0 ? 0 : upTo[out] - (upTo[out - 1] ?? 0);
  const value = stream.float() * (upTo[parts.length - 1] - less);
  const last = out === parts.length - 1 ? out - 1 : parts.length - 1;
  let at = 0;
  while (at < last && (out < 0 || at < out ? upTo[at] : upTo[at] - less) <= value) at++;
  return parts[at];
}

/** Makes letters of the shared ones; null if they lead nowhere. */
function makeLetters({ letters }: WordParts, stream: RandomStream): string | null {
  let token = '^'.repeat(CONTEXT);
  while (token.length < CONTEXT + MAX_LETTERS) {
    const isShort = token.length > CONTEXT + 1 && stream.float() < SHORT_SHARE;
    const options =
      (isShort ? undefined : letters.get(token.slice(-CONTEXT))) ??
      letters.get(token.slice(-SHORT_CONTEXT));
    if (options === undefined) return null;
    const letter = pick(options, stream) ?? '';
    if (letter === '') return token.length > 2 * CONTEXT ? token.slice(CONTEXT) : null;
    token += letter;
  }
  return null;
}

/** Returns a shared token that follows another; any, if few do; null if there are too few. */
function followingToken(
  { next, tokens }: WordParts,
  before: string,
  stream: RandomStream,
): string | null {
  const following = next.get(before);
  const others = { without: before, least: 2 };
  return (following && pick(following, stream, others)) ?? pick(tokens, stream, others);
}

/** Share of tokens of new letters once words repeat. */
const NEW_LETTERS = 0.5;

/**
 * Fills a template: digits at random, letters with a token that follows, or with new ones.
 *
 * @param isUsed true once words repeat: then some tokens are of new letters
 */
export function fillTemplate(
  template: string,
  parts: WordParts,
  stream: RandomStream,
  isUsed = false,
): string | null {
  let [word, before] = ['', ''];
  for (const piece of template.match(/\uE000+|\uE001|[^\uE000\uE001]+/g) ?? []) {
    let token: string | null = piece;
    if (piece[0] === DIGIT)
      token = [...piece]
        .map((_, i) => String(i === 0 ? 1 + stream.below(9) : stream.below(10)))
        .join('');
    else if (piece === WORD) {
      // A word of one token would repeat a shown one.
      const isNew = template === WORD || (isUsed && stream.float() < NEW_LETTERS);
      token = (isNew ? null : followingToken(parts, before, stream)) ?? makeLetters(parts, stream);
    }
    if (token === null) return null;
    word += token;
    before = tokensOf(token).findLast((own) => isLetters(own) || isDigits(own)) ?? before;
  }
  return word;
}
