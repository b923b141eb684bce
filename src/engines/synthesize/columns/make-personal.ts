import type { RandomStream } from '../../random/stream.ts';
import { luhnDigit, mod97 } from '../../table/check-digits.ts';
import type { PersonalKind } from '../../table/personal-kinds.ts';
import type { CodePattern } from './code-pattern.ts';
import { writeIban } from './iban-pattern.ts';
import { CONVENTIONS, type PersonalStyle } from './personal-style.ts';
import { NEUTRAL_WORDS, type TextStyle } from './text-style.ts';

const pick = (list: readonly string[], stream: RandomStream) => list[stream.below(list.length)];

const digits = (count: number, stream: RandomStream) =>
  Array.from({ length: count }, () => String(stream.below(10))).join('');

type Written = { style: PersonalStyle; pattern: CodePattern | undefined };
type Maker = (stream: RandomStream, written: Written) => string;

const AMERICAN: PersonalStyle = {
  language: 'en',
  capitals: false,
  familyFirst: false,
  callingCode: '1',
};

const givenName: Maker = (stream, { style }) => {
  const { female, male } = CONVENTIONS[style.language].names;
  return pick(stream.below(2) === 0 ? female : male, stream);
};

const family: Maker = (stream, { style }) => pick(CONVENTIONS[style.language].names.family, stream);

function personName(stream: RandomStream, written: Written): string {
  const first = givenName(stream, written);
  const last = family(stream, written);
  const both = ['es', 'pt'].includes(written.style.language)
    ? `${last} ${family(stream, written)}`
    : last;
  return written.style.familyFirst ? `${both}, ${first}` : `${first} ${both}`;
}

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll('ß', 'ss')
    .replaceAll(/[^A-Za-z-]/g, '')
    .toLowerCase();

/** Generates an IBAN of an unassigned bank in the column's form; German without one. */
function iban(stream: RandomStream, { pattern }: Written): string {
  if (pattern?.iban) return writeIban(pattern.iban, stream.below(1e9));
  const account = `00000000${digits(10, stream)}`;
  const check = 98 - mod97(`${account}DE00`);
  return `DE${String(check).padStart(2, '0')}${account}`;
}

/** Generates a card number under 999999, assigned to no network, with a Luhn digit. */
function cardNumber(stream: RandomStream): string {
  const body = `999999${digits(9, stream)}`;
  return `${body}${luhnDigit(body)}`;
}

/** Form of a United States social security number; numbers from 900 are never issued. */
const SOCIAL_SECURITY = '9##-##-####';

/**
 * Generates a number in the column's form, with a first digit of 9 if digits vary. Other positions
 * are random, without check digits, so it matches a real number only by chance.
 */
function nationalId(stream: RandomStream, { pattern }: Written): string {
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

/**
 * Generates a phone number: 555-0100 to 555-0199 in North America, area code 000 elsewhere; none is
 * assigned.
 */
function phone(stream: RandomStream, { style: { callingCode } }: Written): string {
  if (callingCode === '1') return `+1-${200 + stream.below(800)}-555-01${digits(2, stream)}`;
  return `+${callingCode} 000 ${digits(7, stream)}`;
}

const MAKERS: Record<PersonalKind, Maker> = {
  iban,
  card_number: cardNumber,
  email: (stream, written) =>
    `${plain(givenName(stream, written))}.${plain(family(stream, written))}${digits(3, stream)}@example.com`,
  phone,
  person_name: personName,
  first_name: givenName,
  last_name: family,
  address: (stream, { style: { language } }) => {
    const { streets, address } = CONVENTIONS[language];
    const number = 1 + stream.below(999);
    return address(pick(streets, stream), number);
  },
  national_id: nationalId,
  // TEST-NET-3, RFC 5737.
  ip_address: (stream) => `203.0.113.${stream.below(256)}`,
};

/** Generates personal data from a reserved or unassigned range, in its column's form. */
export function makePersonal(
  {
    personal,
    pattern,
    style = AMERICAN,
  }: {
    personal: PersonalKind;
    pattern?: CodePattern | undefined;
    style?: PersonalStyle | undefined;
  },
  stream: RandomStream,
): string {
  const text = MAKERS[personal](stream, { style, pattern });
  return style.capitals ? text.toUpperCase() : text;
}

/** Generates a URL on example.com (RFC 2606) of about the given length. */
function webAddress(length: number, stream: RandomStream): string {
  let path = 'https://example.com';
  while (path.length + 12 < length) path += `/${pick(NEUTRAL_WORDS.en, stream)}`;
  return `${path}/${digits(8, stream)}`;
}

/** Generates neutral text of about the given length, or a URL; unrelated to the original texts. */
export function makeText(
  { length, style }: { length: number; style?: TextStyle | undefined },
  stream: RandomStream,
): string {
  if (style?.webAddresses === true) return webAddress(length, stream);
  const words = NEUTRAL_WORDS[style?.language ?? 'en'];
  let text = pick(words, stream);
  while (text.length + 4 < length) text += ` ${pick(words, stream)}`;
  return style?.capitals ? text.toUpperCase() : text;
}
