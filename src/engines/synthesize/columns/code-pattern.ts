import { isScientific } from '../../../shared/layouts/scientific-code.ts';
import type { Shape } from '../../meaning/persons/shapes.ts';
import { type IbanPattern, ibanPattern, writeIban } from './iban-pattern.ts';
import { mix, scatterIndex } from './scatter-index.ts';

/** Shape of codes: a fixed character or an alphabet per position. Numbered codes never repeat. */
export type CodePattern = {
  places: string[];
  /** Width of plain numbers, used if the values have no common shape. */
  width: number;
  prefix: string;
  /** First of such numbers: 1, or the least of that width if no value has leading zeros. */
  first: number;
  iban?: IbanPattern | undefined;
  /** Number of codes left out at the start, which real ones have. */
  skip?: number | undefined;
  /** Places of codes of several lengths, by their shares; `places` are those of the first. */
  shapes?: Shape[] | undefined;
  /** Salt of the order of codes; absent if they are counted. */
  scatter?: number | undefined;
};

const DIGITS = '0123456789';
const NOT_ZERO = DIGITS.slice(1);
const HEX = '0123456789abcdef';
const UPPER_HEX = '0123456789ABCDEF';
const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const MIXED = DIGITS + UPPER;
const ALL = DIGITS + UPPER + LOWER;

const DEFAULT_WIDTH = 8;

/** Number of codes enumerated; positions further left are filled by hashing. */
const MAX_COUNTED = 2 ** 40;

