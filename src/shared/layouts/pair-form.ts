import type { PairForm } from '../column-layout.ts';
import { escapeRegExp } from './datetime-pattern.ts';

const NUMBER = '[+-]?[0-9]{1,3}(\\.[0-9]+)?';
const PAIR = new RegExp(
  `^(?<before>\\(|\\[|POINT ?\\()?(?<first>${NUMBER})(?<between>, ?|; ?| |/|\\|)(?<second>${NUMBER})(?<after>[)\\]])?$`,
);
const NAMES_A_PLACE = /lon|lng|lat|coord|geo|gps|location|position|point|place|ort|lieu/i;
const MAX_LATITUDE = 90;
const MAX_LONGITUDE = 180;

/** Returns an expression for complete pairs, in the syntax common to RE2 and JavaScript. */
export const pairPattern = ({ before, between, after }: PairForm): string =>
  `${escapeRegExp(before)}${NUMBER}${escapeRegExp(between)}${NUMBER}${escapeRegExp(after)}`;

type Pair = { form: PairForm; first: string; second: string };

function pairIn(text: string): Pair | null {
  const groups = PAIR.exec(text)?.groups;
  if (groups === undefined) return null;
  const { before = '', first = '', between = '', second = '', after = '' } = groups;
  return { form: { kind: 'pair', before, between, after }, first, second };
}

/** Reads two coordinates of a text; null if it is no pair. */
export function readPair(text: string): { values: [number, number]; form: PairForm } | null {
  const pair = pairIn(text);
  return pair && { form: pair.form, values: [Number(pair.first), Number(pair.second)] };
}

const decimalsOf = (text: string) => text.split('.')[1]?.length ?? 0;

/** Returns the number of decimals of a pair's coordinates. */
export function pairDecimals(text: string): number {
  const pair = pairIn(text);
  return pair === null ? 0 : Math.max(decimalsOf(pair.first), decimalsOf(pair.second));
}

export const writePair = (
  { before, between, after }: PairForm,
  [first, second]: readonly [number, number],
  decimals: number,
): string => `${before}${first.toFixed(decimals)}${between}${second.toFixed(decimals)}${after}`;

/**
 * Returns the form of coordinates, longitude first or latitude first; null if the values are no
 * coordinates. Without a header for places, most values need two decimals in both numbers.
 */
export function choosePair(name: string, values: readonly string[]): PairForm | null {
  const first = pairIn(values[0] ?? '');
  if (first === null) return null;
  const form = JSON.stringify(first.form);
  const largest = [0, 0];
  let precise = 0;
  for (const value of values) {
    const pair = pairIn(value);
    if (pair === null || JSON.stringify(pair.form) !== form) return null;
    const sizes = [pair.first, pair.second].map((text) => Math.abs(Number(text)));
    for (const [i, size] of sizes.entries()) largest[i] = Math.max(largest[i]!, size);
    if (Math.min(decimalsOf(pair.first), decimalsOf(pair.second)) >= 2) precise++;
  }
  if (Math.min(...largest) > MAX_LATITUDE || Math.max(...largest) > MAX_LONGITUDE) return null;
  return NAMES_A_PLACE.test(name) || precise > 0.5 * values.length ? first.form : null;
}
