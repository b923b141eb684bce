import type { RandomStream } from '../../random/stream.ts';
import { pickByShare } from './draw-person.ts';

/** Shape of codes of one length: the characters of each place, and the share of values. */
export type Shape = { places: string[]; share: number };

const MAX_SHAPES = 20;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const DIGITS = '0123456789';
/** Share of a place's characters that must be shown for the place to keep to them. */
const SHOWN_SHARE = 0.9;

const classOf = (character: string): string => {
  if (/\d/.test(character)) return DIGITS;
  if (/[A-Z]/.test(character)) return LETTERS;
  if (/[a-z]/.test(character)) return LETTERS.toLowerCase();
  return character;
};

const shapeOf = (text: string): string =>
  [...text]
    .map((character) => {
      const own = classOf(character);
      return own === DIGITS ? '9' : own === LETTERS ? 'A' : own.length > 1 ? 'a' : character;
    })
    .join('');

/** Returns the characters of a place by frequency, if nearly all are of `threshold` values each. */
function charactersOf(values: readonly string[], place: number, threshold: number): string {
  const counts = new Map<string, number>();
  for (const value of values) {
    const character = [...value][place]!;
    counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  const shown = [...counts].filter(([, count]) => count >= threshold);
  const rows = shown.reduce((sum, [, count]) => sum + count, 0);
  if (rows >= SHOWN_SHARE * values.length)
    return shown
      .map(([character]) => character)
      .sort()
      .join('');
  return classOf([...values[0]!][place]!);
}

/**
 * Derives the shapes of codes that differ in length, such as license plates. Shapes and characters
 * of fewer than `threshold` values are not used.
 *
 * @param values each once
 */
export function findShapes(values: readonly string[], threshold: number): Shape[] {
  const groups = new Map<string, string[]>();
  for (const value of values) {
    const shape = shapeOf(value);
    const own = groups.get(shape);
    if (own === undefined) groups.set(shape, [value]);
    else own.push(value);
  }
  const used = [...groups.values()]
    .filter((own) => own.length >= threshold)
    .sort((a, b) => b.length - a.length)
    .slice(0, MAX_SHAPES);
  const total = used.reduce((sum, own) => sum + own.length, 0);
  return used.map((own) => ({
    places: Array.from([...own[0]!], (_, place) => charactersOf(own, place, threshold)),
    share: own.length / total,
  }));
}

/** Draws a code of one of the shapes, by their shares. */
export function writeShape(shapes: readonly Shape[], stream: RandomStream): string {
  const { places } = pickByShare(shapes, stream)!;
  return places.map((characters) => characters[stream.below(characters.length)]).join('');
}
