import { identifierOwner } from '../headers/identifier-header.ts';
import { plainHeader } from '../headers/match-header.ts';
import { memberHeaders } from '../headers/member-headers.ts';
import { withoutRole } from '../headers/person-roles.ts';
import { cardNumber } from '../kinds/card-number.ts';
import type { Kind } from '../kinds/kind.ts';
import { KINDS } from '../kinds/kinds.ts';
import type { PersonalKind } from '../kinds/list.ts';
import { personName } from '../kinds/person-name.ts';
import { looksLikePersons, nameShares } from './looks-like-persons.ts';

const squashed = (header: string) => header.replaceAll(' ', '');

const BY_HEADER = new Map(
  KINDS.flatMap((kind) =>
    kind.headers.flatMap((language) =>
      language.split('|').map((header) => [squashed(plainHeader(header)), kind] as const),
    ),
  ),
);

const TELLING_SHARE = 0.9;
const passes = (texts: readonly string[], test: (text: string) => boolean): boolean =>
  texts.filter(test).length >= TELLING_SHARE * texts.length;

type ByHeader = {
  kind: Kind;
  isBareRole: boolean;
  /** True for `name` alone, which may be that of a product or a place. */
  isPlainName: boolean;
};

const PLAIN_NAME = /^(?:name|nom|nombre|nome|naam)$/;

/** Returns the kind that a header names, and whether it only names a person's role. */
function kindOfHeader(name: string): ByHeader | null {
  for (const header of memberHeaders(name)) {
    const plain = plainHeader(header);
    const rest = withoutRole(plain);
    if (rest === '') return { kind: personName, isBareRole: true, isPlainName: false };
    const kind =
      BY_HEADER.get(squashed(plain)) ??
      (rest === null ? undefined : BY_HEADER.get(squashed(rest))) ??
      KINDS.find(({ pattern }) => pattern?.test(header));
    if (kind !== undefined) return { kind, isBareRole: false, isPlainName: PLAIN_NAME.test(plain) };
  }
  return null;
}

const MIN_BARE_WORDS = 0.5;
const IS_LATIN = /\p{Script=Latin}/u;

/** Returns true if values under a header like `Insured` are names, and not codes, flags or classes. */
function areNames(texts: readonly string[]): boolean {
  const { alpha, words, given } = nameShares(texts);
  if (alpha < TELLING_SHARE) return false;
  const isForeign = texts.every((text) => !IS_LATIN.test(text) && /\p{L}/u.test(text));
  return isForeign || (words >= MIN_BARE_WORDS && given > 0);
}

const MIN_OTHERS = 50;
const MAX_OTHER_GIVEN = 0.12;

/** Returns true if many values under the header `name` have next to no given name: no persons. */
function areOtherNames(texts: readonly string[]): boolean {
  const { distinct, given } = nameShares(texts);
  const hasWords = texts.some((text) => /\p{L}/u.test(text));
  const isLatin = texts.some((text) => IS_LATIN.test(text));
  return !hasWords || (isLatin && distinct >= MIN_OTHERS && given < MAX_OTHER_GIVEN);
}

function admitsValues(
  { kind, isBareRole, isPlainName }: ByHeader,
  texts: readonly string[],
): boolean {
  if (isBareRole) return areNames(texts);
  if (kind.test !== undefined) return passes(texts, kind.test);
  if (isPlainName) return !areOtherNames(texts);
  return kind.alone === undefined && texts.some((text) => /\p{L}/u.test(text));
}

/**
 * Guesses the kind of personal data in a column: by checksum or distinctive form (nine in ten values
 * must pass), then by the column's name if the values admit it, then by known given names.
 *
 * @param samples some non-missing values as text
 */
export function personalKind(name: string, samples: readonly string[]): PersonalKind | null {
  if (samples.length === 0) return null;
  const certain = KINDS.find(({ alone }) => alone !== undefined && passes(samples, alone));
  if (certain !== undefined) return certain.kind;
  const named = kindOfHeader(name);
  if (named !== null && admitsValues(named, samples)) return named.kind.kind;
  return looksLikePersons(samples) ? 'person_name' : null;
}

/** Bare roles whose columns as often hold codes, flags or classes. */
const OFTEN_CODES =
  /^(?:insured|owner|holder|handler|agent|person|contact|employee|worker|staff|spouse|dependent|relative|patient|driver|member|client|customer|manager|supervisor|trader|analyst|teller|broker|tenant)$/i;

/** Returns the kind that a header names, whatever the values are. */
export function personalKindByName(name: string): PersonalKind | null {
  const named = kindOfHeader(name);
  if (named === null) return null;
  const { kind, isBareRole } = named;
  if (isBareRole) {
    const isOpen = OFTEN_CODES.test(plainHeader(name)) || identifierOwner(name) !== null;
    return isOpen ? null : kind.kind;
  }
  return kind === cardNumber ? null : kind.kind;
}
