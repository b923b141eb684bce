/**
 * The shape of a column of codes: for each place a fixed character, or the alphabet it varies over.
 * Numbers 0, 1, 2 … are written in that shape without ever repeating.
 */
export type CodePattern = {
  places: string[];
  /** Written by number alone, in this width, where the values have no common shape. */
  width: number;
};

const DIGITS = '0123456789';
const HEX = '0123456789abcdef';
const UPPER_HEX = '0123456789ABCDEF';
const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const MIXED = DIGITS + UPPER;
const ALL = DIGITS + UPPER + LOWER;

/** Codes counted through before the places further left are filled by hashing. */
const MAX_COUNTED = 2 ** 40;

function alphabetOf(characters: ReadonlySet<string>): string {
  if (characters.size === 1) return [...characters][0];
  for (const alphabet of [DIGITS, HEX, UPPER_HEX, LOWER, UPPER, MIXED, ALL]) {
    if ([...characters].every((character) => alphabet.includes(character))) return alphabet;
  }
  return ALL;
}

/** Reads the shape off some values. A value's own characters are kept only where all share them. */
export function codePattern(values: readonly string[]): CodePattern {
  const width = values[0]?.length ?? 8;
  const same = values.length > 1 && values.every((value) => value.length === width);
  if (!same) {
    const lengths = values.map((value) => value.length);
    return { places: [], width: Math.max(4, ...lengths) };
  }
  const places = Array.from({ length: width }, (_, place) =>
    alphabetOf(new Set(values.map((value) => value[place]))),
  );
  return places.some((place) => place.length > 1) ? { places, width } : { places: [], width };
}

function scramble(index: number, salt: number): number {
  let h = Math.imul(index ^ Math.floor(index / 4294967296), 0x9e3779b1) ^ salt;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** The code of number `index`: unique for every index up to the pattern's capacity, longer beyond it. */
export function writeCode(pattern: CodePattern, index: number): string {
  const { places, width } = pattern;
  if (places.length === 0) return String(index + 1).padStart(width, '0');
  let capacity = 1;
  let counted = places.length;
  while (counted > 0 && capacity * places[counted - 1].length <= MAX_COUNTED) {
    counted--;
    capacity *= places[counted].length;
  }
  let rest = index % capacity;
  const beyond = Math.floor(index / capacity);
  let text = '';
  for (let place = places.length - 1; place >= counted; place--) {
    const alphabet = places[place];
    text = alphabet[rest % alphabet.length] + text;
    rest = Math.floor(rest / alphabet.length);
  }
  for (let place = counted - 1; place >= 0; place--) {
    const alphabet = places[place];
    text = alphabet[scramble(index, place) % alphabet.length] + text;
  }
  return beyond > 0 ? `${text}${beyond}` : text;
}
