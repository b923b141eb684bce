import type { RandomStream } from '../../random/stream.ts';
import { englishNames } from '../../simulate/data/names.ts';
import { luhnDigit, mod97 } from '../../table/check-digits.ts';
import type { PersonalKind } from '../../table/personal-kinds.ts';
import type { CodePattern } from './code-pattern.ts';
import { NEUTRAL_WORDS, type TextStyle } from './text-style.ts';

const pick = (list: readonly string[], stream: RandomStream) => list[stream.below(list.length)];

const digits = (count: number, stream: RandomStream) =>
  Array.from({ length: count }, () => String(stream.below(10))).join('');

const given = (stream: RandomStream) =>
  pick(stream.below(2) === 0 ? englishNames.female : englishNames.male, stream);

const STREETS = ['Oak', 'Maple', 'Mill', 'Church', 'Station', 'Garden', 'River', 'Hill', 'Park'];

/** A German-shaped IBAN of the unassigned bank code 00000000, with right check digits. */
function iban(stream: RandomStream): string {
  const account = `00000000${digits(10, stream)}`;
  const check = 98 - mod97(`${account}DE00`);
  return `DE${String(check).padStart(2, '0')}${account}`;
}

/** Sixteen digits under 999999, a range given to no card network, with Luhn's digit. */
function cardNumber(stream: RandomStream): string {
  const body = `999999${digits(9, stream)}`;
  return `${body}${luhnDigit(body)}`;
}

/** Numbers from 900 on are never issued as social security numbers of the United States. */
const SOCIAL_SECURITY = '9##-##-####';

/**
 * A number in the column's own form, its first digit a 9 where digits vary. Its other places are drawn without any
 * check digit, so it stands for somebody only by chance.
 */
function nationalId(stream: RandomStream, pattern: CodePattern | undefined): string {
  if (pattern === undefined) {
    return SOCIAL_SECURITY.replaceAll('#', () => digits(1, stream));
  }
  if (pattern.places.length === 0) {
    return `${pattern.prefix}9${digits(pattern.width - 1, stream)}`;
  }
  const first = pattern.places.findIndex((alphabet) => alphabet.length > 1);
  return pattern.places
    .map((alphabet, place) =>
      place === first && alphabet.includes('9') ? '9' : alphabet[stream.below(alphabet.length)],
    )
    .join('');
}

const MAKERS: Record<
  PersonalKind,
  (stream: RandomStream, pattern: CodePattern | undefined) => string
> = {
  iban,
  card_number: cardNumber,
  email: (stream) =>
    `${given(stream)}.${pick(englishNames.family, stream)}${digits(3, stream)}@example.com`
      .toLowerCase()
      .replaceAll("'", ''),
  // 555-0100 to 555-0199 are reserved for fiction by the North American Numbering Plan.
  phone: (stream) => `+1-${200 + stream.below(800)}-555-01${digits(2, stream)}`,
  person_name: (stream) => `${given(stream)} ${pick(englishNames.family, stream)}`,
  first_name: given,
  last_name: (stream) => pick(englishNames.family, stream),
  address: (stream) => `${1 + stream.below(999)} ${pick(STREETS, stream)} Street`,
  national_id: nationalId,
  // TEST-NET-3, RFC 5737.
  ip_address: (stream) => `203.0.113.${stream.below(256)}`,
};

/** Makes a piece of personal data in a range that belongs to nobody; a national number in the form of its column. */
export function makePersonal(
  { personal, pattern }: { personal: PersonalKind; pattern?: CodePattern | undefined },
  stream: RandomStream,
): string {
  return MAKERS[personal](stream, pattern);
}

/** A line of neutral words of about the given length; says nothing of the texts it stands for. */
export function makeText(
  { length, style }: { length: number; style?: TextStyle | undefined },
  stream: RandomStream,
): string {
  const words = NEUTRAL_WORDS[style?.language ?? 'en'];
  let text = pick(words, stream);
  while (text.length + 4 < length) text += ` ${pick(words, stream)}`;
  return style?.capitals ? text.toUpperCase() : text;
}
