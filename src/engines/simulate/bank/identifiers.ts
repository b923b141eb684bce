import { ibanOf, luhnDigit, mod97 } from '../../table/check-digits.ts';

/** Identifiers with valid check digits from ranges unassigned, reserved or for tests. */

const digits = (value: number, length: number): string => String(value).padStart(length, '0');

/** Computes the RIB key of French accounts; bank, branch and account are digits only. */
const ribKey = (bank: string, branch: string, account: string): string =>
  digits(97 - mod97(`${bank}${branch}${account}00`), 2);

/** Computes the two control digits of Spanish accounts (weights 1 2 4 8 5 10 9 7 3 6). */
function spanishControl(text: string): string {
  const weights = [1, 2, 4, 8, 5, 10, 9, 7, 3, 6];
  const sum = [...text.padStart(10, '0')].reduce((s, c, i) => s + Number(c) * weights[i], 0);
  const control = 11 - (sum % 11);
  return String(control === 11 ? 0 : control === 10 ? 1 : control);
}

const ODD = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21];

/** Computes the CIN of Italian accounts, for digit-only codes. */
function italianCin(text: string): string {
  const sum = [...text].reduce((s, c, i) => s + (i % 2 === 0 ? ODD[Number(c)] : Number(c)), 0);
  return String.fromCharCode(65 + (sum % 26));
}

/** Returns the next Dutch account number that passes the eleven test (weights 10 … 1). */
function elevenProof(value: number): string {
  for (let candidate = value; ; candidate++) {
    const text = digits(candidate, 10);
    const sum = [...text].reduce((s, c, i) => s + Number(c) * (10 - i), 0);
    if (sum % 11 === 0) return text;
  }
}

/** Returns the basic account number; banks 99999999 (DE), 99999 (FR, IT), 9999 (ES), TEST (NL). */
function bban(country: string, number: number): string {
  switch (country) {
    case 'DE':
      return `99999999${digits(number, 10)}`;
    case 'FR': {
      const account = digits(number, 11);
      return `9999999999${account}${ribKey('99999', '99999', account)}`;
    }
    case 'ES': {
      const account = digits(number, 10);
      return `99999999${spanishControl('99999999')}${spanishControl(account)}${account}`;
    }
    case 'IT': {
      const body = `9999999999${digits(number, 12)}`;
      return `${italianCin(body)}${body}`;
    }
    case 'NL':
      return `TEST${elevenProof((number % 900_000_000) * 11)}`;
    default:
      throw new RangeError(`no IBAN format for ${country}`);
  }
}

/** Returns the IBAN (ISO 13616) of the n-th account, n < 10^10. */
export const iban = (country: string, number: number): string =>
  ibanOf(country, bban(country, number));

const ROUTING_WEIGHTS = [3, 7, 1];

/** Returns an ABA routing number (3-7-1 check); 99… is outside every assigned range. */
export function routingNumber(branch: number): string {
  const body = `99${digits(branch % 1_000_000, 6)}`;
  let sum = 0;
  for (let i = 0; i < body.length; i++) sum += (body.charCodeAt(i) - 48) * ROUTING_WEIGHTS[i % 3];
  return `${body}${(10 - (sum % 10)) % 10}`;
}

/**
 * Returns the card number of the n-th account. Industry digit 9 assigns the number to the standards
 * body of the country code that follows, and 999 is a user-assigned code of ISO 3166-1, so no
 * issuer has it.
 */
export function cardNumber(number: number): string {
  const body = `9999${digits(number, 11)}`;
  return `${body}${luhnDigit(body)}`;
}

/** Returns a BIC (ISO 9362); a 0 as the last character of the location marks a test code. */
export const bic = (country: string): string => `SBSX${country}20`;

/** Returns a phone number: US 555-0100 … 555-0199 (fiction), elsewhere unassigned digits. */
export function phoneNumber(country: string, callingCode: string, number: number): string {
  return country === 'US'
    ? `${callingCode} ${200 + (number % 700)} 555 01${digits(number % 100, 2)}`
    : `${callingCode} 000 ${digits(number % 10_000_000, 7)}`;
}
