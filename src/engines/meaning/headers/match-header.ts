import type { StatementRole } from '../../../shared/column-mapping.ts';
import { HEADER_WORDS } from './header-words.ts';

/** Match of a header with a role; `share` is 1 if the term covers the whole header. */
export type HeaderMatch = { role: StatementRole; share: number };

/** Normalizes a header: lower case, no accents, single blanks between words. */
export const plainHeader = (name: string): string =>
  name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ł', 'l')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const PHRASES = Object.entries(HEADER_WORDS).flatMap(([role, languages]) =>
  [...new Set(languages.join('|').split('|'))]
    .filter((phrase) => phrase !== '')
    .map((phrase) => ({ role: role as StatementRole, phrase: plainHeader(phrase) })),
);

/**
 * Returns the roles whose terms occur in a header, the longest terms first, without duplicates.
 *
 * @param name the header as in the file
 */
export function matchHeader(name: string): HeaderMatch[] {
  const header = plainHeader(name);
  const matches = PHRASES.filter(({ phrase }) => ` ${header} `.includes(` ${phrase} `))
    .map(({ role, phrase }) => ({ role, share: phrase.length / header.length }))
    .sort((a, b) => b.share - a.share);
  return matches.filter((match, i) => matches.findIndex(({ role }) => role === match.role) === i);
}
