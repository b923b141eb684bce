import type { RandomStream } from '../../random/stream.ts';
import type { TextLanguage } from '../../synthesize/columns/text-style.ts';
import { CONVENTIONS } from './conventions.ts';
import { type Person, pickByShare } from './draw-person.ts';

/** Form of address before the names of a column, as written there, with its share of the names. */
export type Title = { text: string; share: number };

const MALE = 'mr|herr|hr|sr|sig|dhr|senhor|senor';
const FEMALE = 'mrs|ms|miss|frau|fr|mme|mlle|sra|srta|mevr|mw|senhora|senora';
const NEUTRAL = 'mx|dr|prof|me';
const isOf = (list: string) => new RegExp(`^(?:${list})\\.?$`, 'i');
const [isMale, isFemale] = [isOf(MALE), isOf(FEMALE)];
const TITLED = new RegExp(`^(?<title>(?:${MALE}|${FEMALE}|${NEUTRAL})\\.?) (?<name>.+)$`, 'iu');
const MIN_TITLED = 0.5;

/**
 * Splits titles from names, if most have one; titles of fewer than `threshold` names are left out.
 *
 * @param texts each once
 */
export function splitTitles(
  texts: readonly string[],
  threshold: number,
): { names: string[]; titles: Title[] } {
  const counts = new Map<string, number>();
  const names = texts.map((text) => {
    const { title, name } = TITLED.exec(text)?.groups ?? {};
    if (title === undefined) return text;
    counts.set(title, (counts.get(title) ?? 0) + 1);
    return name!;
  });
  const titled = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (titled <= MIN_TITLED * texts.length) return { names: [...texts], titles: [] };
  const shown = [...counts].filter(([, count]) => count >= threshold);
  return {
    names,
    titles: shown.map(([text, count]) => ({ text, share: count / texts.length })),
  };
}

/** Returns a title that fits a person's given name, with a blank behind; '' as often as in the file. */
export function titleFor(
  { given }: Person,
  titles: readonly Title[],
  { language, stream }: { language: TextLanguage; stream: RandomStream },
): string {
  const titled = titles.reduce((sum, { share }) => sum + share, 0);
  if (stream.float() >= titled) return '';
  const { female, male } = CONVENTIONS[language].names;
  const isOther = female.includes(given) ? isMale : male.includes(given) ? isFemale : null;
  const fitting = titles.filter(({ text }) => isOther?.test(text) !== true);
  const of = fitting.length === 0 ? titles : fitting;
  const sum = of.reduce((all, { share }) => all + share, 0);
  const chosen = pickByShare(
    of.map(({ text, share }) => ({ text, share: share / sum })),
    stream,
  );
  return `${chosen!.text} `;
}
