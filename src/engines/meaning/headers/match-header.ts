import type { StatementRole } from '../../../shared/column-mapping.ts';
import type { BankKind } from '../bank/bank-kind.ts';
import { BANK_KINDS } from '../bank/bank-kinds.ts';

/** Match of a header with a kind; `share` is 1 if the term covers the whole header. */
export type HeaderMatch = { kind: BankKind; role: StatementRole; share: number };

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

const PHRASES = BANK_KINDS.flatMap((kind) =>
  [...new Set(kind.headers.join('|').split('|'))].map((phrase) => ({
    kind,
    role: kind.statement ?? 'other',
    phrase: plainHeader(phrase),
  })),
).filter(({ phrase }) => phrase !== '');

/** Returns a header without the e of umlauts that a file spells out: empfaenger. */
const withoutDigraphs = (header: string): string => header.replaceAll(/([aou])e/g, '$1');

const matchesIn = (header: string): HeaderMatch[] =>
  PHRASES.filter(({ phrase }) => ` ${header} `.includes(` ${phrase} `)).map(
    ({ kind, role, phrase }) => ({ kind, role, share: phrase.length / header.length }),
  );

/**
 * Returns the roles whose terms occur in a header, the longest terms first, without duplicates.
 *
 * @param name the header as in the file
 */
export function matchHeader(name: string): HeaderMatch[] {
  const header = plainHeader(name);
  const folded = withoutDigraphs(header);
  const matches = [...matchesIn(header), ...(folded === header ? [] : matchesIn(folded))].sort(
    (a, b) => b.share - a.share,
  );
  return matches.filter((match, i) => matches.findIndex(({ role }) => role === match.role) === i);
}
