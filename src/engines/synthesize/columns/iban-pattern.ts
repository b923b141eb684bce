import { mod97 } from '../../table/check-digits.ts';
import { passesIban } from '../../table/personal-data.ts';

/** How IBANs (ISO 13616) of accounts that nobody has are written. */
export type IbanPattern = {
  country: string;
  /** What stands behind the check digits: X for a letter, 0 for a digit. The bank's part stays so, and is nobody's. */
  body: string;
  /** In groups of four. */
  grouped: boolean;
};

const plain = (text: string) => text.replaceAll(' ', '').toUpperCase();

const bodyOf = (text: string) =>
  plain(text).slice(4).replaceAll(/[A-Z]/g, 'X').replaceAll(/\d/g, '0');

/** The most frequent of some words that at least `threshold` of them are; null where none is. */
function usual(words: readonly string[], threshold: number): string | null {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const [word, count] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? ['', 0];
  return count >= threshold ? word : null;
}

/** The pattern of a column of IBANs; null where a value is none, or no country is common to `threshold` values. */
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

/** The IBAN of number `index`, with right check digits. */
export function writeIban({ country, body, grouped }: IbanPattern, index: number): string {
  const number = String(index + 1);
  const places = [...body];
  let left = number.length;
  for (let place = places.length - 1; place >= 0 && left > 0; place--) {
    if (places[place] === '0') places[place] = number[--left];
  }
  const account = places.join('') + number.slice(0, left);
  const check = 98 - mod97(`${account}${country}00`);
  const iban = `${country}${String(check).padStart(2, '0')}${account}`;
  return grouped ? iban.replaceAll(/(.{4})(?=.)/g, '$1 ') : iban;
}
