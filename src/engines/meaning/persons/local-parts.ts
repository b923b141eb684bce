import type { RandomStream } from '../../random/stream.ts';
import { asciiName, drawDigits, type Person, pickByShare } from './draw-person.ts';
import { nameTokens } from './name-tokens.ts';

/**
 * Pattern of a user name or an e-mail's local part: G and F for given and family name, g and f for
 * their first letters, # for digits.
 */
export type LocalPart = {
  pattern: string;
  share: number;
  /** True if umlauts are written with two letters (Köhler as koehler). */
  digraphs?: boolean | undefined;
};

const MAX_PATTERNS = 12;
const DEFAULT: LocalPart = { pattern: 'G.F###', share: 1 };

const DIGRAPHS: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  Ä: 'Ae',
  Ö: 'Oe',
  Ü: 'Ue',
};

/** Returns a name with umlauts as two letters. */
export const withDigraphs = (name: string): string =>
  name.normalize('NFC').replaceAll(/[äöü]/gi, (letter) => DIGRAPHS[letter]!);

/** Returns given and family name; a comma follows the family name. */
function partsOf(name: string): [given: string, family: string] {
  const [before = '', after] = name.split(',', 2).map((part) => nameTokens(part).map(asciiName));
  if (after !== undefined && after.length > 0) return [after[0]!, before.at(-1) ?? ''];
  return [before[0] ?? '', before.slice(1).at(-1) ?? ''];
}

/** Returns the pattern of one local part given the person's name; null without a part of it. */
function patternOf(local: string, name: string): string | null {
  const [given, family] = partsOf(name);
  if (given === '' || family === '') return null;
  const text = local.toLowerCase();
  for (const [first, last, G, F] of [
    [given, family, 'G', 'F'],
    [family, given, 'F', 'G'],
  ] as const) {
    const parts: [string, string][] = [
      [first, G],
      [last, F],
    ];
    let pattern = text;
    for (const [part, letter] of parts) pattern = pattern.replace(part, letter);
    if (/[GF]/.test(pattern)) {
      for (const [part, letter] of parts)
        if (!pattern.includes(letter)) pattern = pattern.replace(part[0]!, letter.toLowerCase());
      const plain = pattern.replaceAll(/\d/g, '#');
      if (/^[GFgf._#-]+$/.test(plain)) return plain;
    }
  }
  return null;
}

const wholeNames = (pattern: string): number => pattern.replaceAll(/[^GF]/g, '').length;

/** Returns the pattern with more whole names, the first of equals. */
function bestOf(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other;
  return wholeNames(other) > wholeNames(one) ? other : one;
}

/**
 * Finds how local parts are made of names; empty unless at least half of them are.
 *
 * @param pairs local part and name of the same row, each pair once
 * @param threshold minimum number of pairs of a pattern
 */
export function findLocalParts(
  pairs: readonly (readonly [local: string, name: string])[],
  threshold: number,
): LocalPart[] {
  const counts = new Map<string, number>();
  let [plain, spelled] = [0, 0];
  for (const [local, name] of pairs) {
    const longer = withDigraphs(name);
    const own = patternOf(local, name);
    const pattern = longer === name ? own : bestOf(own, patternOf(local, longer));
    if (pattern === null) continue;
    counts.set(pattern, (counts.get(pattern) ?? 0) + 1);
    if (longer === name) continue;
    if (pattern === own) plain++;
    else spelled++;
  }
  const used = [...counts]
    .filter(([, count]) => count >= threshold)
    .sort((a, b) => b[1] - a[1])
    .slice(0, MAX_PATTERNS);
  const total = used.reduce((sum, [, count]) => sum + count, 0);
  if (total * 2 < pairs.length) return [];
  return used.map(([pattern, count]) => ({
    pattern,
    share: count / total,
    ...(spelled > plain && { digraphs: true }),
  }));
}

/** Writes a person's name in one of the patterns, drawn by their shares. */
export function writeLocalPart(
  parts: readonly LocalPart[] | undefined,
  { given, family }: Person,
  stream: RandomStream,
): string {
  const isKnown = parts !== undefined && parts.length > 0;
  const { pattern, digraphs } = (isKnown ? pickByShare(parts, stream) : undefined) ?? DEFAULT;
  const spell = (name: string) => asciiName(digraphs === true ? withDigraphs(name) : name);
  const [G, F] = [spell(given), spell(family)];
  const values: Record<string, string> = { G, F, g: G.slice(0, 1), f: F.slice(0, 1) };
  return [...pattern]
    .map((letter) => (letter === '#' ? drawDigits(1, stream) : (values[letter] ?? letter)))
    .join('');
}
