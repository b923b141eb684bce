import type { RandomStream } from '../../random/stream.ts';
import { firstAbove } from '../../table/search-sorted.ts';
import { SharedParts } from './shared-parts.ts';

/** Words with their weights, cumulated. */
type Options = { words: string[]; upTo: Float64Array };

/** Chain of words by which texts are written: each follows one or two others in enough texts. */
export type TextChain = {
  next: Map<string, Options>;
  /** Words that follow in other ways, by their texts that no chain explains. */
  others: Options;
  /** Numbers of words, each a mean of enough texts. */
  lengths: number[];
};

const SEPARATOR = '\u0000';
/** Word after the last. */
const END = '';
/** Place of a word that follows in fewer texts. */
const OTHER = '\u0001';
const TRIES = 8;
const MAX_WORDS = 400;

/** Masked times of day, and days of a month. */
const TIME = /(?<!#)##:##(?!#)/g;
const DAY = /(?<!#)##([./-])##(?=\1|(?!#))/g;
const two = (value: number) => String(value).padStart(2, '0');

const mask = (word: string) => word.replaceAll(/\d/g, '#');

/** Returns the parts of texts that `threshold` owners have, with their rows. */
function countParts(
  texts: readonly { parts: readonly string[]; owners: ReadonlySet<number>; rows: number }[],
  threshold: number,
): Map<string, number> {
  const counted = new SharedParts(threshold);
  for (const { parts, owners, rows } of texts)
    for (const part of parts) counted.add(part, owners, rows);
  return new Map(counted.shared());
}

/** Returns a text's words: those that too few have with other digits, or left out. */
const sharedWords = (words: readonly string[], shared: ReadonlyMap<string, number>): string[] =>
  words.flatMap((word) => {
    if (shared.has(word)) return [word];
    const masked = mask(word);
    return masked !== word && shared.has(masked) ? [masked] : [];
  });

/** Returns the words, and pairs of them, that another word follows. */
function contextsOf(words: readonly string[]): string[] {
  const begun = ['', ...words];
  return begun.flatMap((word, i) =>
    i === 0 ? [word] : [word, `${begun[i - 1]}${SEPARATOR}${word}`],
  );
}

function followersOf(words: readonly string[]): string[] {
  const ended = ['', ...words, END];
  return ended.slice(1).flatMap((word, i) => {
    const before = ended[i]!;
    const pair = `${before}${SEPARATOR}${word}`;
    return i === 0 ? [pair] : [pair, `${ended[i - 1]}${SEPARATOR}${pair}`];
  });
}

function optionsOf(weights: readonly [string, number][]): Options {
  let sum = 0;
  return {
    words: weights.map(([word]) => word),
    upTo: Float64Array.from(weights, ([, weight]) => {
      sum += weight;
      return sum;
    }),
  };
}

/**
 * Learns which words follow one another in texts of `threshold` owners or more.
 *
 * @param texts each once, with the rows that have it
 */
export function learnChain(
  texts: readonly { text: string; owners: ReadonlySet<number>; rows: number }[],
  threshold: number,
): TextChain {
  const split = texts.map(({ text, ...own }) => ({
    ...own,
    words: text.split(/\s+/).filter(Boolean),
  }));
  const shared = countParts(
    split.map(({ words, ...own }) => ({
      ...own,
      parts: words.flatMap((word) => (mask(word) === word ? [word] : [word, mask(word)])),
    })),
    threshold,
  );
  const written = split.map(({ words, ...own }) => ({ ...own, words: sharedWords(words, shared) }));
  const followers = countParts(
    written.map(({ words, ...own }) => ({ ...own, parts: followersOf(words) })),
    threshold,
  );
  const next = new Map<string, [string, number][]>();
  const left = countParts(
    written.map(({ words, ...own }) => ({ ...own, parts: [...words, END] })),
    threshold,
  );
  for (const [part, weight] of followers) {
    const at = part.lastIndexOf(SEPARATOR);
    const [before, word] = [part.slice(0, at), part.slice(at + 1)];
    const own = next.get(before) ?? [];
    next.set(before, own);
    own.push([word, weight]);
    if (!before.includes(SEPARATOR)) left.set(word, (left.get(word) ?? 0) - weight);
  }
  const totals = countParts(
    written.map(({ words, ...own }) => ({ ...own, parts: contextsOf(words) })),
    threshold,
  );
  for (const [before, own] of next) {
    const shown = own.reduce((sum, [, weight]) => sum + weight, 0);
    const rest = (totals.get(before) ?? shown) - shown;
    if (rest > 0) own.push([OTHER, rest]);
  }
  const sizes = written.map(({ words }) => words.length).sort((a, b) => a - b);
  const lengths = Array.from({ length: Math.floor(sizes.length / threshold) }, (_, k) => {
    const group = sizes.slice(k * threshold, (k + 1) * threshold);
    return group.reduce((sum, size) => sum + size, 0) / threshold;
  });
  return {
    next: new Map([...next].map(([before, own]) => [before, optionsOf(own)])),
    others: optionsOf([...left].filter(([, weight]) => weight > 0)),
    lengths,
  };
}

const draw = ({ words, upTo }: Options, stream: RandomStream): string =>
  words[firstAbove(upTo, { value: stream.float() * upTo.at(-1)!, to: words.length - 1 })]!;

function drawWords({ next, others }: TextChain, stream: RandomStream): string[] {
  const words: string[] = [];
  let [last, before] = ['', ''];
  while (words.length < MAX_WORDS) {
    let word = OTHER;
    for (const context of [`${before}${SEPARATOR}${last}`, last]) {
      const options = word === OTHER ? next.get(context) : undefined;
      if (options !== undefined) word = draw(options, stream);
    }
    if (word === OTHER) {
      if (others.words.length === 0) return words;
      word = draw(others, stream);
    }
    if (word === END) return words;
    words.push(word);
    [before, last] = [last, word];
  }
  return words;
}

/** Writes a text of about the length of one in the file; null if no word follows the start. */
export function writeText(chain: TextChain, stream: RandomStream): string | null {
  const length = chain.lengths[stream.below(Math.max(1, chain.lengths.length))] ?? 0;
  let best: string[] = [];
  for (let i = 0; i < TRIES; i++) {
    const words = drawWords(chain, stream);
    if (best.length === 0 || Math.abs(words.length - length) < Math.abs(best.length - length))
      best = words;
  }
  if (best.length === 0) return null;
  return best
    .join(' ')
    .replaceAll(TIME, () => `${two(stream.below(24))}:${two(stream.below(60))}`)
    .replaceAll(
      DAY,
      (_, mark: string) => `${two(1 + stream.below(28))}${mark}${two(1 + stream.below(12))}`,
    )
    .replaceAll('#', () => String(stream.below(10)));
}
