import { languagesOfCallingCode } from '../persons/conventions.ts';
import { drawDigits } from '../persons/draw-person.ts';
import type { Kind } from './kind.ts';

const PHONE = /^\+?[\d\s().-]{7,20}$/;

/** Matches E.164 country codes: two of one digit, those of two digits, else three. */
const COUNTRY_CODE = /^(?:\+|00)(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/;

const callingCodeOf = (text: string): string | undefined =>
  COUNTRY_CODE.exec(text.replaceAll(/[^\d+]/g, ''))?.[1];

/** Returns the most frequent calling code, if at least `threshold` texts have it. */
function usualCallingCode(texts: readonly string[], threshold: number): string | undefined {
  const counts = new Map<string | undefined, number>();
  for (const code of texts.map(callingCodeOf)) counts.set(code, (counts.get(code) ?? 0) + 1);
  const [code, count] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [undefined, 0];
  return count >= threshold ? code : undefined;
}

export const phone: Kind = {
  headers: ['telefon|telefonnummer|rufnummer|portable|telefoon|telefoonnummer|telefone|telefono'],
  pattern: /phone|mobile|m[oó]vil|handy|cellulare|(^|[_\s])(tel|fax|cell|mobil)/i,
  test: (text) => PHONE.test(text) && !/^\d\.\d+$/.test(text),
  identifies: true,
  languages: (text) => languagesOfCallingCode(callingCodeOf(text)),
  form(texts, threshold) {
    const callingCode = usualCallingCode(texts, threshold);
    return callingCode === undefined ? {} : { style: { callingCode } };
  },
  /** Generates 555-0100 to 555-0199 in North America, else area code 000; none is assigned. */
  make: ({ stream, style: { callingCode } }) =>
    callingCode === '1'
      ? `+1-${200 + stream.below(800)}-555-01${drawDigits(2, stream)}`
      : `+${callingCode} 000 ${drawDigits(7, stream)}`,
};
