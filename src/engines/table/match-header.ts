import type { StatementRole } from '../../shared/column-mapping.ts';
import { HEADER_WORDS } from './header-words.ts';

/** How surely a header names a role: 1 where it says nothing else. */
export type HeaderMatch = { role: StatementRole; share: number };

/** A header as the words are listed: lower case, no accents, single blanks between words. */
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
 * The roles that words of a header speak of, the longest words first; none twice.
 *
 * @param name the header as the file has it
 */
export function matchHeader(name: string): HeaderMatch[] {
  const header = plainHeader(name);
  const matches = PHRASES.filter(({ phrase }) => ` ${header} `.includes(` ${phrase} `))
    .map(({ role, phrase }) => ({ role, share: phrase.length / header.length }))
    .sort((a, b) => b.share - a.share);
  return matches.filter((match, i) => matches.findIndex(({ role }) => role === match.role) === i);
}
