import { streamFor } from '../../random/stream.ts';
import type { CategoryColumn } from '../../table/table.ts';
import { meetsThreshold } from '../codec/category-codec.ts';
import { PURPOSES } from '../random-purposes.ts';
import { learnChain, type TextChain, textWriter } from './text-chain.ts';
import {
  fillTemplate,
  learnParts,
  ownersOfWords,
  shapeOf,
  templateOf,
  type WordParts,
} from './word-parts.ts';

/** Words made in place of those that too few entities have. */
export type MadeWords = {
  /** Column in which made words replace rare ones, at the end of its dictionary. */
  column: CategoryColumn;
  /** First index of each group's words in the dictionary, and the end. */
  start: Int32Array;
  /** Key of each group. */
  keys: string[];
};

const MAX_GROUPS = 60;
/** Tries without a new word after which no more are made. */
const MAX_MISSES = 100;
/** Such tries after which words get new letters. */
const FEW_MISSES = 10;
/** Share of the file's number of words that words of known tokens may reach alone. */
const ENOUGH = 0.95;
const MAX_SPARE = 4;
const HALVINGS = 20;

/** Minimum mean number of words that are written one after another. */
const MIN_LONG = 3;

const areLong = (texts: readonly string[]): boolean =>
  texts.reduce((sum, text) => sum + text.split(' ').length, 0) >= MIN_LONG * texts.length;

type Rare = {
  keyOf: (code: number) => string;
  frequent: readonly boolean[];
  /** True if words are taken in turn, so that few are left out; otherwise they are drawn. */
  inTurn?: boolean;
};
type HeldBy = { entity: Int32Array | null; threshold: number };

type Group = { key: string; codes: number[]; template: string[] };

/** Groups rare words by key, or else by shape; groups of too few entities are left out. */
function groupRare(
  { dictionary }: CategoryColumn,
  { rare, keyOf }: { rare: readonly number[]; keyOf: (code: number) => string },
  {
    owners,
    parts,
    threshold,
  }: { owners: readonly Set<number>[]; parts: WordParts; threshold: number },
): Group[] {
  const isShown = (codes: readonly number[]) => {
    const seen = new Set<number>();
    return codes.some((code) => {
      for (const owner of owners[code]) seen.add(owner);
      return seen.size >= threshold;
    });
  };
  const templates = Map.groupBy(rare, (code) => templateOf(dictionary[code], parts));
  const templateFor = new Map<number, string>();
  for (const [template, codes] of templates) {
    const isOwn = isShown(codes);
    for (const code of codes) templateFor.set(code, isOwn ? template : shapeOf(dictionary[code]));
  }
  const templateIn = (code: number) => templateFor.get(code)!;
  return [...Map.groupBy(rare, (code) => keyOf(code) || templateIn(code))]
    .filter(([, codes]) => isShown(codes))
    .sort((a, b) => b[1].length - a[1].length || (a[0] < b[0] ? -1 : 1))
    .slice(0, MAX_GROUPS)
    .map(([key, codes]) => ({ key, codes, template: codes.map(templateIn) }));
}

/** Counts the rows of each word, or the entities that have it. */
function usesOf({ codes, dictionary }: CategoryColumn, entity: Int32Array | null): Float64Array {
  const uses = new Float64Array(dictionary.length);
  const seen = new Set<number>();
  codes.forEach((code, row) => {
    if (code < 0) return;
    if (entity !== null) {
      const pair = entity[row] * dictionary.length + code;
      if (seen.has(pair)) return;
      seen.add(pair);
    }
    uses[code]++;
  });
  return uses;
}

/**
 * Returns the number of words of which as many draws give `distinct` different ones: at n words,
 * n (1 - exp(-draws / n)). At most four times as many.
 */
export function wordsFor(distinct: number, draws: number): number {
  let [low, high] = [distinct, MAX_SPARE * distinct];
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (low + high) / 2;
    if (middle * (1 - Math.exp(-draws / middle)) < distinct) low = middle;
    else high = middle;
  }
  return Math.round(high);
}

/**
 * Replaces words that fewer than `threshold` entities have by as many new ones, none of the file's:
 * made of tokens, digits and letters that enough entities have. Words for which no such parts exist
 * stay rare.
 *
 * @param rare.keyOf value of a parent column that a rare word belongs to, '' for none
 * @returns null if nothing is made
 */
export function makeRareWords(
  column: CategoryColumn,
  { keyOf, frequent, inTurn = false }: Rare,
  { entity, threshold }: HeldBy,
): MadeWords | null {
  const { dictionary, name } = column;
  const owners = ownersOfWords(column, entity, threshold);
  const rare = [...dictionary.keys()].filter((code) => !frequent[code] && owners[code].size > 0);
  if (rare.length < threshold) return null;
  const uses = usesOf(column, entity);
  const parts = learnParts(dictionary, owners, threshold);
  const groups = groupRare(column, { rare, keyOf }, { owners, parts, threshold });
  const taken = new Set(dictionary);
  const words: string[] = [];
  const start: number[] = [];
  const keys: string[] = [];
  const stream = streamFor(1n, name.length, PURPOSES.madeWords);
  const wordOf = new Int32Array(dictionary.length).fill(-1);
  let chain: TextChain | null = null;
  const writerOf = (codes: readonly number[]) => {
    if (!areLong(codes.map((code) => dictionary[code]))) return null;
    chain ??= learnChain(
      rare.map((code) => ({ text: dictionary[code], owners: owners[code], rows: uses[code] })),
      threshold,
    );
    return textWriter(chain, stream);
  };
  for (const { key, codes, template } of groups) {
    const draws = codes.reduce((sum, code) => sum + uses[code], 0);
    // The number of words is rounded, so that no single one is counted.
    const needed = inTurn ? codes.length : wordsFor(codes.length, draws);
    const most = Math.max(threshold, Math.floor(needed / threshold) * threshold);
    const from = words.length;
    const write = writerOf(codes);
    for (let tries = 0, misses = 0; words.length - from < most && misses < MAX_MISSES; tries++) {
      misses++;
      const repeats = misses > FEW_MISSES && words.length - from < ENOUGH * codes.length;
      const filled = () => fillTemplate(template[tries % template.length], parts, stream, repeats);
      const word = write === null || misses > FEW_MISSES ? filled() : write();
      if (word === null || taken.has(word)) continue;
      taken.add(word);
      misses = 0;
      words.push(word);
    }
    const made = words.length - from;
    if (made < threshold) {
      words.length = from;
      continue;
    }
    keys.push(key);
    start.push(dictionary.length + from);
    codes.forEach((code, i) => {
      wordOf[code] = dictionary.length + from + (i % made);
    });
  }
  if (words.length === 0) return null;
  return {
    column: {
      ...column,
      dictionary: [...dictionary, ...words],
      codes: column.codes.map((code) => (code < 0 || wordOf[code] < 0 ? code : wordOf[code])),
    },
    start: Int32Array.from([...start, dictionary.length + words.length]),
    keys,
  };
}

/** Makes words in place of those that too few entities have, by a key or their form alone. */
export const makeOpenWords = (
  column: CategoryColumn,
  held: HeldBy,
  keyOf: Rare['keyOf'] = () => '',
): MadeWords | null =>
  makeRareWords(
    column,
    {
      keyOf,
      frequent: meetsThreshold({ ...column, entity: held.entity }, held.threshold),
    },
    held,
  );
