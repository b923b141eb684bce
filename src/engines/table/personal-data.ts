import { luhnDigit, mod97 } from './check-digits.ts';
import { memberHeaders } from './member-headers.ts';
import { personalHeader } from './personal-headers.ts';
import type { PersonalKind } from './personal-kinds.ts';

/** Checks 12 to 19 digits with Luhn (ISO/IEC 7812-1); blanks and hyphens are allowed. */
export function passesLuhn(text: string): boolean {
  const plain = text.replace(/[ -]/g, '');
  if (!/^\d{12,19}$/.test(plain)) return false;
  return luhnDigit(plain.slice(0, -1)) === Number(plain.at(-1));
}

/** Checks an IBAN (ISO 13616) with ISO 7064 MOD 97-10; blanks are allowed. */
export function passesIban(text: string): boolean {
  const plain = text.replaceAll(' ', '').toUpperCase();
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(plain)) return false;
  return mod97(plain.slice(4) + plain.slice(0, 4)) === 1;
}

const EMAIL = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]{2,}$/;
const PHONE = /^\+?[\d\s().-]{7,20}$/;
const IPV4 = /^(?:\d{1,3}\.){3}\d{1,3}$/;

const CONTENTS: readonly { kind: PersonalKind; name?: RegExp; test: (text: string) => boolean }[] =
  [
    { kind: 'iban', test: passesIban },
    { kind: 'email', test: (text) => EMAIL.test(text) },
    { kind: 'card_number', name: /card|pan\b|(^|_)cc/i, test: passesLuhn },
    {
      kind: 'card_number',
      test: (text) => /^[2-6]\d{3}([ -]?\d{4}){3}$/.test(text) && passesLuhn(text),
    },
    { kind: 'ip_address', test: (text) => IPV4.test(text) },
    {
      kind: 'phone',
      name: /phone|mobile|m[oó]vil|handy|cellulare|(^|[_\s])(tel|fax|cell|mobil)/i,
      test: (text) => PHONE.test(text),
    },
  ];

const NAMES: readonly { kind: PersonalKind; name: RegExp }[] = [
  { kind: 'first_name', name: /^(first|given)[_\s-]?name$|^forename$/i },
  { kind: 'last_name', name: /^(last|family)[_\s-]?name$|^surname$/i },
  {
    kind: 'person_name',
    name: /^((full|customer|client|member|holder|owner|cardholder|beneficiary|person|account[_\s-]?holder|policy[_\s-]?holder|insured|claimant|applicant|borrower|guarantor|employee|patient|driver|contact)[_\s-]?(full[_\s-]?)?)?name$/i,
  },
  { kind: 'address', name: /(^|[_\s-])(address|street|addr|address_?line_?\d)$/i },
  {
    kind: 'national_id',
    name: /^(ssn|national[_\s-]?id|tax[_\s-]?id|passport(_?no|_?number)?|personal[_\s-]?(id|number|code))$/i,
  },
];

/**
 * Guesses the kind of personal data in a column: by checksum or distinctive form (nine in ten
 * values must pass), then by the column's name.
 *
 * @param samples some non-missing values as text
 */
export function personalKind(name: string, samples: readonly string[]): PersonalKind | null {
  if (samples.length === 0) return null;
  const headers = memberHeaders(name);
  for (const { kind, name: pattern, test } of CONTENTS) {
    if (pattern !== undefined && !headers.some((header) => pattern.test(header))) continue;
    let hits = 0;
    for (const sample of samples) if (test(sample)) hits++;
    if (hits >= 0.9 * samples.length) return kind;
  }
  const kind = personalKindByName(name);
  // Flags and amounts are neither names nor streets.
  const isOfWords = kind === 'national_id' || samples.some((sample) => /\p{L}/u.test(sample));
  return isOfWords ? kind : null;
}

export function personalKindByName(name: string): PersonalKind | null {
  for (const header of memberHeaders(name)) {
    const kind = NAMES.find((entry) => entry.name.test(header))?.kind ?? personalHeader(header);
    if (kind !== null) return kind;
  }
  return null;
}
