import { isGivenName } from './given-names.ts';
import { nameTokens } from './name-tokens.ts';

/** Order and capitals of the names in a column. */
export type NameOrder = {
  familyFirst: boolean;
  /** True if a blank alone separates the names: `WEBER Anna`. */
  withoutComma?: boolean | undefined;
  /** True if family names alone are in capitals. */
  capitalFamily?: boolean | undefined;
  /** Share of names with a middle initial: `Mary W. Lopez`. */
  initials?: number | undefined;
  /** Given names as an initial alone, with or without a point: `M. Lopez`. */
  short?: 'J' | 'J.' | undefined;
};

/** Minimum share of names that show an order by their given name, and how often it leads. */
const MIN_SHOWN = 0.3;
const LEAD = 2;
const MIN_INITIALS = 0.05;

const isUpper = (word: string) => /^[\p{Lu}'’-]{2,}$/u.test(word);

/** Returns true if most names are in capitals. */
export const areCapitals = (texts: readonly string[]): boolean =>
  texts.filter((text) => text === text.toUpperCase()).length * 2 > texts.length;

const INITIAL = /(?<=\S )\p{Lu}\.?(?= |$)/u;

/** Derives the order of names, and the share of them with a middle initial. */
export function nameOrder(texts: readonly string[]): NameOrder {
  const short = shortOrder(texts);
  if (short !== null) return short;
  const initials = texts.filter((text) => INITIAL.test(text)).length / texts.length;
  return initials < MIN_INITIALS ? orderOf(texts) : { ...orderOf(texts), initials };
}

const SHORT = String.raw`\p{Lu}(?:\.?[ -]\p{Lu}|\.\p{Lu})*\.?`;
const LONG = String.raw`\p{L}[\p{L}'’][\p{L}'’ -]*`;
const SHORT_FIRST = new RegExp(`^${SHORT} ${LONG}$`, 'u');
const SHORT_LAST = new RegExp(`^${LONG},? ${SHORT}$`, 'u');

/** Returns the order of names whose given names are initials; null if most are not. */
function shortOrder(texts: readonly string[]): NameOrder | null {
  const share = (form: RegExp) =>
    texts.filter((text) => form.test(text.trim())).length / texts.length;
  const isFirst = share(SHORT_FIRST) > 0.5;
  if (!isFirst && share(SHORT_LAST) <= 0.5) return null;
  const hasComma = texts.filter((text) => text.includes(',')).length * 2 > texts.length;
  const hasPoint = texts.filter((text) => text.includes('.')).length * 2 > texts.length;
  const short = hasPoint ? 'J.' : 'J';
  if (isFirst) return { familyFirst: false, short };
  return { familyFirst: true, short, ...(!hasComma && { withoutComma: true }) };
}

/** Derives the order of names from a comma, from capitals, or from known given names. */
function orderOf(texts: readonly string[]): NameOrder {
  const share = (test: (words: string[], text: string) => boolean) =>
    texts.filter((text) => test(text.trim().split(/\s+/), text)).length / texts.length;
  if (share((_, text) => /^[^,]+,[^,]+$/.test(text)) > 0.5) {
    const capitalFamily = share(
      ([first = '', ...rest]) => isUpper(first.replace(',', '')) && !isUpper(rest.at(-1) ?? ''),
    );
    return { familyFirst: true, ...(capitalFamily > 0.5 && { capitalFamily: true }) };
  }
  const upperFirst = share(
    (words) => words.length > 1 && isUpper(words[0]!) && !isUpper(words.at(-1)!),
  );
  if (upperFirst > 0.5) return { familyFirst: true, withoutComma: true, capitalFamily: true };
  const upperLast = share(
    (words) => words.length > 1 && !isUpper(words[0]!) && isUpper(words.at(-1)!),
  );
  if (upperLast > 0.5) return { familyFirst: false, capitalFamily: true };
  const ends = texts.map((text) => {
    const tokens = nameTokens(text);
    return [isGivenName(tokens[0] ?? ''), isGivenName(tokens.at(-1) ?? '')] as const;
  });
  const givenLast = ends.filter(([first, last]) => last && !first).length;
  const givenFirst = ends.filter(([first, last]) => first && !last).length;
  return givenLast > LEAD * givenFirst && givenLast >= MIN_SHOWN * texts.length
    ? { familyFirst: true, withoutComma: true }
    : { familyFirst: false };
}