function alphabetOf(characters: readonly string[], threshold: number): string {
  const counts = new Map<string, number>();
  for (const character of characters) counts.set(character, (counts.get(character) ?? 0) + 1);
  const usual = [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? '';
  // Each of these characters has `threshold` values of its own.
  const shown = [...counts]
    .filter(([, count]) => count >= threshold)
    .map(([character]) => character)
    .sort()
    .join('');
  const alphabet = [usual, shown, DIGITS, HEX, UPPER_HEX, LOWER, UPPER, MIXED].find((candidate) => {
    const matching = characters.reduce((n, own) => n + (candidate.includes(own) ? 1 : 0), 0);
    return matching >= threshold && characters.length - matching < threshold;
  });
  return alphabet ?? ALL;
}

function sharedLengths(values: readonly string[], threshold: number): number[] {
  const counts = new Map<number, number>();
  for (const { length } of values) counts.set(length, (counts.get(length) ?? 0) + 1);
  return [...counts].filter(([, count]) => count >= threshold).map(([length]) => length);
}

/** Returns the prefix of letters and separators common to all but fewer than `threshold` values. */
function sharedPrefix(values: readonly string[], threshold: number): string {
  const counts = new Map<string, number>();
  for (const value of values) {
    const prefix = prefixOf(value) ?? '';
    counts.set(prefix, (counts.get(prefix) ?? 0) + 1);
  }
  const [prefix, count] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? ['', 0];
  return count >= threshold && values.length - count < threshold ? prefix : '';
}

/** Returns the pattern of codes of several lengths: a common prefix, if any, and a counter. */
function numbered(
  values: readonly string[],
  lengths: readonly number[],
  threshold: number,
): CodePattern {
  const prefix = sharedPrefix(values, threshold);
  const none = { places: [], prefix, first: 1 };
  if (lengths.length === 0) return { ...none, width: prefix === '' ? DEFAULT_WIDTH : 1 };
  if (prefix === '') return { ...none, width: Math.max(4, ...lengths) };
  const width = Math.max(1, Math.min(...lengths) - prefix.length);
  const padded = values.filter((value) => value[prefix.length] === '0').length;
  return padded >= threshold
    ? { ...none, width }
    : { ...none, width, first: 10 ** Math.min(15, width - 1) };
}

/** Returns the most frequent of some texts, if at least `threshold` values have it. */
function usual(texts: readonly string[], threshold: number): string | null {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  const [most] = [...counts].sort((a, b) => b[1] - a[1]);
  return most !== undefined && most[1] >= threshold ? most[0] : null;
}

/** Returns the pattern of numbers in scientific notation, with their usual digits and exponent. */
function scientificPattern(values: readonly string[], threshold: number): CodePattern | null {
  const scientific = values.filter(isScientific);
  if (scientific.length < Math.max(threshold, values.length / 2)) return null;
  const digits = usual(
    scientific.map((value) => String(value.search(/e/i))),
    threshold,
  );
  const power = usual(
    scientific.map((value) => value.slice(value.search(/e/i))),
    threshold,
  );
  const width = Number(digits ?? 3);
  const fraction = Array<string>(Math.max(0, width - 3)).fill(DIGITS);
  const mantissa = width > 1 ? ['.', ...fraction, NOT_ZERO] : [];
  const places = [NOT_ZERO, ...mantissa, ...(power ?? 'E+18')];
  return { places, width: places.length, prefix: '', first: 1 };
}

/**
 * Derives the pattern of some values. Characters and lengths of fewer than `threshold` values are
 * not used.
 *
 * @param values each once
 */
export function codePattern(values: readonly string[], threshold: number): CodePattern {
  const iban = ibanPattern(values, threshold);
  if (iban !== null) return { places: [], width: 0, prefix: '', first: 1, iban };
  const scientific = scientificPattern(values, threshold);
  if (scientific !== null) return scientific;
  const lengths = sharedLengths(values, threshold);
  const width = lengths[0] ?? DEFAULT_WIDTH;
  const plain = { width, prefix: '', first: 1 };
  const prefixes = lengths.length > 1 ? sharedPrefixes(values, threshold) : [];
  if (prefixes.length > 1) {
    const groups = prefixes.map((prefix) => values.filter((value) => prefixOf(value) === prefix));
    return ofShapes(groups.flatMap((own) => shapesOf(own, threshold, values.length)));
  }
  if (lengths.length > 1 && (values.some(isLettered) || haveOwnLetters(values)))
    return ofShapes(shapesOf(values, threshold, values.length));
  if (lengths.length !== 1) return numbered(values, lengths, threshold);
  const { places } = placesOf(values, { length: width, threshold, all: values.length });
  return { ...plain, places: places.some((place) => place.length > 1) ? places : [] };
}

/** Returns the pattern of codes of several shapes. */
function ofShapes(shapes: readonly Shape[]): CodePattern {
  const total = shapes.reduce((sum, { share }) => sum + share, 0);
  const shared = shapes.map(({ places, share }) => ({ places, share: share / total }));
  const { places } = shared[0]!;
  return { places, width: places.length, prefix: '', first: 1, shapes: shared };
}

const shapesOf = (values: readonly string[], threshold: number, all: number): Shape[] =>
  sharedLengths(values, threshold).map((length) => placesOf(values, { length, threshold, all }));

/** Returns the letters and signs before a code's digits: `SN` of `SN112276`; null if there are more. */
const prefixOf = (value: string): string | null => /^\D*(?=\d+$)/.exec(value)?.[0] ?? null;

/** Returns the prefixes of numbers that enough codes have each, if nearly all have one of these. */
function sharedPrefixes(values: readonly string[], threshold: number): string[] {
  const groups = Map.groupBy(values, prefixOf);
  const shared = [...groups].filter(
    ([prefix, own]) => prefix !== null && sharedLengths(own, threshold).length > 0,
  );
  const covered = shared.reduce((sum, [, own]) => sum + own.length, 0);
  return values.length - covered < threshold ? shared.map(([prefix]) => prefix!) : [];
}

/** Matches codes with letters behind the first place that are no prefix of a number. */
const isLettered = (value: string): boolean => /[A-Za-z]$|[A-Za-z]\d+[A-Za-z]/.test(value);

/** Returns true if most codes begin with letters of their own, as `allisar01` does. */
function haveOwnLetters(values: readonly string[]): boolean {
  const prefixes = new Set(values.map((value) => /^\p{L}{2,}/u.exec(value)?.[0] ?? ''));
  return prefixes.size > values.length / 2;
}

/** Returns the characters of each place in codes of one length, and the share of such codes. */
function placesOf(
  values: readonly string[],
  { length, threshold, all }: { length: number; threshold: number; all: number },
): Shape {
  const alike = values.filter((value) => value.length === length);
  const places = Array.from({ length }, (_, place) =>
    alphabetOf(
      alike.map((value) => value[place] ?? ''),
      threshold,
    ),
  );
  return { places, share: alike.length / all };
}

/** Derives the pattern of a single code: its length and leading letters, or an IBAN's country. */
export function loneCodePattern(value: string): CodePattern {
  const iban = ibanPattern([value], 1);
  if (iban !== null) return { places: [], width: 0, prefix: '', first: 1, iban };
  const prefix = /^[A-Za-z]{0,4}/.exec(value)![0];
  return { places: [], width: Math.max(1, value.length - prefix.length), prefix, first: 1 };
}

/** Returns the enumerated positions of a pattern, from the first of them, and their codes. */
export function capacityOf({ places }: CodePattern): { counted: number; size: number } {
  let size = 1;
  let counted = places.length;
  while (counted > 0 && size * places[counted - 1].length <= MAX_COUNTED) {
    counted--;
    size *= places[counted].length;
  }
  return { counted, size };
}

/** Returns the places of the shape that a number has; each number has one. */
function shapeAt(shapes: readonly Shape[], index: number): string[] {
  let left = mix(index, shapes.length) / 2 ** 32;
  for (const { places, share } of shapes) {
    left -= share;
    if (left < 0) return places;
  }
  return shapes.at(-1)!.places;
}

/** Writes the code of a number: unique up to the pattern's capacity, longer beyond it. */
export function writeCode(pattern: CodePattern, number: number): string {
  const { places, width, prefix, first, iban, skip = 0, scatter } = pattern;
  const index = number + skip;
  if (iban !== undefined) return writeIban(iban, index);
  const shape = pattern.shapes && shapeAt(pattern.shapes, index);
  if (shape !== undefined)
    return writeCode({ ...pattern, places: shape, shapes: undefined }, number);
  if (places.length === 0) return prefix + String(index + first).padStart(width, '0');
  const { counted, size } = capacityOf(pattern);
  const place = index % size;
  let rest = scatter === undefined ? place : scatterIndex(place, { size, salt: scatter });
  const beyond = Math.floor(index / size);
  let text = '';
  for (let i = places.length - 1; i >= counted; i--) {
    const alphabet = places[i];
    text = alphabet[rest % alphabet.length] + text;
    rest = Math.floor(rest / alphabet.length);
  }
  for (let i = counted - 1; i >= 0; i--) {
    const alphabet = places[i];
    text = alphabet[mix(index, i) % alphabet.length] + text;
  }
  return beyond > 0 ? `${text}${beyond}` : text;
}
