import { identifierOwner } from '../headers/identifier-header.ts';
import { plainHeader } from '../headers/match-header.ts';
import { memberHeaders } from '../headers/member-headers.ts';
import { withoutRole } from '../headers/person-roles.ts';
import { isCompany } from '../kinds/employer.ts';
import { KINDS, type NamedKind, type PersonalKind } from '../kinds/kinds.ts';
import type { Confidence } from '../roles/guess-role.ts';
import { looksLikePersons, nameShares } from './looks-like-persons.ts';

const squashed = (header: string) => header.replaceAll(' ', '');

const BY_HEADER = new Map(
  KINDS.flatMap((kind) =>
    kind.headers.flatMap((language) =>
      language.split('|').map((header) => [squashed(plainHeader(header)), kind] as const),
    ),
  ),
);

const PERSON = KINDS.find(({ kind }) => kind === 'person_name')!;

const TELLING_SHARE = 0.9;

function passes(texts: readonly string[], test: (text: string) => boolean): boolean {
  let passed = texts.length;
  for (const text of texts)
    if (!test(text) && --passed < TELLING_SHARE * texts.length) return false;
  return true;
}

type ByHeader = {
  kind: NamedKind;
  isBareRole: boolean;
  /** True for `name` alone, which may be that of a product or a place. */
  isPlainName: boolean;
};

const PLAIN_NAME = /^(?:name|nom|nombre|nome|naam)$/;

/** Matches headers of a contract, device or flag, such as `phone_service`, in place of a number. */
const OF_SERVICE =
  /^(?:has|is|no of|number of)\s|\s(?:services?|plans?|types?|models?|brands?|lines|verified|valid|flag|status|count|usage|minutes|bill|provider|operator|os|app|banking|payments?|consent|bundle|contract)$/;

/** Returns the kind that a header names, and whether it only names a person's role. */
function kindOfHeader(name: string): ByHeader | null {
  for (const header of memberHeaders(name)) {
    const plain = plainHeader(header);
    const rest = withoutRole(plain);
    if (rest === '') return { kind: PERSON, isBareRole: true, isPlainName: false };
    const kind =
      BY_HEADER.get(squashed(plain)) ??
      (rest === null ? undefined : BY_HEADER.get(squashed(rest))) ??
      (OF_SERVICE.test(plain) ? undefined : KINDS.find(({ pattern }) => pattern?.test(header)));
    if (kind !== undefined) return { kind, isBareRole: false, isPlainName: PLAIN_NAME.test(plain) };
  }
  return null;
}

/** Share of companies from which a column of clients holds them, unless the others are persons. */
const MIN_COMPANIES = 0.4;
const MIN_PERSONS = 0.3;

function areCompanies(texts: readonly string[]): boolean {
  const values = [...new Set(texts)];
  const companies = values.filter(isCompany).length / values.length;
  return companies >= MIN_COMPANIES && nameShares(texts).given() < MIN_PERSONS;
}

const MIN_BARE_WORDS = 0.5;
const IS_LATIN = /\p{Script=Latin}/u;

/** Returns true if values under a header like `Insured` are names, and not codes, flags or classes. */
function areNames(texts: readonly string[]): boolean {
  const { alpha, words, given } = nameShares(texts);
  if (alpha() < TELLING_SHARE) return false;
  const isForeign = texts.every((text) => !IS_LATIN.test(text) && /\p{L}/u.test(text));
  return isForeign || (words() >= MIN_BARE_WORDS && given() > 0);
}

const MIN_OTHERS = 50;
const MAX_OTHER_GIVEN = 0.12;

/** Returns true if many values under the header `name` have next to no given name: no persons. */
function areOtherNames(texts: readonly string[]): boolean {
  const { distinct, given } = nameShares(texts);
  const hasWords = texts.some((text) => /\p{L}/u.test(text));
  const isLatin = texts.some((text) => IS_LATIN.test(text));
  return !hasWords || (isLatin && distinct >= MIN_OTHERS && given() < MAX_OTHER_GIVEN);
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

/** Kind of personal data, the reason, and its certainty. */
export type FoundPersonal = { personal: PersonalKind; evidence: string; confidence: Confidence };

const labelOf = (kind: PersonalKind) =>
  kind.replaceAll('_', ' ').replace(/^(?:iban|vin|ip\b)/, (word) => word.toUpperCase());

/**
 * Guesses the kind of personal data in a column: by checksum or distinctive form (nine in ten values
 * must pass), then by the column's name if the values admit it, then by known given names.
 *
 * @param samples some non-missing values as text
 */
export function findPersonal(name: string, samples: readonly string[]): FoundPersonal | null {
  if (samples.length === 0) return null;
  const certain = KINDS.find(({ alone }) => alone !== undefined && passes(samples, alone));
  if (certain !== undefined)
    return {
      personal: certain.kind,
      evidence: `Nine in ten values have the form of ${labelOf(certain.kind)}s.`,
      confidence: 'high',
    };
  const named = kindOfHeader(name);
  if (named?.kind === PERSON && areCompanies(samples))
    return {
      personal: 'employer',
      evidence: `The header ${name} names clients, and most values are companies.`,
      confidence: 'medium',
    };
  if (named !== null && admitsValues(named, samples))
    return {
      personal: named.kind.kind,
      evidence: named.isBareRole
        ? `The header ${name} names a person, and the values are names.`
        : `The header ${name} names ${labelOf(named.kind.kind)}s, and the values fit.`,
      confidence: named.isPlainName ? 'medium' : 'high',
    };
  if (!looksLikePersons(samples)) return null;
  const given = Math.round(100 * nameShares(samples).given());
  const evidence = `${given} % of the different values contain a known given name.`;
  return { personal: 'person_name', evidence, confidence: 'medium' };
}

export const personalKind = (name: string, samples: readonly string[]): PersonalKind | null =>
  findPersonal(name, samples)?.personal ?? null;

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
  return kind.kind === 'card_number' ? null : kind.kind;
}
