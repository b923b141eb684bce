import type { RandomStream } from '../../random/stream.ts';
import { firstAbove } from '../../table/search-sorted.ts';
import { SharedParts } from './shared-parts.ts';
import { classesOf, formsOf, isClass, joinWords, splitText } from './text-words.ts';

/** Words as numbers, with their weights, cumulated. */
type Options = { words: Int32Array; upTo: Float64Array };

/** Chain of words by which texts are written: each follows one or two others in enough texts. */
export type TextChain = {
  /** Words by number; the first is the end, the second stands for words that follow in few texts. */
  words: string[];
  /** Words after one word, or two; see `contextOf`. */
  next: Map<number, Options>;
  /** Words that follow in other ways, by their texts that no chain explains. */
  others: Options;
  /** Shared words of each class. */
  classes: Map<number, Options>;
  /** Share of the texts that have each word. */
  shares: Float64Array;
  /** Numbers of words, each a mean of enough texts. */
  lengths: number[];
};

const END = 0;
const OTHER = 1;
const FIRST = 2;
const SEPARATOR = ' ';
const MAX_WORDS = 400;
/** Words drawn at each place, of which the one is taken that texts so far have too seldom. */
const CANDIDATES = 3;
/** Shares of its length within which a text ends. */
const MIN_LENGTH = 0.9;
const MAX_LENGTH = 1.25;

type Counted = { parts: readonly string[]; owners: ReadonlySet<number>; rows: number };

/** Returns the parts of texts that `threshold` owners have, with their rows. */
function countParts(texts: readonly Counted[], threshold: number): Map<string, number> {
  const counted = new SharedParts(threshold);
  for (const { parts, owners, rows } of texts)
    for (const part of parts) counted.add(part, owners, rows);
  return new Map(counted.shared());
}

const contextOf = (before: number, last: number, count: number): number =>
  count * (before + 1) + last;

/** Returns the contexts of each word and of the end: the word before, and the two before. */
function contextsIn(words: readonly number[], count: number): { context: number; word: number }[] {
  return [...words, END].flatMap((word, i) => {
    const before = words[i - 2] ?? END;
    const last = words[i - 1] ?? END;
    const alone = { context: last, word };
    return i === 0 ? [alone] : [alone, { context: contextOf(before, last, count), word }];
  });
}

function optionsOf(weights: readonly (readonly [number, number])[]): Options {
  let sum = 0;
  return {
    words: Int32Array.from(weights, ([word]) => word),
    upTo: Float64Array.from(weights, ([, weight]) => {
      sum += weight;
      return sum;
    }),
  };
}

type Written = { words: number[]; length: number; owners: ReadonlySet<number>; rows: number };

/** Counts the words that follow each context in enough texts. */
function learnNext(written: readonly Written[], count: number, threshold: number) {
  const places = written.map(({ words, ...own }) => ({ ...own, places: contextsIn(words, count) }));
  const followers = countParts(
    places.map(({ places: all, ...own }) => ({
      ...own,
      parts: all.map(({ context, word }) => `${context}${SEPARATOR}${word}`),
    })),
    threshold,
  );
  const totals = countParts(
    places.map(({ places: all, ...own }) => ({
      ...own,
      parts: all.map(({ context }) => String(context)),
    })),
    threshold,
  );
  const next = new Map<number, [number, number][]>();
  const explained = new Float64Array(count);
  for (const [part, weight] of followers) {
    const [context, word] = part.split(SEPARATOR).map(Number) as [number, number];
    const own = next.get(context);
    if (own === undefined) next.set(context, [[word, weight]]);
    else own.push([word, weight]);
    if (context < count) explained[word]! += weight;
  }
  for (const [context, own] of next) {
    const shown = own.reduce((sum, [, weight]) => sum + weight, 0);
    const rest = (totals.get(String(context)) ?? shown) - shown;
    if (rest > 0) own.push([OTHER, rest]);
  }
  return { next, explained };
}

/**
 * Learns which words follow one another in texts of `threshold` owners or more. A word that too few
 * have is one of its form or class.
 *
 * @param texts each once, with the rows that have it
 */
