import type { RandomStream } from '../random/stream.ts';
import { asciiName, drawDigits, type Person, pickByShare } from './draw-person.ts';
import { nameTokens } from './name-tokens.ts';

/**
 * Pattern of a user name or an e-mail's local part: G and F for given and family name, g and f for
 * their first letters, # for digits.
 */
export type LocalPart = { pattern: string; share: number };

const MAX_PATTERNS = 12;
const DEFAULT: LocalPart = { pattern: 'G.F###', share: 1 };

/** Returns the pattern of one local part given the person's name; null without a part of it. */
function patternOf(local: string, name: string): string | null {
  const [given = '', ...others] = nameTokens(name).map(asciiName);
  const family = others.at(-1) ?? '';
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
  for (const [local, name] of pairs) {
    const pattern = patternOf(local, name);
    if (pattern !== null) counts.set(pattern, (counts.get(pattern) ?? 0) + 1);
  }
  const used = [...counts]
    .filter(([, count]) => count >= threshold)
    .sort((a, b) => b[1] - a[1])
    .slice(0, MAX_PATTERNS);
  const total = used.reduce((sum, [, count]) => sum + count, 0);
  if (total * 2 < pairs.length) return [];
  return used.map(([pattern, count]) => ({ pattern, share: count / total }));
}

/** Writes a person's name in one of the patterns, drawn by their shares. */
export function writeLocalPart(
  parts: readonly LocalPart[] | undefined,
  { given, family }: Person,
  stream: RandomStream,
): string {
  const isKnown = parts !== undefined && parts.length > 0;
  const { pattern } = (isKnown ? pickByShare(parts, stream) : undefined) ?? DEFAULT;
  const [G, F] = [asciiName(given), asciiName(family)];
  const values: Record<string, string> = { G, F, g: G.slice(0, 1), f: F.slice(0, 1) };
  return [...pattern]
    .map((letter) => (letter === '#' ? drawDigits(1, stream) : (values[letter] ?? letter)))
    .join('');
}
