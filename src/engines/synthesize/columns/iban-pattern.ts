import { ibanOf, passesIban } from '../../table/check-digits.ts';
import { scatterIndex } from './scatter-index.ts';

/** Pattern of generated IBANs (ISO 13616) that belong to no account. */
export type IbanPattern = {
  country: string;
  /** Form after the check digits: X for a letter, 0 for a digit. The bank code is unassigned. */
  body: string;
  grouped: boolean;
};

const plain = (text: string) => text.replaceAll(' ', '').toUpperCase();

const bodyOf = (text: string) =>
  plain(text).slice(4).replaceAll(/[A-Z]/g, 'X').replaceAll(/\d/g, '0');

/** Returns the most frequent word of at least `threshold`; null if none. */
function usual(words: readonly string[], threshold: number): string | null {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const [word, count] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? ['', 0];
  return count >= threshold ? word : null;
}

/** Returns the pattern of IBANs; null unless all are valid and `threshold` share a country. */
export function ibanPattern(values: readonly string[], threshold: number): IbanPattern | null {
  if (values.length === 0 || !values.every(passesIban)) return null;
  const country = usual(
    values.map((text) => plain(text).slice(0, 2)),
    threshold,
  );
  if (country === null) return null;
  const national = values.filter((text) => plain(text).startsWith(country));
  const body = usual(national.map(bodyOf), threshold);
  const grouped = national.filter((text) => text.includes(' ')).length * 2 > national.length;
  return body === null ? null : { country, body, grouped };
}

/** Maximum digits by which numbers are spread, and digits of a bank code that stay zeros. */
const MAX_SPREAD = 9;
const BANK_DIGITS = 5;

/** Writes the IBAN of number `index` with valid check digits; account numbers do not follow one another. */
export function writeIban({ country, body, grouped }: IbanPattern, index: number): string {
  const places = [...body];
  const digits = places.filter((place) => place === '0').length;
  const size = 10 ** Math.min(MAX_SPREAD, Math.max(1, digits - BANK_DIGITS));
  const number = String(index < size ? scatterIndex(index, { size, salt: 0 }) : index);
  let left = number.length;
  for (let place = places.length - 1; place >= 0 && left > 0; place--) {
    if (places[place] === '0') places[place] = number[--left];
  }
  const account = places.join('') + number.slice(0, left);
  const iban = ibanOf(country, account);
  return grouped ? iban.replaceAll(/(.{4})(?=.)/g, '$1 ') : iban;
}