export function learnChain(
  texts: readonly { text: string; owners: ReadonlySet<number>; rows: number }[],
  threshold: number,
): TextChain {
  const split = texts.map(({ text, ...own }) => ({ ...own, read: splitText(text) }));
  const known = countParts(
    split.map(({ read, ...own }) => ({
      ...own,
      parts: read.flatMap((word) => [word, ...formsOf(word)]),
    })),
    threshold,
  );
  // A class stands for its shared words: without any it can't be written.
  const filled = new Set([...known.keys()].flatMap(classesOf));
  const words = ['', '', ...[...known.keys()].filter((word) => !isClass(word) || filled.has(word))];
  const numberOf = new Map(words.map((word, number) => [word, number]));
  const written = split.map(
    ({ read, ...own }): Written => ({
      ...own,
      length: read.length,
      words: read.flatMap((word) => {
        const form = [word, ...formsOf(word)].find((each) => numberOf.has(each));
        return form === undefined ? [] : [numberOf.get(form)!];
      }),
    }),
  );
  const { next, explained } = learnNext(written, words.length, threshold);
  const uses = new Float64Array(words.length);
  const shares = new Float64Array(words.length);
  const all = written.reduce((sum, { rows }) => sum + rows, 0);
  for (const { words: own, rows } of written) {
    for (const word of [...own, END]) uses[word]! += rows;
    for (const word of new Set(own)) shares[word]! += rows / all;
  }
  const left = Array.from(uses, (use, word) => [word, use - explained[word]!] as const);
  const classes = new Map<number, [number, number][]>();
  words.forEach((word, number) => {
    if (number < FIRST || isClass(word) || uses[number] === 0) return;
    for (const own of classesOf(word)) {
      const place = numberOf.get(own);
      if (place !== undefined)
        classes.set(place, [...(classes.get(place) ?? []), [number, uses[number]!]]);
    }
  });
  const sizes = written.map(({ length }) => length).sort((a, b) => a - b);
  const lengths = Array.from({ length: Math.floor(sizes.length / threshold) }, (_, k) => {
    const group = sizes.slice(k * threshold, (k + 1) * threshold);
    return group.reduce((sum, size) => sum + size, 0) / threshold;
  });
  return {
    words,
    next: new Map([...next].map(([context, own]) => [context, optionsOf(own)])),
    others: optionsOf(left.filter(([word, weight]) => word !== OTHER && weight > 0)),
    classes: new Map([...classes].map(([place, own]) => [place, optionsOf(own)])),
    shares,
    lengths,
  };
}

const draw = ({ words, upTo }: Options, stream: RandomStream): number =>
  words[firstAbove(upTo, { value: stream.float() * upTo.at(-1)!, to: words.length - 1 })]!;

/**
 * Returns a function that writes texts of about the file's lengths, so that as many have each word
 * as in the file (herding: Welling 2009); null if no word follows the start.
 */
export function textWriter(
  { words, next, others, classes, shares, lengths }: TextChain,
  stream: RandomStream,
): () => string | null {
  /** Texts that are to have each word, less those that have it. */
  const missing = new Float64Array(words.length);
  const scale = shares.map((share) => 1 / Math.sqrt(share + 1e-9));
  const drawAfter = (before: number, last: number): number => {
    let word = OTHER;
    for (const context of [contextOf(before, last, words.length), last]) {
      const options = word === OTHER ? next.get(context) : undefined;
      if (options !== undefined) word = draw(options, stream);
    }
    return word === OTHER && others.words.length > 0 ? draw(others, stream) : word;
  };
  const shownFor = (word: number): number => {
    const own = isClass(words[word]!) ? classes.get(word) : undefined;
    return own === undefined ? word : draw(own, stream);
  };
  const drawText = (length: number): number[] => {
    const text: number[] = [];
    const used = new Set<number>();
    let last = END;
    let before = END;
    while (text.length < Math.min(MAX_WORDS, Math.max(1, MAX_LENGTH * length))) {
      let best: { word: number; shown: number; value: number } | null = null;
      let ends = false;
      for (let i = 0; i < CANDIDATES; i++) {
        const word = drawAfter(before, last);
        if (word === OTHER || word === END) {
          ends = true;
          continue;
        }
        const shown = shownFor(word);
        const value = used.has(shown) ? 0 : missing[shown]! * scale[shown]!;
        if (best === null || value > best.value) best = { word, shown, value };
      }
      if (ends && text.length >= MIN_LENGTH * length) break;
      if (best === null) {
        // No word follows in enough texts: take one that follows in other ways.
        const word = others.words.length > 0 ? draw(others, stream) : END;
        if (word === END) break;
        best = { word, shown: shownFor(word), value: 0 };
      }
      text.push(best.shown);
      used.add(best.shown);
      [before, last] = [last, best.word];
    }
    return text;
  };
  return () => {
    const length = lengths[stream.below(Math.max(1, lengths.length))] ?? 0;
    const text = drawText(length);
    if (text.length === 0) return null;
    for (let word = 0; word < shares.length; word++) missing[word]! += shares[word]!;
    for (const word of new Set(text)) missing[word]! -= 1;
    return joinWords(
      text.map((word) => words[word]!),
      stream,
    );
  };
}
