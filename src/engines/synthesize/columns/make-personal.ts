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

const given: Maker = (stream, { style }) => {
  const { female, male } = CONVENTIONS[style.language].names;
  return pick(stream.below(2) === 0 ? female : male, stream);
};

const family: Maker = (stream, { style }) => pick(CONVENTIONS[style.language].names.family, stream);

/** Spain and Portugal write two family names. */
function personName(stream: RandomStream, written: Written): string {
  const first = given(stream, written);
  const last = family(stream, written);
  const both = ['es', 'pt'].includes(written.style.language)
    ? `${last} ${family(stream, written)}`
    : last;
  return written.style.familyFirst ? `${both}, ${first}` : `${first} ${both}`;
}

/** Without accents and marks, for an address that mail programs take. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll('ß', 'ss')
    .replaceAll(/[^A-Za-z-]/g, '')
    .toLowerCase();

/** In the form of its column and of nobody's bank; a German one where the column has no form. */
function iban(stream: RandomStream, { pattern }: Written): string {
  if (pattern?.iban) return writeIban(pattern.iban, stream.below(1e9));
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

/** 555-0100 to 555-0199 are reserved for fiction in North America; elsewhere the area code 000 is nobody's. */
function phone(stream: RandomStream, { style: { callingCode } }: Written): string {
  if (callingCode === '1') return `+1-${200 + stream.below(800)}-555-01${digits(2, stream)}`;
  return `+${callingCode} 000 ${digits(7, stream)}`;
}

const MAKERS: Record<PersonalKind, Maker> = {
  iban,
  card_number: cardNumber,
  email: (stream, written) =>
    `${plain(given(stream, written))}.${plain(family(stream, written))}${digits(3, stream)}@example.com`,
  phone,
  person_name: personName,
  first_name: given,
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

/** Makes a piece of personal data in a range that belongs to nobody, in the language and form of its column. */
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
  const made = MAKERS[personal](stream, { style, pattern });
  return style.capitals ? made.toUpperCase() : made;
}

/** An address on a host that belongs to nobody (RFC 2606), of about the given length. */
function webAddress(length: number, stream: RandomStream): string {
  let path = 'https://example.com';
  while (path.length + 12 < length) path += `/${pick(NEUTRAL_WORDS.en, stream)}`;
  return `${path}/${digits(8, stream)}`;
}

/**
 * A line of neutral words of about the given length, or an address of the web; says nothing of the texts it stands for.
 */
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
